"""Repeating a plan until the interval is short enough."""

import numpy as np
import pytest
from sklearn.svm import SVC

import foldwise
from foldwise.errors import InputError, PlanError, ValidityError
from foldwise.evaluation.until import PrecisionLimit

rng = np.random.default_rng(4)
Y = np.tile([0, 1], 40)
X = rng.normal(size=(80, 2)) + Y[:, None]


class Counted(SVC):
    """Counts its fits."""

    fits = 0

    def fit(self, X, y):
        type(self).fits += 1
        return super().fit(X, y)


def assess(model="gaussian-nb", **more):
    return foldwise.assess(model, X, Y, **{"plan": "kfold(5, repeats=2)", "measures": "error", "jobs": 1} | more)


def test_the_plan_grows_until_the_bound_is_reached():
    wide, short = assess("tree"), assess("tree", until=0.14)
    half = short.finding("tree", "error").interval.width / 2
    assert wide.finding("tree", "error").interval.width / 2 > 0.14 >= half
    repeats = short.predictions.resamples.repeats
    assert short.notes[0].startswith(f"until 0.14: reached ±{half:.3g} after {repeats} repeats; intervals are anytime")
    assert "anytime-valid" in short.finding("tree", "error").interval.note


def test_the_result_is_that_of_the_longer_plan():
    """One seed, the same bits: a run in rounds is the run of its last plan."""
    short = assess(SVC(), until=0.12)
    direct = assess(SVC(), plan=short.plan)
    assert short.predictions.fingerprint == direct.predictions.fingerprint
    np.testing.assert_array_equal(short.predictions.of("svm").output, direct.predictions.of("svm").output)


def test_finished_fits_are_not_done_again():
    Counted.fits = 0
    result = assess(Counted(), until=1e-6, budget=50)
    assert result.predictions.resamples.count == 50
    assert Counted.fits == 50


def test_a_spent_budget_says_what_was_reached():
    result = assess(until=1e-6, budget=30)
    assert result.plan == "kfold(5, repeats=6)"
    assert result.notes[0].startswith("until 1e-06: not reached; ±")
    assert "after 6 repeats, where the budget is spent" in result.notes[0]


def test_draws_grow_too():
    result = assess(plan="subsample(10, test=0.2)", until=1e-6, budget=25)
    assert result.plan == "subsample(25, test=0.2)"


def test_nobody_stops_by_what_is_seen_of_a_few_repeats():
    assert assess(until=0.9).plan == "kfold(5, repeats=5)"
    assert assess(until=0.9, plan="subsample(10, test=0.2)").plan == "subsample(10, test=0.2)"


def test_a_budget_of_a_few_repeats_is_a_plan_of_its_own():
    """There was nothing to choose, so the interval is that of the plan."""
    spent, plain = assess(until=0.9, budget=15), assess(plan="kfold(5, repeats=3)")
    assert spent.notes[0].endswith("after 3 repeats, where the budget is spent before a choice")
    assert spent.finding("gaussian-nb", "error").interval == plain.finding("gaussian-nb", "error").interval


def test_every_measure_pays_for_the_looks():
    """Also those that did not decide when to stop."""
    result = assess(until=0.2, measures="error,log-loss,balanced-error")
    plain = assess(plan=result.plan, measures="error,log-loss,balanced-error")
    for name in ("error", "log-loss", "balanced-error"):
        held, own = (one.finding("gaussian-nb", name).interval for one in (result, plain))
        assert held.low <= own.low <= own.high < held.high
        assert (held.level, "anytime-valid" in held.note) == (0.95, True)


@pytest.mark.parametrize("plan", ["holdout(1/3)", "loo"])
def test_a_plan_that_cannot_be_repeated_is_refused(plan):
    with pytest.raises(PlanError, match="cannot be repeated"):
        assess(plan=plan, until=0.1)


def test_a_measure_without_an_interval_is_refused():
    with pytest.raises(ValidityError, match="has no interval that could get shorter"):
        assess(plan="kfold(5)", measures="ece", until=0.1)


@pytest.mark.parametrize(("half_width", "fits"), [(0, None), (-1, None), (0.1, 0)])
def test_what_is_no_limit_is_refused(half_width, fits):
    with pytest.raises(InputError, match=r"until is a half-width above 0|the budget is a number of fits from 1"):
        PrecisionLimit(half_width, fits)


@pytest.mark.parametrize("budget", [0, 300])
def test_a_budget_without_a_width_to_reach_is_refused(budget):
    with pytest.raises(
        InputError, match=f"budget={budget} is the most fits that until= may spend, and there is no until="
    ):
        foldwise.assess("lda", foldwise.sample("iris"), budget=budget)
