"""The union of rule sets."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.ensembles import RuleCommittee
from foldwise.errors import InputError
from foldwise.learners import C45Rules, Prism
from tests.ensembles.data import classes
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE


def test_scikit_learn_accepts_it():
    assert complaints(RuleCommittee(plan=2)) == []


def test_every_rule_of_a_fold_is_in_the_union_once():
    iris = foldwise.sample("iris")
    model = RuleCommittee(C45Rules(20), plan=5, random_state=0).fit(iris.X, iris.target)
    lines = model.to_text().splitlines()
    heads = [line.partition(" (")[0] for line in lines[:-1]]
    assert len(set(heads)) == len(heads)
    known = {line.partition(" (")[0] for member in model.members_ for line in member.to_text().splitlines()}
    assert set(heads) <= known
    assert lines[-1] == "otherwise setosa"


def test_rules_are_counted_on_all_rows():
    iris = foldwise.sample("iris")
    model = RuleCommittee(C45Rules(20), plan=5, random_state=0).fit(iris.X, iris.target)
    matrix = model.rules_.encoding.encode(iris.X)
    for rule in model.rules_.rules:
        assert rule.cases == rule.covers(matrix).sum()


def test_levels_that_a_fold_has_not_seen_keep_their_names():
    """Without the overcast days a fold has other numbers for the levels; its rules name them all the same."""
    folds = [
        (np.flatnonzero(TABLE["outlook"] != name), np.flatnonzero(TABLE["outlook"] == name))
        for name in ("overcast", "rain")
    ]
    model = RuleCommittee(Prism(1), plan=folds, default_class=False, random_state=0).fit(TABLE, LABELS)
    heads = {line.partition(" (")[0] for line in model.to_text().splitlines()}
    known = {line.partition(" (")[0] for member in model.members_ for line in member.to_text().splitlines()}
    assert "if outlook = overcast then Play" in heads
    assert heads - known == {"otherwise unclassified"}


def test_rows_without_a_rule_are_unclassified_and_errors():
    X, y = classes(noise=4.0)
    model = RuleCommittee(Prism(30), plan=3, default_class=False, random_state=0).fit(X, y)
    predicted = model.predict(X)
    none = np.array([label is None for label in predicted])
    report = model.report(X, y)
    assert none.any()
    assert report.covered == pytest.approx(1 - none.mean())
    assert report.error == pytest.approx(np.mean(predicted != y)) == pytest.approx(1 - model.score(X, y))


def test_a_learner_without_rules_is_refused():
    with pytest.raises(InputError, match=r"GaussianNB has no rules_; try C45Rules\(\) or Prism\(\)"):
        RuleCommittee(GaussianNB()).fit(*classes())
