"""Classifiers made of rules: what they say of rows that no rule covers, whoever learnt the rules."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from foldwise.ensembles import RuleCommittee
from foldwise.learners import C45Rules, Prism, RuleClassifier, rule_report, rule_score
from tests.learners.golf import LABELS, TABLE

LEARNERS = [
    C45Rules(default_class=False),
    Prism(default_class=False),
    RuleCommittee(Prism(), plan=3, default_class=False, random_state=0),
]


@pytest.mark.parametrize("model", LEARNERS, ids=lambda one: type(one).__name__)
def test_uncovered_rows_are_those_predicted_as_none(model):
    X, y = TABLE, LABELS
    fitted = model.fit(X.iloc[:9], y[:9])
    predicted = fitted.predict(X)
    np.testing.assert_array_equal(fitted.covered(X), [label is not None for label in predicted])
    assert fitted.report(X, y) == rule_report(predicted, y)
    assert fitted.score(X, y) == rule_score(predicted, y)
    assert fitted.to_text().endswith("otherwise unclassified")


@pytest.mark.parametrize("model", LEARNERS, ids=lambda one: type(one).__name__)
def test_nothing_is_told_before_a_fit(model):
    X = TABLE
    assert isinstance(model, RuleClassifier)
    for ask in ("predict", "covered"):
        with pytest.raises(NotFittedError):
            getattr(type(model)(), ask)(X)
    with pytest.raises(NotFittedError):
        type(model)().to_text()
