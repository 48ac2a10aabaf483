"""Votes of neighbours."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.neighbourhoods.search import Search
from foldwise.engine.neighbourhoods.voting import Voting, training_of
from foldwise.engine.storage import TrainingSets
from foldwise.plans import Partition


def test_narrow_and_wide_numbers_of_test_rows_give_the_same_votes():
    rng = np.random.default_rng(0)
    lists = Search(rng.normal(size=(60, 3)), "euclidean").all_nearest(20)
    training = training_of(TrainingSets(Partition(rng.integers(0, 3, (2, 60)), 3)), 0, 6)
    voting = Voting(np.array([3]), False, rng.integers(0, 2, 60).astype(np.int32), np.zeros(0), 2)  # noqa: FBT003
    place, resample = rng.integers(0, 60, 50), rng.integers(0, 6, 50)
    wide = voting.votes(training, lists, place, resample)
    narrow = voting.votes(training, lists, place.astype(np.int32), resample.astype(np.int32))
    for one, other in zip(wide, narrow, strict=True):
        np.testing.assert_array_equal(one, other)
    if native.COMPILED:
        with pytest.raises(TypeError, match="must be int32 or int64"):
            voting.votes(training, lists, place.astype(np.int16), resample)
