"""Tests for different rows by name, the default, and verdicts."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.comparisons import (
    UNPAIRED_TESTS,
    UnpairedPair,
    choose_unpaired,
    judge,
    unpaired_method,
)
from foldwise.errors import UnknownNameError
from foldwise.measures import measure
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, scores_table, values_pair

rng = np.random.default_rng(4)
TABLES = scores_table(rng, 80, 1.0, "a"), scores_table(rng, 90, 2.0, "b")


@pytest.mark.parametrize(
    ("name", "test"),
    [("error", "two-proportions"), ("recall", "two-proportions"), ("auc", "unpaired-delong"), ("log-loss", "welch-t"),
     ("f1", "mover"), ("mcc", "mover"), ("average-precision", "mover")],
)  # fmt: skip
def test_the_first_valid_test_is_the_default(name, test):
    assert choose_unpaired(UnpairedPair.of(*TABLES, measure(name))).method.name == test


METHODS = [replace(one, permutations=999) if hasattr(one, "permutations") else one for one in UNPAIRED_TESTS]
"""Every test, with as many deals of the rows as measures of counts have anyway."""
TURNED = [
    pytest.param(one, name, id=f"{name}-{one.name}")
    for one in METHODS
    for name in (("error", "mcc") if "permutation" in one.name else ("error", "auc", "log-loss", "mcc", "f1"))
]
"""One measure of rows and one of counts are enough where rows are dealt at random."""


@pytest.mark.parametrize(("method", "name"), TURNED)
def test_turning_the_systems_turns_every_test(method, name):
    there, back = (UnpairedPair.of(*both, measure(name)) for both in (TABLES, TABLES[::-1]))
    if method.refusal(there) is not None:
        assert method.refusal(back) is not None
        return
    one, other = method.compare(there, 0.9), method.compare(back, 0.9)
    assert one.difference == pytest.approx(-other.difference)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-6)
    assert one.p_value == pytest.approx(other.p_value, abs=0.05 if "permutation" in method.name else 1e-6)


@pytest.mark.parametrize("method", METHODS, ids=lambda one: one.name)
def test_a_system_beside_itself_is_not_different(method):
    """The same errors on either side: the difference is 0, p is 1 and the interval has a width."""
    same = rng.gamma(2, size=60)
    pair = values_pair(same, same) if method.name in ("welch-t", "mover", "unpaired-permutation") else None
    if method.name == "two-proportions":
        pair = counts_pair(12, 60, 12, 60)
    if pair is None:
        pair = UnpairedPair.of(TABLES[0], TABLES[0], measure("auc"))
    found = method.compare(pair, 0.95)
    assert (found.difference, found.p_value) == (0, pytest.approx(1, abs=1e-6))
    assert found.low < 0 < found.high


def test_verdicts_follow_the_adjusted_p_values():
    pairs = [counts_pair(10, 100, 40, 100), counts_pair(20, 100, 24, 100), counts_pair(1000, 20_000, 1000, 20_000)]
    compared = [(pair, compared_by(pair)) for pair in pairs]
    assert [one.verdict for one in judge(compared, {"error": 0.01})] == ["better", "undecided", "equivalent"]
    assert [one.turned().verdict for one in judge(compared[:1], {"error": 0.01})] == ["worse"]


def test_unknown_tests_and_pairs_without_any_are_refused():
    with pytest.raises(UnknownNameError, match="no test for different rows called 'welch'; try 'welch-t'"):
        unpaired_method("welch")
    with pytest.raises(UnknownNameError, match=r"called 'corrected-t'; try foldwise\.compare or foldwise\.score"):
        unpaired_method("corrected-t")


def test_measures_without_a_test_are_compared_by_dealing_rows():
    """The largest error has no interval; whether rows come from one distribution can still be asked."""
    found = compared_by(values_pair(rng.normal(size=40), 3 + rng.normal(size=40), "max-error"))
    assert (found.method, found.has_interval) == ("unpaired-permutation", False)
    assert found.p_value < 0.05


@pytest.mark.parametrize(
    ("name", "said"), [("two-proportions", "shares"), ("unpaired-delong", "auc"), ("unpaired-permutation", "rank rows")]
)
def test_the_measures_of_a_test_are_declared(name, said):
    assert said in unpaired_method(name).validity.which
