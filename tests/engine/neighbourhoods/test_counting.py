"""Votes of the nearest training rows are those of scikit-learn's neighbours, however short the lists were at first."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from foldwise.engine.neighbourhoods import counting
from foldwise.engine.neighbourhoods.counting import VoteCount, first_length
from foldwise.engine.neighbourhoods.search import Search
from foldwise.engine.neighbourhoods.voting import Voting
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from tests.engine.same import resamples

N = 61
RNG = np.random.default_rng(1)
X, CODES = RNG.normal(size=(N, 3)), RNG.integers(0, 3, N)


def count(drawn, ks=(1, 4)):
    voting = Voting(np.array(ks), False, CODES.astype(np.int32), np.zeros(0), 3)  # noqa: FBT003
    return VoteCount(Search(X, "euclidean"), voting, TrainingSets(drawn), TestRows.of(drawn)).votes()


@pytest.mark.parametrize("listed", [8_000_000, 200, 1])
@pytest.mark.parametrize("kind", ["parts", "loo", "pairs of rows", "lists", "counts"])
def test_votes_are_those_of_the_nearest_training_rows(kind, listed, monkeypatch):
    """With few lists at a time, rows are looked at block by block."""
    monkeypatch.setattr(counting, "NEIGHBOURS_LISTED", listed)
    drawn = resamples(kind, N)
    found, test = count(drawn), TestRows.of(drawn)
    for at, k in enumerate((1, 4)):
        for r in range(drawn.count):
            mine = slice(test.starts[r], test.starts[r + 1])
            train = drawn.train_rows(r)
            model = KNeighborsClassifier(k).fit(X[train], CODES[train])
            theirs = model.predict_proba(X[test.row[mine]])
            np.testing.assert_allclose(found[at, mine][:, model.classes_] / k, theirs, atol=1e-12)


def test_lists_that_turn_out_too_short_are_made_longer(monkeypatch):
    drawn = resamples("parts", N)
    expected = count(drawn)
    monkeypatch.setattr(counting, "first_length", lambda *_: 2)
    np.testing.assert_array_equal(count(drawn), expected)


def test_lists_are_longer_where_more_rows_are_left_out():
    short, long = (first_length(TrainingSets(resamples(kind, N)), 3) for kind in ("loo", "parts"))
    assert 3 < short < long <= N
    assert first_length(TrainingSets(resamples("counts", N)), N) == N
