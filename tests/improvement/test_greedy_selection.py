"""Greedy selection as a variant."""

import numpy as np

from foldwise.ensembles import GreedyRegressor
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values


def test_models_whose_errors_cancel_get_half_the_weight_each():
    method, case = improvement_method("greedy-selection"), case_of(dataset=values())
    truth = np.array([1.0, 2.0])
    combine = method.combiner([np.array([0.0, 2.0]), np.array([2.0, 2.0]), np.array([9.0, 9.0])], truth, case)
    assert combine([np.array([4.0]), np.array([6.0]), np.array([0.0])]).tolist() == [5.0]
    assert isinstance(method.build(case), GreedyRegressor)
