"""What each column is used for."""

import numpy as np
import pytest

from foldwise.data.column import decide_feature
from foldwise.data.content import DateContent, NumericContent
from foldwise.data.dataset import Kind, Role
from foldwise.data.series import content_of_array
from foldwise.errors import InputError

AS_TEXTS = (Kind.CATEGORICAL, Role.FEATURE)


def decide(values, role=None):
    content = content_of_array(np.asarray(values))
    return decide_feature("a", content, role, ())


@pytest.mark.parametrize(
    ("values", "kind", "role", "note"),
    [
        ([1.5, 2.5, 1.5], Kind.NUMERIC, Role.FEATURE, ""),
        (["u", "v", "u"], Kind.CATEGORICAL, Role.FEATURE, ""),
        ([True, False, True], Kind.CATEGORICAL, Role.FEATURE, ""),
        ([7, 7, 7], Kind.NUMERIC, Role.FEATURE, "constant"),
        (["1,000", "2,500", "12"], Kind.CATEGORICAL, Role.FEATURE, "texts that look like numbers, such as '1,000'"),
        (["1,000", "2,500"], Kind.CATEGORICAL, Role.FEATURE, "texts that look like numbers, such as '1,000'"),
        (["0,125", "-3,5e-05", "1.234,5", "2"], *AS_TEXTS, "texts that look like numbers, such as '-3,5e-05'"),
        (["$9.50", "$12"], Kind.CATEGORICAL, Role.FEATURE, "texts that look like numbers, such as '$12'"),
        (["10 %", "20%"], Kind.CATEGORICAL, Role.FEATURE, "texts that look like numbers, such as '10 %'"),
        (["10 %", "many"], Kind.CATEGORICAL, Role.FEATURE, ""),
        (["u", "u", "u"], Kind.CATEGORICAL, Role.FEATURE, "constant"),
        ([7, 7, np.nan], Kind.NUMERIC, Role.FEATURE, ""),
        (["2026-01-01", "2026-01-02"], Kind.DATE, Role.DROPPED, "date"),
        ([f"id {at}" for at in range(10)], Kind.CATEGORICAL, Role.DROPPED, "all values differ"),
        (
            [f"1,{at:03}" for at in range(10)],
            *(Kind.CATEGORICAL, Role.DROPPED, "texts that look like numbers, such as '1,000'"),
        ),
        ([f"id {at}" for at in range(9)], Kind.CATEGORICAL, Role.FEATURE, ""),
        ([f"id {at}" for at in range(9)] + ["id 0"], Kind.CATEGORICAL, Role.FEATURE, ""),
        (np.arange(10), Kind.NUMERIC, Role.DROPPED, "row numbers"),
        (np.arange(1, 11), Kind.NUMERIC, Role.DROPPED, "row numbers"),
        (np.arange(2, 12), Kind.NUMERIC, Role.FEATURE, ""),
        (np.arange(10)[::-1], Kind.NUMERIC, Role.FEATURE, ""),
        (np.arange(10) + 0.5, Kind.NUMERIC, Role.FEATURE, ""),
    ],
)
def test_the_default_role(values, kind, role, note):
    column, _ = decide(values)
    assert (column.kind, column.role, column.note) == (kind, role, note)


@pytest.mark.parametrize(
    ("values", "role", "kind"),
    [
        (["2026-01-01", "2026-01-02"], "numeric", Kind.NUMERIC),
        (["2026-01-01", "2026-01-02"], "feature", Kind.NUMERIC),
        (["2026-01-01", "2026-01-02"], "categorical", Kind.CATEGORICAL),
        ([f"id {at}" for at in range(10)], "feature", Kind.CATEGORICAL),
        (np.arange(10), "feature", Kind.NUMERIC),
        (np.arange(10), "categorical", Kind.CATEGORICAL),
        (["1", "2", "2"], "numeric", Kind.NUMERIC),
    ],
)
def test_the_user_overrides_it(values, role, kind):
    column, content = decide(values, role)
    assert (column.kind, column.role) == (kind, Role.FEATURE)
    assert isinstance(content, NumericContent) == (kind is Kind.NUMERIC)
    assert not isinstance(content, DateContent)


def test_a_slip_in_a_column_of_numbers_that_all_differ_is_told_and_not_left_out():
    with pytest.raises(InputError, match=r"column 'a' mixes numbers \(19 of 20 rows\) with texts"):
        decide(np.array([*(at + 0.5 for at in range(19)), "4.5o"], dtype=object))


def test_levels_and_missing_values_are_counted():
    column, _ = decide(np.array(["u", None, "v", "u"], dtype=object))
    assert (column.levels, column.missing) == (2, 1)


def test_texts_with_a_few_numbers_among_them_are_noted():
    column, _ = decide(np.array(["u", "v", "w", 1], dtype=object))
    assert (column.kind, column.note) == (Kind.CATEGORICAL, "texts, 1 of them numbers")


def test_numbers_with_a_few_texts_among_them_are_refused_unless_they_are_categories():
    values = np.array([1, 2, "u"], dtype=object)
    with pytest.raises(InputError, match="column 'a' mixes numbers"):
        decide(values)
    assert decide(values, "categorical")[0].levels == 3
