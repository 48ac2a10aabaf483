"""Voting as a variant."""

import numpy as np

from foldwise.ensembles import VotedClassifier, VotedRegressor
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values


def test_it_is_the_mean_and_fits_nothing():
    method = improvement_method("voting")
    combine = method.combiner([], np.zeros(0), case_of())
    assert combine([np.array([[1.0, 0.0]]), np.array([[0.5, 0.5]])]).tolist() == [[0.75, 0.25]]
    assert not method.weighs
    assert method.build(case_of()).voting == "soft"
    assert isinstance(method.build(case_of()), VotedClassifier)
    assert isinstance(method.build(case_of(dataset=values())), VotedRegressor)
