"""Columns of a dataset are chosen as `ColumnTransformer` chooses them, and become numbers or levels."""

import numpy as np
import pytest
from sklearn.compose import make_column_selector

from foldwise.engine.pipelines.input_columns import InputColumns, UnfitStepError
from foldwise.engine.pipelines.shared_columns import SharedColumns
from tests.engine.pipelines.prepared_columns import N, dataset_of, holed, mixed, numbers


def columns_of(X):
    return InputColumns(dataset_of(X), SharedColumns(N))


@pytest.mark.parametrize(
    ("chosen", "places"),
    [
        (["c", "few"], (2, 3)),
        ([0, -1], (0, 5)),
        (slice(1, 3), (1, 2)),
        ([True, False, False, False, False, True], (0, 5)),
        (make_column_selector(dtype_include="number"), (0, 1, 2)),
        ([], ()),
    ],
)
def test_columns_by_name_place_mask_range_or_type(chosen, places):
    assert columns_of(mixed()).part(chosen).places == places


def test_the_columns_that_are_left():
    whole = columns_of(mixed())
    assert whole.without([whole.part(["a"]), whole.part(["gaps"])]).places == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ("a", "a single column as a vector"),
        (["nobody"], "lacks columns that ColumnTransformer names"),
        ([17], "lacks columns that ColumnTransformer names"),
        (lambda _: [0], "by a function"),
    ],
)
def test_what_cannot_be_chosen_once_for_all(chosen, reason):
    with pytest.raises(UnfitStepError, match=reason):
        columns_of(mixed()).part(chosen)


def test_a_choice_within_a_choice_is_refused():
    with pytest.raises(UnfitStepError, match="stands within another"):
        columns_of(mixed()).part(["a", "b"]).part(["a"])


def test_numbers_know_whether_they_have_missing_values():
    assert not columns_of(numbers()).numbers().missing
    assert columns_of(holed()).numbers().missing


@pytest.mark.parametrize(
    ("X", "reason"),
    [
        (mixed(), "column 4 is not numeric"),
        (np.where(np.isnan(holed()), np.inf, holed()), "has infinite values"),
        (holed().astype(np.float32), "fewer digits than float64"),
    ],
)
def test_what_is_no_number(X, reason):
    with pytest.raises(UnfitStepError, match=reason):
        columns_of(X).numbers()


def test_levels_are_indicators_among_the_shared_columns():
    shared, frame = SharedColumns(N), mixed()
    (places,) = InputColumns(dataset_of(frame), shared, [3]).levels()
    np.testing.assert_array_equal(
        shared.table[:, places].argmax(axis=1), np.unique(frame["few"], return_inverse=True)[1]
    )
    with pytest.raises(UnfitStepError, match="values of type"):
        InputColumns(dataset_of(frame.assign(few=[1, "a"] * (N // 2) + [1])), SharedColumns(N), [3]).levels()
