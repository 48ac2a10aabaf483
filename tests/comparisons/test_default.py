"""Which test is taken, and for whom."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.comparisons import choose_comparison, compare_pair, memorises
from foldwise.errors import InputError, UnknownNameError
from foldwise.predictions import Outputs, ScoreKind
from tests.comparisons.pairs import error_pair, of_errors
from tests.worlds import bootstrap_of, partition

rng = np.random.default_rng(0)
A, B = rng.random(100) < 0.3, rng.random(100) < 0.2


def with_apparent(predictions, wrong):
    rows = np.arange(predictions.n)
    own = Outputs(
        0 * rows, rows, predictions.truth ^ wrong.astype(int), None, ScoreKind.NONE, np.zeros(rows.size, dtype=np.uint8)
    )
    return replace(predictions, apparent={"a": own})


@pytest.mark.parametrize(
    ("resamples", "method"),
    [
        (partition(n=100, k=10), "corrected-t"),
        (partition(n=100, k=10, repeats=3), "corrected-t"),
        (partition(n=100, k=3), "wald-cv"),
    ],
)
def test_the_default_follows_the_plan(resamples, method):
    assert compare_pair(error_pair(of_errors(A, B, resamples))).method == method


def test_models_that_memorise_get_the_test_made_for_them():
    pair = error_pair(of_errors(A, B, partition(n=100, k=10, repeats=3)))
    choice = choose_comparison(pair, frozenset({"b"}))
    assert (choice.method.name, choice.reason) == ("corrected-t-once", "b memorise their rows")
    assert choose_comparison(pair, frozenset({"c"})).method.name == "corrected-t"


def test_a_model_without_apparent_errors_memorises():
    predictions = of_errors(A, B)
    assert memorises(with_apparent(predictions, np.zeros(100)), "a")
    assert not memorises(with_apparent(predictions, A), "a")


def test_a_model_that_is_simply_good_does_not():
    """Two errors in a hundred on its own rows and on new ones: nothing was memorised."""
    good = np.arange(100) < 2
    assert not memorises(with_apparent(of_errors(good, B), good), "a")


def test_a_model_that_was_not_asked_is_not_accused():
    assert not memorises(of_errors(A, B), "a")


def test_where_no_test_is_valid_there_is_none():
    pair = error_pair(of_errors(A, B, bootstrap_of(100, 20)))
    assert compare_pair(pair) is None
    assert choose_comparison(pair).reason == "no test is valid for the plan bootstrap(20)"
    few = error_pair(of_errors(A[:12], B[:12], partition(n=12, k=3)))
    assert choose_comparison(few).reason.startswith("corrected-t: there are 12 rows, and 20 are the least")


def test_an_unknown_test_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="no comparison method called 'corected-t'; try 'corrected-t'"):
        compare_pair(error_pair(of_errors(A, B)), "corected-t")
    with pytest.raises(InputError, match=r"try 0.95"):
        compare_pair(error_pair(of_errors(A, B)), level=95)
