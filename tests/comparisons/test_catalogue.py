"""Every test of two models behaves as a test should, wherever it is valid."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from foldwise.comparisons import COMPARISONS, Pair, compare_pair, comparison_method
from foldwise.errors import UnknownNameError
from foldwise.measures import measure
from foldwise.plans import PairedHalves, PairsOut, Partition, RowLists, draw
from foldwise.predictions import ScoreKind
from tests.comparisons.pairs import of_errors, of_losses
from tests.worlds import bootstrap_of, fixed, partition, values

N = 60
GROUPS = np.repeat(np.arange(10), 6)
EDGES = np.arange(10, N + 1, 10)
WORLDS = (
    partition(n=N, k=10),
    partition(n=N, k=2, repeats=5),
    Partition((GROUPS // 2)[None, :], 5, plan="group-kfold(5)", unit="group"),
    RowLists(
        tuple(np.arange(edge) for edge in EDGES[:-1]),
        tuple(np.arange(edge, edge + 10) for edge in EDGES[:-1]),
        N,
        plan="forward(5)",
    ),
    fixed(N),
    PairsOut(partition(n=N, k=5, repeats=3).parts, 5, plan="two-folds-out(5, repeats=3)"),
    draw(PairedHalves(10, splits=5), values(n=N), seed=0),
    bootstrap_of(N, 200),
)
rng = np.random.default_rng(0)
NOISE = rng.normal(0.2, 1, N)


def pairs(losses):
    """Pairs on resamples, and on test sets of values, labels and scores."""
    for resamples in WORLDS:
        predictions = of_losses(resamples, 10 + losses, 10.0, groups=GROUPS, time=np.arange(N))
        yield Pair.of(predictions, "a", "b", measure("mae"))
    yield Pair.of(of_losses(fixed(N), 10 + losses, 10.0), "a", "b", measure("mae"))
    # The harder the losses are, the worse model a is.
    wrong = (losses > 0.9).astype(int)
    for name in ("error", "f1", "auc"):
        yield Pair.of(scored_by(wrong, np.arange(N) % 10 == 0), "a", "b", measure(name))
    many = np.tile(wrong, 350)
    yield Pair.of(scored_by(many, np.arange(many.size) % 10 == 0), "a", "b", measure("average-precision"))


def scored_by(a, b):
    """Classifiers wrong where `a` and `b` say so, with scores on the same side as their labels."""
    predictions = of_errors(a, b, fixed(len(a)))
    noise = np.random.default_rng(1).random(len(a))
    outputs = {
        name: replace(one, scores=np.stack([1 - s, s], axis=1), score_kind=ScoreKind.PROBABILITY)
        for name, one in predictions.outputs.items()
        for s in [0.5 * one.output + 0.4 * noise]
    }
    return replace(predictions, outputs=outputs)


def pair_for(method, losses=NOISE):
    """The first of the worlds in which the test is valid."""
    for pair in pairs(losses):
        if method.refusal(pair) is None:
            return pair
    message = f"{method.name} is valid nowhere"
    raise AssertionError(message)


every = pytest.mark.parametrize("method", COMPARISONS, ids=lambda method: method.name)


def test_names_are_unique_and_found():
    assert len({method.name for method in COMPARISONS}) == len(COMPARISONS)
    assert all(comparison_method(method.name) is method for method in COMPARISONS)
    with pytest.raises(UnknownNameError, match="no test for the same rows called 'mcnemars'"):
        comparison_method("mcnemars")
    with pytest.raises(
        UnknownNameError, match=r"no test for the same rows called 'mover'; try foldwise\.compare_unpaired"
    ):
        comparison_method("mover")


@every
def test_the_p_value_is_a_probability_and_the_interval_holds_the_difference(method):
    result = method.compare(pair_for(method), 0.9)
    assert 0 <= result.p_value <= 1
    assert result.method == method.name
    if result.has_interval:
        assert result.low <= result.difference <= result.high


@every
def test_turning_the_models_round_changes_the_sign_only(method):
    pair = pair_for(method)
    one, other = method.compare(pair, 0.9), method.compare(pair.turned(), 0.9)
    assert one.p_value == pytest.approx(other.p_value)
    assert one.difference == pytest.approx(-other.difference)


@every
def test_identical_models_are_never_told_apart(method):
    pair = pair_for(method)
    same = Pair(pair.a, pair.a)
    assert method.compare(same, 0.95).p_value == 1


@every
def test_a_huge_difference_is_found(method):
    pair = pair_for(method, 5 + NOISE / 50)
    assert compare_pair(pair, method, allow_invalid=True).p_value < 0.01


@every
def test_it_says_what_to_do_where_it_is_not_valid(method):
    assert method.validity.instead
    assert method.summary


def test_every_work_that_a_test_cites_is_listed():
    root = Path(__file__).parents[2]
    listed = set(re.findall(r"(?m)^\| ([a-z]+\d{4}) ", (root / "docs" / "references.md").read_text(encoding="utf-8")))
    cited = {
        key
        for file in (root / "src" / "foldwise" / "comparisons").glob("*.py")
        for key in re.findall(r"\b[a-z]+(?:19|20)\d\d\b", file.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited - listed == set()
