"""Exchanges for measures of whole samples."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.comparisons.exchange import exchange_rows, exchangeable
from foldwise.comparisons.methods.permutation import Permutation
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 90)


def systems(gain_a=1.0, gain_b=1.0, *, seed=1, truth=TRUTH, scale=1.0):
    draw = np.random.default_rng(seed)
    scores = {"a": draw.normal(gain_a * truth), "b": scale * draw.normal(gain_b * truth)}
    labels = {name: (one > 0.5).astype(int) for name, one in scores.items()}
    return Predictions.build(truth, labels, scores=scores)


def test_an_area_is_compared_as_delong_does():
    pair = Pair.of(systems(2.0, 1.0), "a", "b", measure("auc"))
    exchanged, known = (compare_pair(pair, method) for method in (Permutation(), "delong"))
    assert exchanged.p_value == pytest.approx(known.p_value, abs=0.03)
    assert (exchanged.low, exchanged.high) == pytest.approx((known.low, known.high), abs=0.03)


def test_the_scale_of_the_scores_does_not_matter():
    values = [
        compare_pair(Pair.of(systems(1.4, 1.0, scale=scale), "a", "b", measure("average-precision")), Permutation(499))
        for scale in (1.0, 1000.0)
    ]
    assert values[0].p_value == values[1].p_value


def test_medians_against_scipy():
    errors = np.random.default_rng(4).gamma(2, size=(2, 30)) * [[1.0], [1.8]]
    truth = np.zeros(30) + 0.5
    pair = Pair.of(
        Predictions.build(truth, {"a": truth + errors[0], "b": truth + errors[1]}), "a", "b", measure("medae")
    )
    found = compare_pair(pair, Permutation(9999)).p_value
    theirs = stats.permutation_test(
        tuple(errors),
        lambda x, y: np.median(x) - np.median(y),
        permutation_type="samples",
        n_resamples=1999,
        random_state=np.random.default_rng(1),
    )
    assert found == pytest.approx(theirs.pvalue, abs=0.03)


def test_it_holds_its_level():
    rejected = []
    for seed in range(60):
        truth = np.random.default_rng(seed).integers(0, 2, 40)
        pair = Pair.of(systems(1.0, 1.0, seed=seed, truth=truth, scale=3.0), "a", "b", measure("ks"))
        rejected.append(exchange_rows(pair, 99, seed) <= 0.05)
    assert np.mean(rejected) <= 0.12


def test_a_calibration_error_has_a_test_and_no_interval():
    p = 1 / (1 + np.exp(-rng.normal(2 * TRUTH - 1)))
    result = foldwise.score(TRUTH, scores={"a": p, "b": p**3}, measures="ece")
    (record,) = result.pairs().to_dict("records")
    assert (record["method"], record["verdict"]) == ("permutation", "better")
    assert np.isnan(record["low"])


def test_it_is_not_the_default_where_a_quicker_test_is_valid():
    table = systems(2.0, 1.0)
    assert choose_comparison(Pair.of(table, "a", "b", measure("auc"))).method.name == "placement-t"
    assert choose_comparison(Pair.of(table, "a", "b", measure("ks"))).method.name == "ranking-t"


def test_scores_that_have_no_scale_in_common_are_refused():
    """The area under the risk-coverage curve looks at the larger of two scores."""
    pair = Pair.of(systems(), "a", "b", measure("aurc"))
    assert exchangeable(pair) is None
    with pytest.raises(ValidityError, match="scores of different systems are not on one scale"):
        compare_pair(pair, "permutation")
