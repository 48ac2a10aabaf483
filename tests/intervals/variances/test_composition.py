"""Stratified test sets hide variance; it is put back, and only there."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise import native
from foldwise.intervals import make_interval
from foldwise.intervals.variances.composition import composition_deficit, hidden_variance, mix_of
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import partition, predictions_of

rng = np.random.default_rng(9)


def stratified(truth, k, repeats=1):
    """Deal every class evenly."""
    parts = np.zeros((repeats, truth.size), dtype=int)
    for r in range(repeats):
        order = rng.permutation(truth.size)
        order = order[np.argsort(truth[order], kind="stable")]
        parts[r, order] = np.arange(truth.size) % k
    return Partition(parts, k, plan=f"kfold({k}, repeats={repeats})")


def test_the_majority_rule_gets_the_uncertainty_of_a_proportion():
    """70 of 200 rows: the binomial standard error is .0337, which stratified parts show nothing of."""
    truth = np.repeat([0, 1], [130, 70])
    scored = ModelScores(
        predictions_of(truth, np.zeros(200, dtype=int), stratified(truth, 10, repeats=3)), "m", measure("error")
    )
    assert scored.scores.std() < 0.01
    assert hidden_variance(scored) == pytest.approx(0.35 * 0.65 / 20, rel=0.02)
    assert make_interval(scored).width > 3.8 * 0.0337


def test_nothing_is_hidden_when_the_classes_are_equally_hard():
    truth = np.tile([0, 1], 100)
    output = np.where(np.arange(200) % 4 < 2, truth, 1 - truth)
    scored = ModelScores(predictions_of(truth, output, stratified(truth, 10)), "m", measure("error"))
    assert hidden_variance(scored) == pytest.approx(0, abs=1e-12)


def test_little_is_added_to_parts_drawn_at_random():
    truth = np.repeat([0, 1], [130, 70])
    found = [
        hidden_variance(
            ModelScores(
                predictions_of(truth, 0 * truth, partition(n=200, k=10, repeats=3, seed=s)), "m", measure("error")
            )
        )
        for s in range(20)
    ]
    assert np.mean(found) < 0.2 * 0.35 * 0.65 / 20


def test_a_real_target_is_binned():
    y = np.sort(rng.normal(size=400))
    parts = Partition((np.arange(400) % 10)[None, :], 10, plan="kfold(10)")
    scored = ModelScores(predictions_of(y, 0 * y, parts, n_classes=0), "m", measure("mse"))
    assert hidden_variance(scored) == pytest.approx(np.var(y**2) / 40, rel=0.15)


def test_ratios_of_counts_have_no_losses_to_look_at():
    truth = np.tile([0, 1], 20)
    assert hidden_variance(ModelScores(predictions_of(truth, truth, partition(n=40, k=4)), "m", measure("f1"))) == 0


def test_one_test_set_has_no_observed_spread():
    losses, strata = np.array([0.0, 1, 0, 1]), np.array([0, 1, 0, 1])
    assert composition_deficit(losses, strata, mix_of(strata, np.zeros(4, dtype=int), 1)) == pytest.approx(0.25 / 4)


@pytest.mark.parametrize("world", ["values", "weighted classes", "classes"])
@pytest.mark.parametrize("seed", range(5))
def test_the_compiled_sums_are_those_of_the_matrices(world, seed, monkeypatch):
    rng = np.random.default_rng(seed)
    n, resamples = 95, partition(n=95, k=6, repeats=4, seed=seed)
    truth = rng.normal(size=n) if world == "values" else rng.integers(0, 3, n)
    output = truth + rng.normal(size=n) if world == "values" else rng.integers(-1, 3, n)
    more = {"weights": rng.random(n) + 0.5} if world == "weighted classes" else {}
    table = predictions_of(truth, output, resamples, n_classes=0 if world == "values" else 3, **more)
    answers = table.of("m")
    kept = answers.where(~np.isin(answers.resample, rng.integers(0, 24, 3)))
    table = replace(table, outputs={"m": kept})
    one = measure("rmse" if world == "values" else "error")
    found = hidden_variance(ModelScores(table, "m", one))
    monkeypatch.setattr(native, "COMPILED", False)
    scored = ModelScores(table, "m", one)
    strata = scored.sheet.tested.strata[scored.row]
    assert found == pytest.approx(hidden_variance(scored), rel=1e-12, abs=1e-15)
    expected = composition_deficit(scored.losses, strata, mix_of(strata, scored.resample, resamples.count))
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)
