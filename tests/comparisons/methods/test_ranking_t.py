"""The t-test for points and areas of curves over thresholds."""

import numpy as np
import pytest

from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions


def pair(name: str, *, n: int = 120, seed: int = 0, better: float = 0.0, groups=None, weights=None) -> Pair:
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.35).astype(int)
    raw = {one: rng.normal(size=n) + (1.0 + more) * truth for one, more in (("a", better), ("b", 0.0))}
    said = {one: 1 / (1 + np.exp(-values)) for one, values in raw.items()}
    labels = {one: (values > 0.5).astype(int) for one, values in said.items()}
    scores = {one: np.column_stack([1 - values, values]) for one, values in said.items()}
    table = Predictions.build(truth, labels, scores=scores, classes=[0, 1], groups=groups, weights=weights)
    return Pair(*(ModelScores(table, one, measure(name)) for one in ("a", "b")))


@pytest.mark.parametrize("name", ["average-precision", "ks", "eer", "gain", "recall-at-fpr", "ovr-auc", "aurc"])
def test_it_is_the_default_of_curves(name):
    assert choose_comparison(pair(name)).method.name == "ranking-t"


@pytest.mark.parametrize("how", ["rows", "groups", "weights"])
def test_equal_systems_are_seldom_called_different(how):
    rejected = []
    for seed in range(100):
        groups = np.arange(120) // 8 if how == "groups" else None
        weights = np.random.default_rng(seed).exponential(size=120) if how == "weights" else None
        one = pair("average-precision", seed=seed, groups=groups, weights=weights)
        rejected.append(compare_pair(one, choose_comparison(one).method, 0.95).p_value < 0.05)
    assert np.mean(rejected) <= 0.12


def test_a_better_system_is_found():
    one = pair("average-precision", n=400, better=1.5)
    assert compare_pair(one, choose_comparison(one).method, 0.95).p_value < 0.01


def test_systems_that_change_places_have_the_same_p_value():
    one = pair("eer", better=0.5)
    other = Pair(one.b, one.a)
    method = choose_comparison(one).method
    assert compare_pair(one, method, 0.95).p_value == pytest.approx(compare_pair(other, method, 0.95).p_value)


def test_few_rows_in_the_band_of_a_partial_area_have_no_test():
    choice = choose_comparison(pair("partial-auc", n=40))
    assert choice.method is None
    assert "rows lie in the band" in choice.reason


def test_other_measures_are_refused():
    one = pair("brier")
    with pytest.raises(ValidityError, match="curves"):
        compare_pair(one, "ranking-t", 0.95)
