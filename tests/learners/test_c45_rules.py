"""C4.5's rules as a classifier."""

import numpy as np

import foldwise
from foldwise.learners import C45Rules, C45Tree
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE


def test_scikit_learn_accepts_it():
    assert complaints(C45Rules()) == []


def test_the_rules_are_those_of_the_tree():
    rules = C45Tree().fit(TABLE, LABELS).to_rules()
    model = C45Rules().fit(TABLE, LABELS)
    assert model.to_text() == rules.to_text()
    assert model.predict(TABLE).tolist() == LABELS.tolist()


def test_a_day_that_no_rule_covers_is_unclassified():
    day = TABLE.head(1).assign(outlook=None)
    assert C45Rules(default_class=False).fit(TABLE, LABELS).predict(day).tolist() == [None]
    assert C45Rules().fit(TABLE, LABELS).predict(day).tolist() == ["Play"]


def test_foldwise_counts_rows_without_a_rule_as_errors():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 2, 80)
    found = foldwise.assess(C45Rules(default_class=False), X, y, plan="kfold(4)", progress=False)
    predicted = found.predictions.outputs["c45-rules"].output
    assert (predicted < 0).any()
