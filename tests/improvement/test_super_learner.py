"""The super learner as a variant."""

import numpy as np

from foldwise.ensembles import SuperLearnerClassifier
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values

METHOD = improvement_method("super-learner")


def test_it_blends_the_library_by_the_folds_of_the_plan():
    built = METHOD.build(case_of(inner="kfold(7)"))
    assert isinstance(built, SuperLearnerClassifier)
    assert list(built.estimators) == ["mine", "logistic", "knn"]
    assert built.plan == "kfold(7)"


def test_all_weight_goes_to_a_model_that_is_right():
    case = case_of(dataset=values())
    truth = np.array([1.0, 2.0, 4.0])
    combine = METHOD.combiner([truth, truth[::-1].copy(), np.ones(3)], truth, case)
    assert np.allclose(combine([np.array([7.0]), np.array([9.0]), np.array([1.0])]), [7.0])


def test_without_another_model_there_is_nothing_to_blend():
    case = case_of()
    alone = type(case)(**{**vars(case), "library": {"mine": case.model}})
    assert METHOD.reason(alone).text == "there is no other model to blend with"
