from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import foldwise
from foldwise.intervals.influence_steps.class_shares import rule_of_all_rows, share_rule_ends
from foldwise.measures import ModelScores, measure

PROBABILITY_LOSSES = ("log-loss", "brier")
ROUNDING = 1e-12
"""Where the classes are of one size every row costs the same, and the risk is the lower end."""


def groups_of_one_class(groups: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Ten rows in each group, all of one class; the classes are of one size in the population."""
    each = np.random.default_rng(seed).integers(0, 2, groups)
    return np.repeat(each, 10), np.repeat(np.arange(groups), 10)


def risk(name: str, truth: np.ndarray) -> float:
    """What the shares of these rows cost on new rows of two classes of one size."""
    share = truth.mean()
    if name == "log-loss":
        return float(-(np.log(share) + np.log(1 - share)) / 2)
    return float(((1 - share) ** 2 + share**2) / 2)


@pytest.mark.parametrize("name", PROBABILITY_LOSSES)
def test_groups_of_one_class_are_covered(name: str) -> None:
    """.81 to .89 of 92 to 129 draws were, by the losses of fits that lack a group."""
    inside, found = 0, 0
    for seed in range(60):
        truth, groups = groups_of_one_class(14, seed)
        if min(truth.sum(), truth.size - truth.sum()) < 30:
            continue
        interval = (
            foldwise.assess("baseline", np.zeros((140, 1)), truth, groups=groups, measures=name, seed=seed)
            .findings[0]
            .interval
        )
        assert interval is not None
        assert interval.low < interval.high
        inside += interval.low - ROUNDING <= risk(name, truth) <= interval.high
        found += 1
    assert found >= 50
    assert inside >= 0.95 * found


def test_the_ends_are_those_of_the_share_of_a_class() -> None:
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(12), 10)
    truth = (rng.random(120) < 0.3).astype(int)
    scored = [
        ModelScores(
            foldwise.assess("baseline", np.zeros((120, 1)), truth, groups=groups, measures=name).predictions,
            "baseline",
            measure(name),
        )
        for name in PROBABILITY_LOSSES
    ]
    share = truth.mean()
    costs = {"log-loss": (-np.log(1 - share), -np.log(share)), "brier": (share**2, (1 - share) ** 2)}
    ends = []
    for one in scored:
        found = share_rule_ends(one, 0.95)
        assert found is not None
        low, high = costs[one.measure.name]
        ends.append([(end - low) / (high - low) for end in found[:2]])
    assert ends[0] == pytest.approx(ends[1], abs=0.01)
    assert ends[0][0] < share < ends[0][1]


def test_weights_change_the_shares() -> None:
    groups = np.repeat(np.arange(10), 10)
    truth = groups % 2
    weights = np.where(truth == 1, 3.0, 1.0)
    found = foldwise.assess(
        DummyClassifier(),
        np.zeros((100, 1)),
        truth,
        groups=groups,
        weights=weights,
        measures="log-loss",
        baseline=False,
    )
    ends = share_rule_ends(ModelScores(found.predictions, found.predictions.models[0], measure("log-loss")), 0.95)
    assert ends is not None
    assert ends[0] < -(0.75 * np.log(0.75) + 0.25 * np.log(0.25)) < ends[1]


@pytest.mark.parametrize(
    "model", ["lda", DummyClassifier(strategy="uniform"), DummyClassifier(strategy="most_frequent")]
)
def test_other_models_have_no_such_ends(model: object) -> None:
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(8), 10)
    truth = rng.integers(0, 2, 80)
    found = foldwise.assess(model, rng.normal(size=(80, 2)), truth, groups=groups, measures="brier", baseline=False)
    assert share_rule_ends(ModelScores(found.predictions, found.predictions.models[0], measure("brier")), 0.95) is None


def test_rows_without_groups_have_no_such_ends() -> None:
    found = foldwise.assess("baseline", foldwise.sample("iris"), measures="brier")
    assert share_rule_ends(ModelScores(found.predictions, "baseline", measure("brier")), 0.95) is None


@pytest.mark.parametrize("plan", ["loo", "kfold(7)", "subsample(30, test=1/3)", "bootstrap(200)"])
def test_a_majority_that_turns_between_fits_is_that_of_all_rows(plan: str) -> None:
    """Of 150 draws of classes of about one size .06 to .09 were covered under the bootstrap: its recall was .45, and is 0 or 1."""
    y = np.arange(100) % 2
    rows = np.random.default_rng(0).normal(size=(100, 1))
    found = foldwise.assess(
        {"rule": DummyClassifier()}, rows, y, plan=plan, measures="error, recall, specificity", baseline=False
    )
    ends = {one.measure.name: one.interval for one in found.findings if one.interval is not None}
    for name, truth in {"error": 0.5, "recall": 0.0, "specificity": 1.0}.items():
        assert ends[name].low <= truth <= ends[name].high


def test_only_rules_that_turn_are_taken_for_one() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 2)) + y[:, None]
    for model, plan in (("lda", "loo"), ("lda", "kfold(5)"), ("tree", "loo")):
        scored = ModelScores(foldwise.assess(model, X, y, plan=plan).predictions, model, measure("error"))
        assert rule_of_all_rows(scored) is None
    uneven = foldwise.assess("baseline", X, np.arange(60) % 3 == 0, plan="kfold(5)").predictions
    assert rule_of_all_rows(ModelScores(uneven, "baseline", measure("error"))) is None


@pytest.mark.parametrize("plan", ["lpo(2)", "complete(2)", "kfold(5)", "bootstrap(200)"])
@pytest.mark.parametrize("name", PROBABILITY_LOSSES)
def test_a_majority_that_turns_and_is_certain_is_that_of_all_rows_by_its_probabilities_too(
    plan: str, name: str
) -> None:
    truth = np.arange(24) % 2
    rule = {"rule": DummyClassifier(strategy="most_frequent")}
    found = foldwise.assess(
        rule, np.zeros((24, 1)), truth, plan=plan, measures=["error", "brier", name], baseline=False
    )
    scored = ModelScores(found.predictions, "rule", measure(name))
    settled = rule_of_all_rows(scored)
    assert settled is not None
    assert settled.value == pytest.approx(0.5 * (1 if name == "brier" else -np.log(np.finfo(np.float64).eps)), rel=0.01)
    frame = found.to_frame().set_index("measure")
    assert frame.low["error"] < 0.4
    assert frame.low["brier"] < 0.4
    assert rule_of_all_rows(ModelScores(found.predictions, "rule", measure("auc"))) is None
