"""Extra trees as a variant."""

from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values


def test_extra_trees_take_the_place_of_a_tree():
    method = improvement_method("extra-trees")
    assert method.reason(case_of()).tried
    assert type(method.build(case_of())).__name__ == "ExtraTreesClassifier"
    assert type(method.build(case_of(dataset=values()))).__name__ == "ExtraTreesRegressor"
