"""Naive Bayes of counts, indicators and categories."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, MultinomialNB

from foldwise.engine import choose
from foldwise.engine.families.discrete_nb import Categories
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label

MODELS = [
    BernoulliNB(binarize=1.5),
    MultinomialNB(alpha=0.1, fit_prior=False),
    ComplementNB(norm=True),
    CategoricalNB(min_categories=20),
]


def counts(n=61, *, weighted=False):
    rng = np.random.default_rng(3)
    weights = rng.uniform(0.5, 2, n) if weighted else None
    return replace(classes(n=n), X=rng.poisson(2.0, size=(n, 3)).astype(float), weights=weights)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_they_predict_as_scikit_learn_does(model, kind, weighted):
    assert same(model, counts(weighted=weighted), resamples(kind, 61), "discrete-nb") == "discrete-nb"


def test_many_numbers_are_made_when_they_are_needed(monkeypatch):
    monkeypatch.setattr("foldwise.engine.families.discrete_nb.NUMBERS_KEPT", 0)
    for kind in ("parts", "uneven parts"):
        assert same(MultinomialNB(), counts(), resamples(kind, 61), "discrete-nb") == "discrete-nb"


def test_negative_counts_are_refused():
    reason = choose(MultinomialNB(), classes(), resamples("parts", 80)).reason
    assert reason == "there are negative values, which MultinomialNB does not take"


X = np.array([[0.0, 2.0], [1.0, 0.0], [1.0, 1.0]])


def test_one_indicator_per_column_and_category():
    found = Categories.of(X, None)
    assert found.count == 5
    assert found.column.tolist() == [0, 0, 1, 1, 1]
    assert found.indicators(X).tolist() == [[1, 0, 0, 0, 1], [0, 1, 1, 0, 0], [0, 1, 0, 1, 0]]


def test_a_column_has_the_categories_up_to_the_largest_that_was_seen():
    seen = np.array([[True, False, True, False, True], [True, True, True, False, False]])
    assert Categories.of(X, None).known(seen).tolist() == [[1, 3], [2, 1]]
    assert Categories.of(X, 4).known(seen).tolist() == [[4, 4], [4, 4]]
