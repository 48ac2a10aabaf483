"""Contributions of rows are the derivative of the measure, whichever way they are found."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
import foldwise.measures.contributions.row_influence as module
from foldwise.measures import ModelScores, measure
from foldwise.measures.contributions.row_influence import row_influence
from tests.worlds import classes, fixed, partition, predictions_of

rng = np.random.default_rng(4)
N = 400
TRUTH = rng.integers(0, 2, N)
SCORE = np.clip(0.3 * TRUTH + 0.7 * rng.random(N), 0.01, 0.99)


def scored(name, resamples=None, **more):
    table = np.stack([1 - SCORE, SCORE], axis=1)
    resamples = fixed(N) if resamples is None else resamples
    return ModelScores(
        predictions_of(TRUTH, (SCORE > 0.6).astype(int), resamples, scores=table, **more), "m", measure(name)
    )


@pytest.mark.parametrize("name", ["error", "log-loss", "f1", "mcc", "balanced-error", "precision"])
def test_a_contribution_is_what_a_little_weight_of_the_row_does(name):
    """Up to the half rows that are added at the edges, n(θ(1 + ε) - θ)/ε for each row."""
    base, step, some = scored(name), 1e-6, np.arange(40)
    found = row_influence(base).rows
    moved = [scored(name, weights=1 + step * (np.arange(N) == i)).value for i in some]
    slope = N * (np.array(moved) - base.value) / step
    assert found.means[some] == pytest.approx(slope, abs=0.05 * np.abs(slope).max())
    assert found.means.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["error", "f1", "mcc", "balanced-accuracy", "auc", "gini"])
@pytest.mark.parametrize("compiled", [True, False])
def test_predictions_added_up_by_row_give_the_same_as_the_predictions_themselves(name, compiled, monkeypatch):
    from sklearn.naive_bayes import GaussianNB

    monkeypatch.setattr(module.native, "COMPILED", compiled and module.native.COMPILED)
    found = foldwise.assess(GaussianNB(), classes(80, k=2, spread=0.6), plan="kfold(5, repeats=2)")
    one = row_influence(ModelScores(found.predictions, "gaussian-nb", measure(name)))
    for short_cut in ("_from_loss_sums", "_from_mistakes", "_from_placements"):
        monkeypatch.setattr(module, short_cut, lambda *_: None)
    other = row_influence(ModelScores(found.predictions, "gaussian-nb", measure(name)))
    assert one.rows.means == pytest.approx(other.rows.means, abs=1e-12)
    assert one.steady.within > 0
    assert one.steady.within == pytest.approx(other.steady.within)
    assert one.steady.instability == pytest.approx(other.steady.instability)
    assert one.edges.centre == pytest.approx(other.edges.centre)


@pytest.mark.parametrize("name", ["auc", "gini"])
@pytest.mark.parametrize("compiled", [True, False])
def test_resamples_that_are_repeats_need_no_second_ranking(name, compiled, monkeypatch):
    from sklearn.naive_bayes import GaussianNB

    monkeypatch.setattr(module.native, "COMPILED", compiled and module.native.COMPILED)
    found = foldwise.assess(GaussianNB(), classes(80, k=2, spread=0.6), plan="bootstrap(40)")
    monkeypatch.setattr(module, "_placements_in_repeat", lambda *_: pytest.fail("they are ranked already"))
    one = row_influence(ModelScores(found.predictions, "gaussian-nb", measure(name)))
    monkeypatch.setattr(module, "_from_placements", lambda *_: None)
    other = row_influence(ModelScores(found.predictions, "gaussian-nb", measure(name)))
    assert one.rows.means == pytest.approx(other.rows.means, abs=1e-12)
    assert one.steady.instability == pytest.approx(other.steady.instability)
    assert one.steady.instability > 0


def test_repeats_are_averaged_by_row():
    once, twice = (row_influence(scored("error", partition(n=N, k=5, repeats=r))).rows for r in (1, 2))
    assert twice.means == pytest.approx(once.means)
    assert twice.within == 0  # the same answer in both repeats
    assert np.isnan(once.within)


def test_a_measure_without_a_derivative_has_none():
    table = predictions_of(np.arange(20.0), np.arange(20.0)[::-1], partition(n=20, k=5), n_classes=0)
    assert row_influence(ModelScores(table, "m", measure("median-absolute-error"))) is None
    assert row_influence(ModelScores(replace(table), "m", measure("mae"))) is not None


@pytest.mark.parametrize("positive", [0, 1])
def test_places_of_fits_that_give_all_rows_one_score_are_those_of_single_rows(positive, monkeypatch):
    """A model without features has as many scores in a repeat as it has fits, some of them tied."""
    resamples = partition(N, 8, repeats=3)
    shares = np.array([0.3, 0.31, 0.3, 0.29, 0.3, 0.32, 0.3, 0.31] * 3)
    table = np.repeat(np.stack([1 - shares, shares], axis=1), resamples.test_sizes.astype(int), axis=0)
    shown = predictions_of(TRUTH, np.zeros(N, dtype=int), resamples, scores=np.full((N, 2), 0.5))
    shown = replace(shown, outputs={"m": replace(shown.outputs["m"], scores=table)}, positive=positive)
    one = row_influence(ModelScores(shown, "m", measure("auc")))
    monkeypatch.setattr(module, "_from_placements", lambda *_: None)
    other = row_influence(ModelScores(shown, "m", measure("auc")))
    assert one.steady.means == pytest.approx(other.steady.means, abs=1e-12)
    assert one.steady.within == pytest.approx(other.steady.within, rel=1e-9)
