"""Agreement with statsmodels, mlxtend, baycomp and autorank on shared inputs.

The numbers are in tests/reference/comparisons.json, made by tests/reference/make_comparisons.py.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from foldwise.comparisons import (
    Pair,
    adjust,
    bayes_sign,
    bayes_signed_rank,
    cochran_q,
    compare_pair,
    friedman,
    nemenyi,
)
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.pairs import fold_differences
from tests.reference.make_comparisons import DEMSAR, HALVES, P_VALUES, answers, dataset_differences, fold_scores

KNOWN = json.loads(Path(__file__).parents[1].joinpath("reference/comparisons.json").read_text())


@pytest.mark.parametrize("how", ["holm", "hochberg", "bonferroni", "bh", "by"])
def test_adjusted_p_values_are_those_of_statsmodels(how):
    assert adjust(P_VALUES, how) == pytest.approx(KNOWN["statsmodels"][how])


@pytest.mark.parametrize("kind", ["t", "f"])
def test_five_by_two_is_that_of_mlxtend(kind):
    result = compare_pair(fold_differences(np.ravel(HALVES), repeats=5), f"5x2cv-{kind}")
    assert (result.statistic, result.p_value) == pytest.approx(KNOWN["mlxtend"][kind])


@pytest.mark.parametrize("kind", ["exact", "continuity", "chi2"])
def test_mcnemars_test_is_that_of_mlxtend(kind):
    truth, said = answers()
    table = Predictions.build(truth, {"a": said[0], "b": said[1]})
    result = compare_pair(Pair.of(table, "a", "b", measure("error")), f"mcnemar-{kind}")
    assert result.p_value == pytest.approx(KNOWN["mlxtend_systems"][kind])


def test_cochrans_q_is_that_of_mlxtend():
    truth, said = answers()
    assert cochran_q((said == truth).T).p_value == pytest.approx(KNOWN["mlxtend_systems"]["cochran_q"])


def test_the_correlated_t_is_that_of_baycomp():
    first, second = fold_scores()
    posterior = compare_pair(fold_differences(second - first, repeats=3), "corrected-t").posterior
    shares = posterior.shares(0.01)
    assert (shares.left, shares.rope, shares.right) == pytest.approx(KNOWN["baycomp"]["correlated_t"])
    assert (posterior.below(0), posterior.above(0)) == pytest.approx(KNOWN["baycomp"]["correlated_t_no_rope"])


@pytest.mark.parametrize(("test", "name"), [(bayes_sign, "sign"), (bayes_signed_rank, "signed_rank")])
def test_bayesian_tests_over_datasets_are_those_of_baycomp(test, name):
    """Both draw at random; three standard errors of 50,000 and 200,000 draws together are .007."""
    shares = test(dataset_differences().mean(axis=1), 0.01, np.random.default_rng(0)).shares()
    assert (shares.left, shares.rope, shares.right) == pytest.approx(KNOWN["baycomp"][name], abs=0.007)


def test_ranks_and_critical_difference_are_those_of_autorank():
    result, known = friedman(1 - DEMSAR), KNOWN["autorank"]
    assert result.p_value == pytest.approx(known["p_value"])
    assert result.ranks == pytest.approx([known["ranks"][name] for name in ("c45", "m", "cf", "mcf")])
    assert nemenyi(4, 14).value == pytest.approx(known["cd"], rel=1e-5)
