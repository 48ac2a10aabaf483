"""Random subspaces as a variant."""

import numpy as np
from sklearn.naive_bayes import GaussianNB

from foldwise.data import read
from foldwise.ensembles import SubspaceClassifier
from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of

SUBSPACE = improvement_method("subspace")
WIDE = read(np.random.default_rng(0).normal(size=(40, 9)), np.tile([0, 1], 20), task="classification")


def test_it_is_tried_with_many_columns():
    case = case_of(GaussianNB(), WIDE)
    assert SUBSPACE.reason(case).tried
    assert isinstance(SUBSPACE.build(case), SubspaceClassifier)


def test_trees_and_few_columns_are_left_out():
    assert "random forest" in SUBSPACE.reason(case_of(dataset=WIDE)).text
    assert SUBSPACE.reason(case_of(GaussianNB())).text == "halves of 3 columns leave too little to each member"
