"""Bagging as a variant."""

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BaggedClassifier, BaggedRegressor
from foldwise.improvement import improvement_method
from tests.improvement.cases import STABLE, case_of, values

BAGGING = improvement_method("bagging")


def test_a_model_with_variance_is_bagged():
    case = case_of()
    assert BAGGING.reason(case).tried
    assert "33 % of the error" in BAGGING.reason(case).text
    assert isinstance(BAGGING.build(case), BaggedClassifier)
    assert isinstance(BAGGING.build(case_of(dataset=values())), BaggedRegressor)


def test_a_stable_model_is_left_out_with_the_reason():
    reason = BAGGING.reason(case_of(LogisticRegression(), profile=STABLE))
    assert not reason.tried
    assert reason.text.startswith("only 1 % of the error")


def test_only_the_last_step_of_a_pipeline_is_bagged_by_an_estimator_that_the_engine_batches():
    built = BAGGING.build(case_of(make_pipeline(StandardScaler(), DecisionTreeClassifier())))
    assert type(built.steps[0][1]).__name__ == "StandardScaler"
    assert type(built.steps[1][1]).__name__ == "BaggingClassifier"
