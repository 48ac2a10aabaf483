"""DeLong's paired test."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions

TRUTH = ["yes"] * 5 + ["no"] * 5
A = [0.9, 0.8, 0.7, 0.6, 0.4, 0.5, 0.4, 0.3, 0.2, 0.1]
B = [0.8, 0.9, 0.5, 0.4, 0.6, 0.7, 0.3, 0.2, 0.45, 0.1]


def pair(truth, a, b, name="auc", **more):
    table = Predictions.build(truth, {"a": truth, "b": truth}, scores={"a": a, "b": b}, **more)
    return Pair.of(table, "a", "b", measure(name))


def test_published_number():
    """Areas .94 and .84, z = .79057, METHODS L.5."""
    result = compare_pair(pair(TRUTH, A, B), "delong")
    assert result.difference == pytest.approx(0.1)
    assert result.statistic == pytest.approx(0.79057, abs=5e-6)
    assert result.p_value == pytest.approx(2 * stats.norm.sf(0.79057), abs=1e-5)


def test_gini_is_tested_alike():
    area, gini = (compare_pair(pair(TRUTH, A, B, name), "delong") for name in ("auc", "gini"))
    assert gini.p_value == pytest.approx(area.p_value)
    assert gini.high == pytest.approx(2 * area.high)


def test_the_default_for_an_area_on_one_test_set():
    assert choose_comparison(pair(TRUTH * 4, A * 4, B * 4)).method.name == "placement-t"


def test_several_classes():
    rng = np.random.default_rng(0)
    truth = np.arange(150) % 3
    tables = [np.exp(rng.normal(size=(150, 3)) + s * np.eye(3)[truth]) for s in (2.0, 0.3)]
    scores = [one / one.sum(axis=1, keepdims=True) for one in tables]
    assert compare_pair(pair(truth, *scores), "delong").p_value < 0.001


def test_groups_of_copies_are_single_rows():
    plain = compare_pair(pair(TRUTH, A, B), "delong")
    groups = list(range(10)) * 5
    copied = compare_pair(pair(TRUTH * 5, A * 5, B * 5, groups=groups), "delong")
    assert copied.posterior.scale == pytest.approx(plain.posterior.scale, rel=0.07)
    assert copied.posterior.df == 9


def test_a_measure_of_labels_is_refused():
    with pytest.raises(ValidityError, match="valid for auc and gini, and f1 is not one; try test='paired-bootstrap'"):
        compare_pair(pair(TRUTH * 4, A * 4, B * 4, "f1"), "delong")


def test_it_holds_its_level():
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], [60, 40])
    rejected = []
    for _ in range(400):
        shared = rng.normal(size=100) + truth
        a, b = (shared + rng.normal(size=100) for _ in range(2))
        rejected.append(compare_pair(pair(truth, a, b), "delong").p_value <= 0.05)
    assert 0.02 <= np.mean(rejected) <= 0.08
