"""Gradient boosting as a variant."""

from sklearn.linear_model import LogisticRegression

from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of


def test_it_is_a_variant_of_trees():
    method = improvement_method("gradient-boosting")
    assert method.reason(case_of()).tried
    assert not method.reason(case_of(LogisticRegression())).tried
    assert type(method.build(case_of())).__name__ == "HistGradientBoostingClassifier"
