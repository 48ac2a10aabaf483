"""The no-information rate against all n² pairs."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.estimates import no_information
from foldwise.measures import measure
from tests.worlds import outcomes

rng = np.random.default_rng(11)
WEIGHTS = [None, rng.random(40) + 0.2]


def brute_force(one, given):
    """Mean loss over all pairs of a truth and an answer."""
    i, j = (part.ravel() for part in np.meshgrid(np.arange(given.size), np.arange(given.size), indexing="ij"))
    answers = given.where(j)
    pairs = replace(answers, truth=given.truth[i])
    weights = None if given.weights is None else given.weights[i] * given.weights[j]
    return np.average(one.loss(pairs), weights=weights)


@pytest.mark.parametrize("weights", WEIGHTS, ids=["equal", "weighted"])
@pytest.mark.parametrize("name", ["error", "accuracy", "log-loss", "brier"])
def test_classes(name, weights):
    scores = rng.dirichlet([1, 1, 1], size=40)
    given = outcomes(rng.integers(0, 3, 40), scores.argmax(axis=1), scores, n_classes=3, weights=weights)
    assert no_information(measure(name), given) == pytest.approx(brute_force(measure(name), given))


@pytest.mark.parametrize("weights", WEIGHTS, ids=["equal", "weighted"])
@pytest.mark.parametrize("name", ["mse", "rmse", "mae"])
def test_values(name, weights):
    truth = rng.normal(size=40).round(1)
    given = outcomes(truth, (truth + rng.normal(size=40)).round(1), n_classes=0, weights=weights)
    assert no_information(measure(name), given) == pytest.approx(brute_force(measure(name), given))


def test_two_classes_by_the_formula():
    """p(1 - q) + (1 - p)q with p = .3 and q = .4."""
    given = outcomes(np.repeat([1, 0], [3, 7]), np.repeat([1, 0], [4, 6]))
    assert no_information(measure("error"), given) == pytest.approx(0.3 * 0.6 + 0.7 * 0.4)


def test_an_unclassified_row_is_an_error_against_every_truth():
    given = outcomes([0, 1, 0, 1], [0, 1, -1, -1])
    assert no_information(measure("error"), given) == pytest.approx(0.5 * 0.5 + 0.5)


def test_measures_that_are_no_mean():
    given = outcomes(np.tile([0, 1], 20), np.tile([0, 1, 1], 14)[:40], rng.random(40))
    assert no_information(measure("auc"), given) == 0.5
    assert no_information(measure("balanced-error"), given) == pytest.approx(0.5)
    values = outcomes(rng.normal(size=10), rng.normal(size=10), n_classes=0)
    assert no_information(measure("r2"), values) is None


def test_a_million_rows_need_no_table_of_pairs():
    truth = rng.normal(size=1_000_000)
    given = outcomes(truth, rng.normal(size=1_000_000), n_classes=0)
    assert no_information(measure("mae"), given) == pytest.approx(2 / np.sqrt(np.pi), abs=0.01)
