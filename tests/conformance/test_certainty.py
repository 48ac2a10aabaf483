"""Zero variance is never certainty: no default interval or test is sure, however alike the rows of a sample are."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from foldwise.comparisons import Pair, compare_pair
from foldwise.comparisons import catalogue as comparisons
from foldwise.comparisons.default import DEFAULTS as TESTS
from foldwise.data import Dataset, Task
from foldwise.errors import FoldwiseWarning, PlanError
from foldwise.estimates import make_estimate
from foldwise.intervals import DEFAULTS, default, interval_with_choice
from foldwise.intervals import catalogue as intervals
from foldwise.measures import MEASURES
from foldwise.plans import KFold, RowLists, draw
from foldwise.predictions import Outputs, Predictions, ScoreKind
from tests.conformance.metamorphic_worlds import FIXED, FIXED_GROUPS, WALKED, attempt, scored

N, FEW = 40, 8
PLANS = {**WALKED, "kfold(10)": KFold(10)}
DEFAULT_PLANS = [name for name in PLANS if name.partition("(")[0] in {*DEFAULTS, *TESTS}]
SETTINGS = (FIXED, FIXED_GROUPS, *DEFAULT_PLANS)
HALF = np.arange(N) % 2
JITTER = np.random.default_rng(0).random((3, N))
SEPARABLE = [0.02 + 0.9 * HALF + 0.05 * noise for noise in JITTER[:2]]
MIXED = [0.1 + 0.8 * noise for noise in JITTER[:2]]
VALUES = np.random.default_rng(1).gamma(4, size=N)
WORLDS = {
    "separable classes": (HALF, SEPARABLE),
    "one positive": ((np.arange(N) == 5).astype(int), MIXED),
    "no hit": ((np.arange(N) % 5 == 0).astype(int), [0.4 * one for one in MIXED]),
    "constant scores": (HALF, [np.full(N, 0.4), np.full(N, 0.4)]),
    "equal models": (HALF, [MIXED[0], MIXED[0]]),
    "one perfect, one nearly": (HALF, [SEPARABLE[0], np.where(np.arange(N) == 5, 0.3, SEPARABLE[0])]),
    "all errors equal": (VALUES, [VALUES + 1, VALUES + 2]),
    "constant target": (np.full(N, 3.0), [2 + one for one in JITTER[:2]]),
    "perfect values, and nearly": (VALUES, [VALUES, VALUES * np.where(np.arange(N) == 5, 1.1, 1)]),
    "equal values": (VALUES, [VALUES * np.exp(JITTER[2])] * 2),
}


EVERY_WORLD = (FIXED, "kfold")
USUAL = (FIXED, FIXED_GROUPS, "kfold", "group-kfold", "forward")
TELLING = ("separable classes", "no hit", "all errors equal", "equal values")
CELLS = [
    pytest.param(name, setting, marks=() if setting in USUAL else pytest.mark.slow)
    for setting in SETTINGS
    for name in (WORLDS if setting in EVERY_WORLD else TELLING)
]
"""All worlds on test rows and folds; in the other settings, some of them by `make test-all`, those in which most went wrong."""


@cache
def world(name: str, setting: str) -> Predictions | None:
    """Two models whose answer for a row is the same in every fit; None where the plan does not exist for the target."""
    target, answers = WORLDS[name]
    labels = target.dtype.kind == "i"
    structure = "any" if setting in (FIXED, FIXED_GROUPS) else PLANS[setting].structure
    grouped = structure == "groups" or setting == FIXED_GROUPS
    dataset = Dataset(
        X=pd.DataFrame({"part": np.arange(N) % 5, "x": np.arange(N)}),
        target=np.array(["no", "yes"])[target] if labels else target,
        task=Task.CLASSIFICATION if labels else Task.REGRESSION,
        groups=np.arange(N) // 4 if grouped else None,
        order=np.arange(N) if structure == "time" else None,
        costs=np.array([[0.0, 1.0], [3.0, 0.0]]) if labels else None,
    )
    if setting in (FIXED, FIXED_GROUPS):
        resamples = RowLists((np.zeros(0, dtype=np.intp),), (np.arange(N),), N, plan="fixed")
    else:
        try:
            with warnings.catch_warnings(action="ignore", category=FoldwiseWarning):  # of classes with few rows
                resamples = draw(PLANS[setting], dataset, 0)
        except PlanError:  # pairs of classes and strata need classes, and enough of each
            return None
    outputs = {model: said(answer, resamples, labels=labels) for model, answer in zip("ab", answers, strict=True)}
    return Predictions.of_dataset(dataset, outputs, resamples)


def said(answer, resamples, *, labels: bool) -> Outputs:
    """The answers of one model about the test rows."""
    rows = [resamples.test_rows(r) for r in range(resamples.count)]
    row, number = np.concatenate(rows), np.repeat(np.arange(resamples.count), [part.size for part in rows])
    part = np.zeros(row.size, dtype=np.uint8)
    if not labels:
        return Outputs(number, row, answer[row], None, ScoreKind.NONE, part)
    scores = np.stack([1 - answer, answer], axis=1)[row]
    return Outputs(number, row, (answer[row] > 0.5).astype(np.intp), scores, ScoreKind.PROBABILITY, part)


def measures_of(predictions):
    """Measures that exist for the rows."""
    return [one for one in MEASURES if one.task is predictions.task and not refuses(predictions, one)]


def refuses(predictions, one) -> bool:
    return isinstance(attempt(lambda: scored(predictions, "a", one).outcomes), str)


def is_constant(seen) -> bool:
    """Whether the measure has one value only, whatever the rows and the answers, and says so."""
    known = seen.measure.traits.constant
    return known is not None and known(seen.outcomes)


def quick(method):
    """The same method with few draws, where it makes any."""
    few = {name: FEW for name in ("resamples", "permutations") if hasattr(method, name)}
    return replace(method, **few) if few else method


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """Let the defaults draw little; what they do where rows are all alike does not depend on it."""
    default._suitable.cache_clear()
    monkeypatch.setattr(intervals, "_BY_NAME", {name: quick(one) for name, one in intervals._BY_NAME.items()})
    monkeypatch.setattr(comparisons, "COMPARISONS", tuple(quick(one) for one in comparisons.COMPARISONS))
    yield
    default._suitable.cache_clear()


def doubt(seen) -> str:
    """What is wrong with the default interval of one model, or nothing."""
    interval, choice = interval_with_choice(seen)
    if interval is None:
        return ""
    one, told = seen.measure, f"{seen.measure.name} / {interval.method} [{interval.low}, {interval.high}]"
    middle = make_estimate(seen, "auto" if choice.method is None else choice.method.estimate).value
    close = 1e-9 * max(1.0, abs(middle))
    if not one.low - close <= interval.low <= interval.high <= one.high + close:
        return f"{told} is not ordered inside the range"
    if not interval.low - close <= middle <= interval.high + close:
        return f"{told} does not contain {middle}"
    return f"{told} has no width" if not interval.width > close and not is_constant(seen) else ""


@pytest.mark.parametrize(("name", "setting"), CELLS)
def test_no_default_interval_is_certain(name, setting):
    predictions = world(name, setting)
    found = []
    for one in [] if predictions is None else measures_of(predictions):
        found += [f"{model}: {doubt(scored(predictions, model, one))}" for model in "ab"]
    assert [text for text in found if not text.endswith(": ")] == []


def boast(pair) -> str:
    """What is wrong with the default comparison of two models, or nothing."""
    told = compare_pair(pair)
    if told is None:
        return ""
    shown = f"{pair.measure.name} / {told.method} {told.difference} [{told.low}, {told.high}], p = {told.p_value}"
    close = 1e-9 * max(1.0, abs(told.difference))
    if not 0 < told.p_value <= 1:
        return f"{shown}: no such p-value"
    if told.has_interval and not told.low - close <= told.difference <= told.high + close:
        return f"{shown}: the difference is outside"
    if told.has_interval and not told.high - told.low > close and not is_constant(pair.a):
        return f"{shown}: no width"
    return ""


@pytest.mark.parametrize(("name", "setting"), CELLS)
def test_no_default_comparison_is_certain(name, setting):
    predictions = world(name, setting)
    measures = [] if predictions is None else measures_of(predictions)
    found = [
        boast(Pair(scored(predictions, "a", one), scored(predictions, "b", one)))
        for one in measures
        if not np.isnan(one.best)
    ]
    assert [text for text in found if text] == []
