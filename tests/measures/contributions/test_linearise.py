"""Measures as means of one contribution per answer."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.measures import ModelScores, measure, unseen_loss
from foldwise.measures.contributions.edge import variance_by_class
from foldwise.measures.contributions.influence import measure_influence, placements
from foldwise.measures.contributions.row_means import row_means_of
from tests.worlds import fixed, partition, predictions_of

RNG = np.random.default_rng(0)
N = 4000
TRUTH = (RNG.random(N) < 0.3).astype(int)
SCORE = 1 / (1 + np.exp(-(2 * TRUTH - 1 + RNG.normal(size=N))))
TABLE = predictions_of(TRUTH, (SCORE > 0.5).astype(int), fixed(N), scores=np.stack([1 - SCORE, SCORE], axis=1))


@pytest.mark.parametrize("name", ["f1", "mcc", "kappa", "precision", "balanced-error", "error", "brier", "auc", "gini"])
def test_with_many_rows_the_edges_do_not_matter(name):
    """One test set: the contributions are the influence function of the measure."""
    scored = ModelScores(TABLE, "m", measure(name))
    expected = measure_influence(scored.measure, scored.outcomes)
    assert scored.linear.contribution == pytest.approx(expected, abs=0.02 * np.abs(expected).max())


def test_contributions_of_the_area_have_delongs_variance():
    """S₁₀/m + S₀₁/n of the placements (DeLong 1988)."""
    scored = ModelScores(TABLE, "m", measure("auc"))
    rows = row_means_of(scored.linear.contribution, scored.row, N, None)
    variance, _ = variance_by_class(rows.means, TRUTH)
    place = placements(SCORE, TRUTH == 1)
    assert variance == pytest.approx(sum(place[c == TRUTH].var(ddof=1) / (c == TRUTH).sum() for c in (0, 1)))


def test_an_area_over_parts_is_ranked_within_them():
    """Scores of another scale in every part change nothing."""
    parts = partition(200, 5, repeats=2)
    truth, score = TRUTH[:200], SCORE[:200]
    plain = predictions_of(truth, truth, parts, scores=np.stack([1 - score, score], axis=1))
    scored = ModelScores(plain, "m", measure("auc"))
    shifted = plain.outputs["m"].scores * 0.5 + 0.1 * (plain.outputs["m"].resample % 3)[:, None]
    moved = replace(plain, outputs={"m": replace(plain.outputs["m"], scores=shifted)})
    other = ModelScores(moved, "m", measure("auc"))
    assert other.linear.contribution == pytest.approx(scored.linear.contribution)


def test_a_perfect_model_still_has_a_variance():
    scored = ModelScores(predictions_of([0, 1] * 20, [0, 1] * 20, partition(40, 5)), "m", measure("mcc"))
    assert scored.linear.added > 0
    assert scored.linear.centre < 1


def test_a_median_has_no_derivative():
    scored = ModelScores(
        predictions_of(RNG.normal(size=20), np.zeros(20), partition(20, 5), n_classes=0),
        "m",
        measure("median-absolute-error"),
    )
    assert scored.linear is None


@pytest.mark.parametrize("name", ["brier", "log-loss", "error"])
def test_what_an_unseen_row_may_cost_needs_no_contributions(name):
    scored = ModelScores(TABLE, "m", measure(name))
    assert unseen_loss(scored) == scored.linear.unseen
    assert unseen_loss(ModelScores(TABLE, "m", measure("auc"))) == 0


@pytest.mark.parametrize("name", ["balanced-error", "mcc", "f1", "auc"])
def test_rows_that_are_tested_several_times_in_one_repeat_say_no_more(name):
    """Every pair of groups in one repeat, and as many repeats of parts of two: widths were 1.4 to 2.5 times as large."""
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(8), 12)
    truth = rng.integers(0, 2, 96)
    X = (rng.normal(size=(8, 3))[groups] + rng.normal(size=(96, 3))) / np.sqrt(2) + 0.8 * truth[:, None]
    pairs, parts = (
        foldwise.assess("lda", X, truth, groups=groups, plan=plan, measures=name, baseline=False).findings[0].interval
        for plan in ("leave-p-groups-out(2)", "group-kfold(4, repeats=7)")
    )
    assert pairs.high - pairs.low == pytest.approx(parts.high - parts.low, rel=0.2)
