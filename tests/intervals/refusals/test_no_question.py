"""Skills of rules without features, and medians of resamples of the same rows, have no interval."""

import numpy as np
import pytest

import foldwise

rng = np.random.default_rng(4)
X = rng.normal(size=(90, 3))
LABELS = (X[:, 0] + rng.normal(size=90) > 0).astype(int)
VALUES = np.exp(X[:, 0] + rng.normal(size=90) / 2)
GROUPS = np.repeat(np.arange(30), 3)
PLANS = [
    "kfold(10, repeats=3)",
    "kfold(2)",
    "subsample(20, test=0.2)",
    "bootstrap(20)",
    "holdout(1/3)",
    "leave-group-out",
]


def given(plan):
    return {"plan": plan, "groups": GROUPS} if "group" in plan else {"plan": plan}


@pytest.mark.parametrize("plan", PLANS)
def test_a_rule_without_features_has_no_skill_to_assess(plan):
    found = foldwise.assess("nb", X, LABELS, measures="brier-skill, log-loss-skill, brier", **given(plan))
    for name in ("brier-skill", "log-loss-skill"):
        baseline = found.finding("baseline", name)
        assert baseline.interval is None
        assert "are such a rule themselves" in baseline.reason
    assert found.finding("baseline", "brier").interval is not None
    if plan != "leave-group-out":  # most groups lack a class
        assert found.finding("nb", "brier-skill").interval is not None


@pytest.mark.parametrize("plan", PLANS)
def test_nor_has_the_mean_beside_the_mean_or_a_quantile(plan):
    names = "r2, rse, explained-variance, d2-absolute, d2-pinball"
    found = foldwise.assess("linear", X, VALUES, measures=names, **given(plan))
    assert all(one.interval is None for one in found.findings if one.model == "baseline")
    assert found.finding("linear", "r2").interval is not None


def test_constant_predictions_from_outside_have_no_skill_either():
    share = np.full(90, LABELS.mean())
    found = foldwise.score(LABELS, np.ones(90, dtype=int), scores=share, measures="brier-skill, brier")
    assert "are such a rule themselves" in found.finding("system", "brier-skill").reason
    assert found.finding("system", "brier").interval is not None


@pytest.mark.parametrize(
    "plan", ["kfold(10, repeats=3)", "kfold(2, repeats=5)", "kfold(3, repeats=3)", "paired-halves(10)"]
)
def test_medians_of_the_same_rows_have_no_interval(plan):
    """Of a rule without features 38 to 46 % of intervals contained the median error (METHODS N.36)."""
    found = foldwise.assess("linear", X, VALUES, measures="median-absolute-error", plan=plan)
    assert all(one.interval is None and "has no derivative" in one.reason for one in found.findings)


def test_a_median_of_one_test_set_has_one_and_a_median_of_periods_has_none():
    found = foldwise.assess("linear", X, VALUES, measures="median-absolute-error", plan="holdout(1/3)")
    assert found.finding("linear", "median-absolute-error").interval is not None
    found = foldwise.assess("linear", X, VALUES, measures="median-absolute-error, d2-absolute", order=np.arange(90))
    assert "periods" in found.finding("linear", "median-absolute-error").reason
    assert found.finding("linear", "d2-absolute").interval is not None


def test_an_erratic_method_is_no_default_but_can_be_asked_for():
    own = foldwise.assess("linear", X, VALUES, measures="mae", plan="kfold(2, repeats=5)", interval="5x2cv")
    assert own.finding("linear", "mae").interval.method == "5x2cv"
