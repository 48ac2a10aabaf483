"""Greedy ensemble selection."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from foldwise.ensembles import GreedyClassifier
from foldwise.ensembles.greedy_selection import greedy_weights
from foldwise.errors import InputError
from tests.ensembles.data import classes
from tests.learners.checks import complaints

BASES = [("nb", GaussianNB()), ("logistic", LogisticRegression())]


def test_scikit_learn_accepts_it():
    assert complaints(GreedyClassifier(BASES, plan=2)) == []


def test_every_step_is_the_best_of_all_models():
    """The definition, step by step."""
    rng = np.random.default_rng(0)
    truth = rng.normal(size=50)
    columns = [truth + rng.normal(scale=scale, size=50) for scale in (0.5, 0.6, 2.0)]
    chosen, risks = [], []
    for _ in range(12):
        means = [np.mean([columns[at] for at in [*chosen, new]], axis=0) for new in range(3)]
        errors = [np.mean((mean - truth) ** 2) for mean in means]
        chosen.append(int(np.argmin(errors)))
        risks.append(min(errors))
    best = chosen[: int(np.argmin(risks)) + 1]
    np.testing.assert_allclose(greedy_weights(columns, truth, steps=12), np.bincount(best, minlength=3) / len(best))


def test_one_perfect_model_is_enough():
    truth = np.arange(4.0)
    assert greedy_weights([truth + 1, truth], truth).tolist() == [0, 1]


def test_no_step_is_refused():
    with pytest.raises(InputError, match="steps is a whole number from 1 up, not 0"):
        GreedyClassifier(BASES, steps=0).fit(*classes())
