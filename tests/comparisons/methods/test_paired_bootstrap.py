"""The paired bootstrap."""

import numpy as np
import pytest

from foldwise.comparisons import Pair, PairedBootstrap, bca_p_value, choose_comparison, compare_pair
from foldwise.measures import ModelScores, custom_measure, measure
from foldwise.predictions import Predictions


def pair(name, *, gain=0.0, n=150, seed=0, **more):
    """Two systems whose scores share half of their noise; a knows `gain` more."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.4).astype(int)
    shared = rng.normal(size=n)
    scores = {
        one: 1 / (1 + np.exp(-(shared + rng.normal(size=n) + (1.2 + extra) * truth - 0.6)))
        for one, extra in (("a", gain), ("b", 0.0))
    }
    labels = {one: (score > 0.5).astype(int) for one, score in scores.items()}
    return Pair.of(Predictions.build(truth, labels, scores=scores, **more), "a", "b", measure(name))


@pytest.mark.parametrize("name", ["error", "f1", "mcc", "auc", "average-precision", "log-loss", "ks"])
def test_any_measure_will_do(name):
    clear, none = (compare_pair(pair(name, gain=gain), "paired-bootstrap") for gain in (4.0, 0.0))
    assert clear.p_value < 0.02 < none.p_value
    assert none.low <= 0 <= none.high
    assert not clear.low <= 0 <= clear.high


def test_the_p_value_is_where_the_interval_touches_zero():
    one = pair("f1", gain=0.8)
    p_value = PairedBootstrap().compare(one, 0.95).p_value
    touching = PairedBootstrap().compare(one, 1 - p_value)
    assert min(abs(touching.low), abs(touching.high)) < 0.01


def test_it_agrees_with_delong():
    one = pair("auc", gain=0.7, n=300)
    ours, delong = compare_pair(one, "paired-bootstrap"), compare_pair(one, "delong")
    assert ours.p_value == pytest.approx(delong.p_value, abs=0.05)
    assert (ours.low, ours.high) == pytest.approx((delong.low, delong.high), abs=0.02)


def test_the_default_where_nothing_else_is_valid():
    own = custom_measure(lambda truth, said: float(np.mean(truth == said)), name="agreement")
    one = pair("average-precision")
    first, second = (ModelScores(each.predictions, each.model, own) for each in (one.a, one.b))
    assert choose_comparison(Pair(first, second)).method.name in {"paired-bootstrap", "permutation"}


def test_groups_are_drawn_whole():
    rows, groups = np.tile(np.arange(50), 6), np.tile(np.arange(50), 6)
    rng = np.random.default_rng(2)
    truth, a, b = rng.integers(0, 2, 50)[rows], rng.random(50)[rows], rng.random(50)[rows]
    table = Predictions.build(truth, {"a": truth, "b": truth}, scores={"a": a, "b": b}, groups=groups)
    plain = Predictions.build(truth[:50], {"a": truth[:50], "b": truth[:50]}, scores={"a": a[:50], "b": b[:50]})
    ours, theirs = (compare_pair(Pair.of(one, "a", "b", measure("ks")), "paired-bootstrap") for one in (table, plain))
    assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.25)


def test_p_values_at_the_edges():
    assert bca_p_value(np.zeros(10), 0.0, 0.0) == 1
    assert bca_p_value(np.full(999, 5.0) + np.arange(999), 504.0, 0.0) == pytest.approx(2 / 1000, rel=0.5)
    assert bca_p_value(np.zeros(0), 0.1, 0.0) == 1


def test_it_holds_its_level():
    rejected = [
        PairedBootstrap(resamples=400).compare(pair("f1", seed=seed), 0.95).p_value <= 0.05 for seed in range(250)
    ]
    assert np.mean(rejected) <= 0.09


def test_a_system_that_is_the_same_on_all_rows_is_compared_as_long_as_the_difference_varies():
    losses = np.random.default_rng(0).random(50)
    table = Predictions.build(np.zeros(50), {"a": losses, "b": np.full(50, 0.5)}, task="regression")
    varies = Pair.of(table, "a", "b", measure("mae"))
    found = compare_pair(varies, "paired-bootstrap")
    assert found.low < found.difference < found.high
    assert "no row moves the difference" in PairedBootstrap().refusal(Pair(varies.b, varies.b))
