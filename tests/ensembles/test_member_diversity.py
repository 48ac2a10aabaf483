"""Diversity measures, by hand and against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef

from foldwise.ensembles import ambiguity, diversity, redundancy
from foldwise.errors import InputError

TRUTH = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
A = np.array([0, 0, 0, 1, 1, 1, 1, 1, 0, 0])
B = np.array([0, 0, 1, 1, 1, 1, 1, 0, 1, 0])


def test_a_pair_is_counted_by_hand():
    """Right together on rows 0, 1, 4, 5, 6; only a on 2 and 7; only b on 8; both wrong on 3 and 9."""
    (pair,) = diversity({"a": A, "b": B}, TRUTH).pairs
    assert (pair.disagreement, pair.double_fault) == (0.3, 0.2)
    assert pair.q == pytest.approx((5 * 2 - 2 * 1) / (5 * 2 + 2 * 1))
    assert pair.kappa == pytest.approx(cohen_kappa_score(A, B))
    assert pair.correlation == pytest.approx(matthews_corrcoef(A == TRUTH, B == TRUTH))


def test_an_ensemble_that_is_split_in_halves_has_entropy_one():
    said = {"a": [0, 1, 0, 1], "b": [1, 0, 1, 0], "c": [0, 1, 0, 1], "d": [1, 0, 1, 0]}
    found = diversity(said, [0, 0, 0, 0])
    assert (found.entropy, found.kohavi_wolpert) == (1.0, 0.25)
    assert len(found.to_frame()) == 6
    assert diversity({"a": A, "b": A}, TRUTH).entropy == 0


def test_the_error_of_a_mean_is_the_mean_error_less_the_ambiguity():
    rng = np.random.default_rng(0)
    truth, said = rng.normal(size=50), rng.normal(size=(4, 50))
    found = ambiguity(said, truth, np.array([4, 3, 2, 1]))
    assert found.error == pytest.approx(found.mean_error - found.ambiguity)
    assert found.error == pytest.approx(np.mean((np.array([0.4, 0.3, 0.2, 0.1]) @ said - truth) ** 2))


def test_models_that_seldom_differ_are_called_redundant():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 2000)
    a = np.where(rng.random(2000) < 0.2, 1 - truth, truth)
    b = np.where(rng.random(2000) < 0.005, 1 - a, a)
    found = redundancy({"a": a, "b": b}, truth)
    assert found.redundant
    assert found.text.startswith("near-redundant: on 0.")
    c = np.where(rng.random(2000) < 0.2, 1 - truth, truth)
    assert not redundancy({"a": a, "c": c}, truth).redundant


def test_few_rows_do_not_make_models_redundant():
    assert not redundancy({"a": A, "b": A}, TRUTH).redundant


def test_values_are_redundant_where_their_errors_are_correlated():
    rng = np.random.default_rng(0)
    truth, noise = rng.normal(size=200), rng.normal(size=200)
    alike = {"a": truth + noise, "b": truth + noise + 0.05 * rng.normal(size=200)}
    assert redundancy(alike, truth).redundant
    found = redundancy({"a": truth + noise, "b": truth + rng.normal(size=200)}, truth)
    assert not found.redundant
    assert found.share == pytest.approx(0, abs=0.2)


def test_unclassified_rows_are_wrong():
    (pair,) = diversity({"a": np.array(["x", None], dtype=object), "b": ["x", "y"]}, ["x", "y"]).pairs
    assert pair.disagreement == 0.5


def test_one_model_and_other_lengths_are_refused():
    with pytest.raises(InputError, match="diversity is about two models and more, and 1 was given"):
        diversity({"a": A}, TRUTH)
    with pytest.raises(InputError, match=r"'b' has predictions of shape \(2,\) for a truth of shape \(10,\)"):
        diversity({"a": A, "b": [0, 1]}, TRUTH)
