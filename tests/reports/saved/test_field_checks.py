"""Types and ranges of fields that come from a file."""

import math

import numpy as np
import pytest

from foldwise.comparisons import CochranQ, Needed, Verdict
from foldwise.engine import Times
from foldwise.errors import InputError
from foldwise.intervals import Interval
from foldwise.reports.saved.field_checks import check_fields, is_of


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "float"),
        (None, "int | None"),
        (Verdict.BETTER, "Verdict | None"),
        (("a", "b"), "tuple[str, ...]"),
        ({"a": Times(1, 0, 0.5, None)}, "Mapping[str, Times]"),
        (np.array([1.0]), "Floats | None"),
        (2.0, "float | tuple[float, float]"),
        (object(), "Any"),
    ],
)
def test_values_of_the_declared_type_are_taken(value, kind):
    assert is_of(value, kind)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "int"),
        (1, "bool"),
        ("1", "int | None"),
        (0.5, "Verdict | None"),
        (("a", 1), "tuple[str, ...]"),
        (["a"], "tuple[str, ...]"),
        ({"a": 1}, "Mapping[str, Times]"),
        ({1: "a"}, "Mapping[str, str]"),
        (np.array(["a"]), "Floats"),
        (np.array([0.5]), "Codes | None"),
    ],
)
def test_other_values_are_not(value, kind):
    assert not is_of(value, kind)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (CochranQ(1.0, 1, 1.01), "the p_value of the CochranQ is 1.01"),
        (Needed(0.1, -5.0, None), "the rows of the Needed is -5"),
        (Times(3, 0, math.inf, None), "the fit_seconds of the Times is inf"),
        (Interval(0.1, 0.2, 95.0, "wilson"), "the level of the Interval is 95"),
        (Interval(0.2, 0.1, 0.95, "wilson"), "ends at 0.1, before its beginning 0.2"),
    ],
)
def test_a_figure_out_of_its_range_is_refused(value, told):
    with pytest.raises(InputError, match=told):
        check_fields(value)


def test_a_figure_without_a_value_is_none_out_of_range():
    check_fields(CochranQ(math.nan, 0, math.nan))
    check_fields(Interval(math.nan, math.nan, 0.95, "wilson"))
