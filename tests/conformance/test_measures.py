"""Every measure of the catalogue keeps the promises of `foldwise.testing.measures`."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.data import Task
from foldwise.measures import FAMILIES, MEASURES, Measure, Outcomes, measure
from foldwise.measures.aliases import ALIASES
from foldwise.predictions import ScoreKind
from foldwise.testing.measures import check_measure, check_perfect, check_range, check_weights, example, perfect

WITH_PARAMETERS = [
    "f(2)",
    "f(0.5)[1]",
    "precision(undefined=0)",
    "macro-recall(undefined=1)",
    "mcc(undefined=none)",
    "kappa(undefined=0)",
    "lift(0.3)",
    "gain(0.5)",
    "partial-auc(0.5)",
    "top-accuracy(1)",
    "log-loss(0.01)",
    "ece(5, by=width)",
    "brier-reliability(by=value)",
    "hosmer-lemeshow(5)",
    "net-benefit(0.2)",
    "abstention-cost(0.2)",
    "huber(0.5)",
    "pinball(0.9)",
    "mase(2)",
    "ccc(ddof=1)",
    "adjusted-r2(2)",
    "tweedie-deviance(3)",
    "tweedie-deviance(-1)",
    "d2-tweedie(0)",
    "d2-pinball(0.2)",
    "precision[0]",
    "auc[1]",
    "ece[0]",
    "error[1]",
]
TRIED = [*MEASURES, *(measure(text) for text in WITH_PARAMETERS)]


@st.composite
def outcomes(draw, one: Measure) -> Outcomes:
    """Rows that the measure exists for: few distinct scores, so that there are ties; whole weights."""
    n = draw(st.integers(8, 24))
    weights = np.array(draw(st.lists(st.integers(1, 3), min_size=n, max_size=n)), dtype=float)
    if one.task is Task.REGRESSION:
        pair = [np.array(draw(st.lists(st.integers(1, 6), min_size=n, max_size=n))) / 2 for _ in range(2)]
        return Outcomes(*pair, weights=weights)
    k = 2 if one.two_classes else draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    truth = rng.permutation(np.arange(n) % k)
    table = rng.integers(0, 4, (n, k)) + 0.5 * rng.integers(0, 2, (n, 1)) * np.eye(k)[truth] + 1e-3
    scores = table / table.sum(axis=1, keepdims=True)
    output = np.where(rng.random(n) < draw(st.sampled_from([0, 0.2])), -1, scores.argmax(axis=1))
    costs = rng.integers(0, 9, (k, k)) * (1.0 - np.eye(k))
    return Outcomes(
        truth, output, scores, ScoreKind.PROBABILITY, classes=k, positive=k - 1, weights=weights, costs=costs
    )


@pytest.mark.parametrize("one", TRIED, ids=lambda one: one.name)
@given(content=st.data())
@settings(max_examples=10, deadline=None)
def test_a_measure_keeps_its_promises(one: Measure, content) -> None:
    check_measure(one, content.draw(outcomes(one)))


def test_the_name_reads_back() -> None:
    assert [one.name for one in TRIED if measure(one.name) is not one] == []
    assert [one.name for one in TRIED if "[" not in one.name and measure(one.name.upper()) is not one] == []


def test_names_are_unique_and_plain() -> None:
    names = [one.name for one in MEASURES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]*", name) for name in names)
    assert not set(names) & set(ALIASES)


def test_every_family_lists_its_default_if_it_has_one() -> None:
    for family in FAMILIES:
        if all(parameter.default is not None for parameter in family.parameters):
            assert family() in MEASURES


def test_another_name_is_the_same_measure() -> None:
    assert [alias for alias, name in ALIASES.items() if measure(alias) != measure(name)] == []


def test_the_measure_beside_is_there() -> None:
    pairs = [(one, measure(one.beside)) for one in MEASURES if one.beside]
    assert [one.name for one, pair in pairs if pair is one or pair.task is not one.task] == []


ROWS = Outcomes(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0]), classes=2, weights=np.array([1.0, 2, 1, 3]))


def broken(**how: object) -> Measure:
    from dataclasses import replace

    return replace(measure("error"), **how)


def test_the_checks_catch_a_measure_that_leaves_its_range() -> None:
    with pytest.raises(AssertionError, match=r"outside 0 to 0\.01"):
        check_range(broken(high=0.01), ROWS)


def test_the_checks_catch_a_measure_that_is_better_when_wrong() -> None:
    from foldwise.measures import Direction

    with pytest.raises(AssertionError, match="better than of perfect"):
        check_perfect(broken(direction=Direction.HIGHER), ROWS)


def test_the_checks_catch_a_measure_that_ignores_weights() -> None:
    from foldwise.measures import PooledMeasure

    about = {name: getattr(measure("error"), name) for name in ("title", "task", "needs", "low", "high", "direction")}
    plain = PooledMeasure(name="plain", formula="-", statistic=lambda rows: float(np.mean(rows.output)), **about)
    with pytest.raises(AssertionError, match="takes weights for something else than rows"):
        check_weights(plain, ROWS)


@pytest.mark.parametrize("task", Task)
def test_the_example_for_third_parties_suits_every_measure(task: Task) -> None:
    for one in MEASURES:
        if one.task is task:
            check_measure(one, example(task, classes=2 if one.two_classes else 3))


def test_perfect_predictions_have_no_error() -> None:
    assert measure("error").value(perfect(ROWS)) == 0
