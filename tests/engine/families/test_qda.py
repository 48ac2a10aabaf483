"""Quadratic discriminants."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

from foldwise import native
from foldwise.engine import choose
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label

FULL = [kind for kind in KINDS if kind not in ("weights", "uneven parts")]
"""Resamples whose training sets have enough rows of every class, and no weights."""
MODELS = [
    QuadraticDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(reg_param=0.2, priors=[0.2, 0.3, 0.5]),
    QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.3),
]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_it_predicts_as_scikit_learn_does(model, kind, compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    assert same(model, classes(n=81), resamples(kind, 81), "qda") == "qda"


def test_a_class_with_one_row_is_left_to_scikit_learn():
    dataset = classes(n=61)
    few = type(dataset)(X=dataset.X, target=np.where(np.arange(61) < 4, "few", "many"), task=dataset.task)
    model = QuadraticDiscriminantAnalysis(reg_param=0.5)
    assert choose(model, few, resamples("parts", 61)).name == "qda"


def test_weights_are_refused():
    reason = choose(QuadraticDiscriminantAnalysis(), classes(n=40), resamples("weights", 40)).reason
    assert reason == "the rows are weighted, and QuadraticDiscriminantAnalysis takes no weights"
