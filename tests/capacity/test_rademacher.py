"""Fits of random labels."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from foldwise.capacity import rademacher_complexity
from foldwise.errors import InputError

X = np.random.default_rng(0).normal(size=(60, 3))


def test_constant_rules_follow_what_chance_leaves():
    """E |Σσ|/n of 60 signs is √(2/(60π)) = 0.103."""
    found = rademacher_complexity(DummyClassifier(), X, draws=200)
    assert found.value == pytest.approx(np.sqrt(2 / (60 * np.pi)), abs=4 * found.error)


def test_larger_families_follow_more():
    small, large = (
        rademacher_complexity(one, X, draws=10).value
        for one in (LogisticRegression(), DecisionTreeClassifier(max_depth=4))
    )
    assert 0.1 < small < large <= 1


def test_a_family_of_finite_dimension_is_below_its_bound():
    """Massart and Sauer: √(2h ln(en/h)/n) with h = 4."""
    assert rademacher_complexity(LogisticRegression(C=1e4), X, draws=10).value < np.sqrt(8 * np.log(np.e * 60 / 4) / 60)


def test_one_draw_is_refused():
    with pytest.raises(InputError, match="two draws or more"):
        rademacher_complexity(LogisticRegression(), X, draws=1)
