"""Counts, levels, and which method made which interval."""

import pytest

from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import Interval
from foldwise.measures import measure
from foldwise.phrases import count_of
from foldwise.reports import Finding
from foldwise.reports.shared.wording import level_text, methods_of


def finding(model, name, method):
    interval = None if method is None else Interval(0.1, 0.3, 0.95, method)
    return Finding(model, measure(name), Estimate(0.2, "pooled", Target.RISK, Bias.NONE, 1), interval)


@pytest.mark.parametrize(("number", "text"), [(0, "0 fits"), (1, "1 fit"), (1234567, "1,234,567 fits")])
def test_one_of_a_thing_is_no_plural(number, text):
    assert count_of(number, "fit") == text


@pytest.mark.parametrize(("level", "text"), [(0.95, "95 %"), (0.999, "99.9 %"), (0.5, "50 %"), (2 / 3, "66.6667 %")])
def test_a_level_is_written_with_the_digits_it_needs(level, text):
    assert level_text(level) == text


def test_one_method_is_named_once_with_the_level():
    assert methods_of([finding("a", "error", "wilson"), finding("b", "mcc", "wilson")], 0.9) == "wilson, 90 %"
    assert methods_of([finding("a", "error", None)], 0.9) == "no interval"


def test_several_methods_are_named_with_their_measures_and_models_where_these_differ():
    found = [finding("a", "error", "wilson"), finding("b", "error", None), finding("a", "mcc", "delta")]
    assert methods_of(found, 0.95) == "wilson (error of a), no interval (error of b), delta (mcc), 95 %"
