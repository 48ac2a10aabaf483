"""Predictions of candidates laid out by split."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold

from foldwise.sklearn.batch import BatchRequest, fit_all
from foldwise.sklearn.fold_rows import SplitRows, predictions_of

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(30, 3)), RNG.normal(size=30)


def test_candidates_share_the_rows_of_the_splits():
    candidates = [{"alpha": 1.0}, {"alpha": 10.0}]
    batch = fit_all(BatchRequest(Ridge(), X, Y, list(KFold(5).split(X)), candidates))
    first, second = (predictions_of(batch, name) for name in ("0", "1"))
    assert first.rows is second.rows
    assert not np.array_equal(first.output, second.output)


def test_sums_leave_a_split_without_rows_at_0():
    rows = SplitRows(np.array([1.0, 3.0, 5.0]), np.arange(3), np.array([0, 2, 2, 3]))
    np.testing.assert_array_equal(rows.sums(rows.truth), [4.0, 0.0, 5.0])
    np.testing.assert_array_equal(rows.done, [True, False, True])


def test_the_spread_is_that_about_the_mean_of_the_split():
    rows = SplitRows(Y, np.arange(30), np.array([0, 10, 30]))
    np.testing.assert_allclose(rows.spread, [10 * Y[:10].var(), 20 * Y[10:].var()])


def test_training_rows_have_a_layout_of_their_own():
    batch = fit_all(BatchRequest(Ridge(), X, Y, list(KFold(5).split(X)), train=True))
    assert [predictions_of(batch, "0", part).sizes.tolist() for part in batch.tested] == [[6] * 5, [24] * 5]
