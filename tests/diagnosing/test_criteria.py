import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from foldwise.diagnosing.criteria import CriteriaPart
from tests.diagnosing.subjects import classes, subject, values


def test_a_linear_model_has_them_all():
    found = CriteriaPart().find(subject("linear", *values()), {})["criteria"]
    assert {one.name for one in found.defined} == {"aic", "aicc", "bic", "mdl", "cp", "gcv", "press", "evidence"}
    assert found.training_error < found.resampled_error


def test_press_is_close_to_the_resampled_error():
    found = CriteriaPart().find(subject("linear", *values(), plan="loo"), {})["criteria"]
    press = next(one for one in found.values if one.name == "press")
    assert press.value == pytest.approx(found.resampled_error)


def test_a_tree_of_values_has_parameters_by_perturbation():
    found = CriteriaPart().find(subject(DecisionTreeRegressor(max_depth=2, random_state=0), *values(100)), {})[
        "criteria"
    ]
    assert 3 < found.parameters < 40
    assert {one.name for one in found.defined} == {"cp", "gcv"}


def test_neighbours_of_two_classes_have_an_optimism_and_the_reason():
    found = CriteriaPart().find(subject("knn", *classes(100)), {})["criteria"]
    assert found.optimism > 0
    assert "neighbours have no likelihood" in found.to_frame()["reason"].iloc[0]


def test_weights_are_left_out():
    assert "weights" in CriteriaPart().refusal(subject("linear", *values(), weights=np.ones(160) * 2))


def test_what_is_infinite_is_not_defined():
    X, y = values(40)
    found = CriteriaPart().find(subject("tree", X, y), {})["criteria"]
    gcv = next(one for one in found.values if one.name == "gcv")
    assert gcv.value is None
    assert "as many effective parameters as rows" in gcv.reason
