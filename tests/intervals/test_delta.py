"""The delta method; its variances are held against the literature in tests/measures/test_influence.py."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, influence_error, make_interval
from foldwise.measures import Scored, measure
from foldwise.measures.influence import influence
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(3)
TRUTH = rng.integers(0, 2, 120)
OUTPUT = np.where(rng.random(120) < 0.8, TRUTH, 1 - TRUTH)


def scored(name, **more):
    return Scored(predictions_of(TRUTH, OUTPUT, fixed(120), **more), "m", measure(name))


def test_fisher_scale_for_the_matthews_correlation():
    one = scored("mcc")
    error = influence_error(influence(one.measure, one.outcomes)) / (1 - one.value**2)
    ends = np.tanh(np.arctanh(one.value) + stats.t.ppf([0.025, 0.975], 119) * error)
    interval = make_interval(one)
    assert interval.method == "delta"
    assert (interval.low, interval.high) == pytest.approx(tuple(ends))


@pytest.mark.parametrize("name", ["mcc", "kappa", "macro-f1", "g-mean", "informedness", "diagnostic-odds-ratio"])
def test_it_is_the_default_for_functions_of_counts(name):
    assert choose_interval(scored(name)).method.name == "delta"


def test_r2_is_a_function_of_sums():
    y = rng.normal(size=80)
    one = Scored(predictions_of(y, y + rng.normal(size=80), fixed(80), n_classes=0), "m", measure("r2"))
    interval = make_interval(one)
    assert interval.method == "delta"
    assert interval.low < one.value < interval.high < 1


def test_copies_of_rows_in_one_group_add_nothing():
    truth, output = np.repeat(TRUTH, 3), np.repeat(OUTPUT, 3)
    groups = np.repeat(np.arange(120), 3)
    copied = make_interval(Scored(predictions_of(truth, output, fixed(360), groups=groups), "m", measure("mcc")))
    single = make_interval(scored("mcc"))
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high), abs=2e-3)


def test_without_an_error_two_are_supposed():
    truth = np.tile([0, 1], 50)
    interval = make_interval(Scored(predictions_of(truth, truth, fixed(100)), "m", measure("kappa")))
    assert interval.high == 1
    assert 0.8 < interval.low < 0.95
    assert "two errors were supposed" in interval.note


def test_other_measures_are_refused():
    with pytest.raises(
        ValidityError, match="valid for functions of counts or sums, and error is none; try method='bca'"
    ):
        make_interval(scored("error"), "delta")


@pytest.mark.parametrize(("name", "least"), [("mcc", 0.93), ("kappa", 0.93), ("macro-f1", 0.93)])
def test_it_covers(name, least):
    """100 rows, a third of them positive, 82 % right: 95 % within Monte-Carlo error."""
    cells = np.array([0.55, 0.1, 0.08, 0.27])
    draws = np.random.default_rng(1).multinomial(100, cells, 500)
    true = float(measure(name).of_table(np.array([[0.55, 0.1, 0], [0.08, 0.27, 0]]) * 1e6, 1))
    inside = 0
    for tn, fp, fn, tp in draws:
        truth, output = np.repeat([0, 0, 1, 1], [tn, fp, fn, tp]), np.repeat([0, 1, 0, 1], [tn, fp, fn, tp])
        interval = make_interval(Scored(predictions_of(truth, output, fixed(100)), "m", measure(name)), "delta")
        inside += interval.low <= true <= interval.high
    assert inside / 500 >= least
