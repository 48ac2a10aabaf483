"""The cross-validation committee as a variant."""

from foldwise.ensembles import CommitteeClassifier, CommitteeRegressor
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, values


def test_it_is_tried_by_name_only():
    method = improvement_method("committee")
    assert not method.reason(case_of()).tried
    assert isinstance(method.build(case_of()), CommitteeClassifier)
    assert isinstance(method.build(case_of(dataset=values())), CommitteeRegressor)
