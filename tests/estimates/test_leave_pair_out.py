"""The leave-pair-out AUC, against loops over pairs."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.errors import ValidityError
from foldwise.estimates import Bias, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import LeavePairOut, draw
from tests.worlds import classes, predictions_of

rng = np.random.default_rng(7)


def test_every_pair_is_ranked_by_a_model_of_the_others():
    rows = classes(n=16, k=2, spread=0.5)
    X, y = np.asarray(rows.X), rows.codes
    won = []
    for i in np.flatnonzero(y == 1):
        for j in np.flatnonzero(y == 0):
            rest = np.setdiff1d(np.arange(16), [i, j])
            up, down = GaussianNB().fit(X[rest], y[rest]).predict_proba(X[[i, j]])[:, 1]
            won.append((up > down) + 0.5 * (up == down))
    result = foldwise.assess(GaussianNB(), rows, plan="leave-pair-out", measures="auc")
    estimate = result.finding("gaussian-nb", "auc").estimate
    assert (estimate.method, estimate.bias, estimate.fits) == ("leave-pair-out", Bias.NONE, 64)
    assert estimate.value == pytest.approx(np.mean(won))


def test_a_model_that_says_the_prevalence_is_worth_a_half():
    """Pooled leave-one-out would give it exactly 0 (METHODS B.10)."""
    result = foldwise.assess("baseline", classes(n=20, k=2), plan="leave-pair-out", measures="auc")
    assert result.finding("baseline", "auc").estimate.value == 0.5


def test_three_classes_are_averaged_over_ordered_pairs():
    rows = classes(n=12, k=3)
    scores, weights = rng.random((12, 3)), rng.random(12)
    resamples = draw(LeavePairOut(), rows, seed=0)
    predictions = predictions_of(rows.codes, rows.codes, resamples, n_classes=3, scores=scores, weights=weights)
    expected = []
    for i in range(3):
        for j in set(range(3)) - {i}:
            a, b = np.flatnonzero(rows.codes == i), np.flatnonzero(rows.codes == j)
            pairs = weights[a][:, None] * weights[b][None, :]
            expected.append((pairs * (scores[a, i][:, None] > scores[b, i][None, :])).sum() / pairs.sum())
    one = ModelScores(predictions, "m", measure("auc"))
    assert make_estimate(one).value == pytest.approx(np.mean(expected))


def test_other_measures_cannot_be_read_off_it():
    with pytest.raises(ValidityError, match=r"only the auc can be read off it; try measures='auc'"):
        foldwise.assess("baseline", classes(n=20, k=2), plan="leave-pair-out", measures="error")
    with pytest.raises(ValidityError, match="error is not a share of pairs"):
        foldwise.assess(
            "baseline", classes(n=20, k=2), plan="leave-pair-out", measures="error", estimate="leave-pair-out"
        )
