"""The best single model as a variant."""

import numpy as np

from foldwise.ensembles import BestSingleRegressor
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values


def test_the_model_with_the_smallest_risk_has_all_weight():
    method, case = improvement_method("best-single"), case_of(dataset=values())
    truth = np.array([1.0, 2.0, 4.0])
    combine = method.combiner([truth + 1, truth + 0.1, truth + 2], truth, case)
    assert combine([np.array([1.0]), np.array([5.0]), np.array([9.0])]).tolist() == [5.0]
    assert isinstance(method.build(case), BestSingleRegressor)
