"""Which test a pair of models gets when none is asked for, and why."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.catalogue import comparison_method
from foldwise.comparisons.methods.loo_bootstrap import bootstrap_pair, pair_error
from foldwise.comparisons.methods.permutation import is_quick
from foldwise.comparisons.simulations.simulated import closed_gate
from foldwise.errors import ValidityError
from foldwise.intervals import (
    ONE_TEST_SET,
    certain_refusal,
    check_level,
    early_bins,
    few_compared,
    few_hits,
    weighted_size,
)
from foldwise.measures import CountMeasure, LossMeasure, PooledMeasure, band_of, base_name
from foldwise.phrases import reasons_of

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison, ComparisonMethod
    from foldwise.comparisons.pair import Pair

__all__ = ["CAREFUL_TESTS", "DEFAULTS", "ComparisonChoice", "careful_method", "choose_comparison", "compare_pair"]

TEST_SET_TESTS = (
    "cluster-t",
    "mcnemar",
    "placement-t",
    "permutation",
    "paired-t",
    "ranking-t",
    "delta",
    "batch-t",
    "paired-bootstrap",
)
"""Tests for one test set: those made for a measure first, then the bootstrap that serves any."""
DEFAULTS: dict[str, tuple[str, ...]] = {
    "kfold": ("loo-bootstrap", "influence", "corrected-t"),
    "subsample": ("loo-bootstrap", "influence", "corrected-t"),
    "complete": ("influence",),
    "lpo": ("influence",),
    "bootstrap": ("loo-bootstrap", "influence"),
    "group-kfold": ("influence", "corrected-t"),
    "stratified-group": ("influence", "corrected-t"),
    "leave-group-out": ("influence",),
    "leave-p-groups-out": ("influence",),
    "forward": ("influence", "block-t", "diebold-mariano-cosine"),
    "purged": ("influence", "block-t", "diebold-mariano-cosine"),
    "loo": ("influence",),
    "two-folds-out": ("nested-cv",),
    "paired-halves": ("conservative-z",),
    **dict.fromkeys(ONE_TEST_SET, TEST_SET_TESTS),
}
"""Tests to try for each plan, the best first (METHODS 0.9)."""
CAREFUL_TESTS: dict[str, str] = {"two-folds-out": "nested-cv", "paired-halves": "conservative-z"}
"""Tests that assume nothing about the overlap of training sets, by the plans they need."""
PERMUTATION = "permutation"
LEAST_EFFECTIVE_SHARE = 0.5
"""Share of the rows that their weights are worth, (Σw)²/Σw², from which on they are taken as rows of one weight are."""
MEDIAN = "median-absolute-error"
FEWEST_IN_BAND = 5
"""Rows in the band of a partial area that a test of two of them needs."""
MOST_EXCHANGED = 20_000
"""Rows up to which means of losses are compared by exchange: beyond, it takes minutes and gives the p-value of t."""


@final
@dataclass(frozen=True)
class ComparisonChoice:
    """The chosen test, or none, and the reason in words."""

    method: ComparisonMethod | None
    reason: str


def choose_comparison(pair: Pair) -> ComparisonChoice:
    """Take the first default of the plan that is valid for the measure, unless it was too liberal in simulations."""
    pair = pair.without_equal_weights
    if why := _unsuited(pair):
        return ComparisonChoice(None, why)
    gate = closed_gate(pair)
    if gate is not None:
        return ComparisonChoice(None, gate.said_of(f"a difference in {pair.measure.name}"))
    refusals = []
    for name in DEFAULTS.get(pair.resamples.kind, ()):
        method = comparison_method(name)
        refusal = method.refusal(pair) or (_unlike_plan(pair) if name == "loo-bootstrap" else None)
        if name == PERMUTATION and refusal is None and not exchanged_by_default(pair):
            continue  # the tests after it say as much in less time
        if refusal is None:
            return ComparisonChoice(method, "the default for the plan")
        refusals.append((method.name, refusal))
    if pair.resamples.kind in ONE_TEST_SET and comparison_method(PERMUTATION).refusal(pair) is None:
        return ComparisonChoice(comparison_method(PERMUTATION), "no other test is valid")
    return ComparisonChoice(None, reasons_of(refusals) or f"no test is valid for the plan {pair.resamples.plan}")


def _unsuited(pair: Pair) -> str:
    """Say why no test of the measure is offered for several test sets; empty where one is."""
    if pair.resamples.kind in ONE_TEST_SET:
        certain = certain_refusal(pair.a) or certain_refusal(pair.b)
        return _few_in_band(pair) or _median_of_unequal_rows(pair) or certain
    if isinstance(pair.measure, PooledMeasure) and pair.measure.untested:
        return pair.measure.untested
    if pair.a.in_time and (why := early_bins(pair.a)):
        return why
    return few_hits(pair.a) or few_hits(pair.b) or few_compared(pair.a)


def _few_in_band(pair: Pair) -> str:
    """Say that few rows lie in the band of a partial area; empty where enough do, and for other measures.

    With 3 negatives in the band equal systems were called different in 11 % of 300 test sets.
    """
    band = band_of(pair.measure)
    if band is None:
        return ""
    seen = pair.measure.view(pair.a.outcomes)
    inside = band.width * float(np.sum(seen.truth == (seen.positive if band.of_recall else 1 - seen.positive)))
    if inside >= FEWEST_IN_BAND:
        return ""
    return f"{inside:.1f} rows lie in the band of {pair.measure.name}, and a test needs {FEWEST_IN_BAND}"


def _median_of_unequal_rows(pair: Pair) -> str:
    """Say that medians of rows with weights or in groups are not tested; empty for other measures and rows."""
    if base_name(pair.measure) != MEDIAN:
        return ""
    weights = pair.predictions.weights
    if pair.predictions.groups is None and (weights is None or weights.min() == weights.max()):
        return ""
    return f"with weights or groups a bootstrap called equal systems different by {MEDIAN} in 10 to 22 % of test sets"


def _unlike_plan(pair: Pair) -> str | None:
    """Say that models of 63 % of the rows compare otherwise: learning curves may cross, or rows left out may mislead.

    Rows that a bootstrap sample left out are more often of the class it had fewer of, which a rule that follows the
    majority is always wrong about. Where few rows hold much of the weight, n - 1 degrees of freedom are too many (size .09 to .10 where
    5 % of 150 rows weigh 20).
    """
    weights = pair.predictions.weights
    if weights is not None and weighted_size(pair.predictions) < LEAST_EFFECTIVE_SHARE * np.count_nonzero(weights):
        return "few rows hold much of the weight"
    drawn = bootstrap_pair(pair)
    if drawn is None or drawn is pair:
        return None
    found = pair_error(drawn)
    if found.value * pair.difference < 0 or abs(found.value - pair.difference) > found.error:
        return "models of fewer rows differ otherwise"
    return None


def exchanged_by_default(pair: Pair) -> bool:
    """Whether the permutation test is a default here: quickly done, and of few enough rows to differ from t."""
    few = pair.a.outcomes.size <= MOST_EXCHANGED
    return is_quick(pair) and (few or isinstance(pair.measure, CountMeasure) or paired_t_refused(pair))


def paired_t_refused(pair: Pair) -> bool:
    """Whether the test that would be taken instead is not valid."""
    return comparison_method("paired-t").refusal(pair) is not None


def careful_method(pair: Pair) -> ComparisonMethod:
    """Find the careful test of a pair's plan.

    Raises
    ------
    ValidityError
        The plan has none.
    """
    name = CAREFUL_TESTS.get(pair.resamples.kind)
    if name is None:
        losses = isinstance(pair.measure, LossMeasure)
        message = f"no careful comparison can be made from {pair.resamples.plan}"
        hint = "two-folds-out(5, repeats=10)" if losses else "paired-halves(10, splits=15)"
        raise ValidityError(message, hint=f"plan='{hint}', or no plan")
    return comparison_method(name)


def compare_pair(
    pair: Pair,
    method: str | ComparisonMethod = "auto",
    level: float = 0.95,
    *,
    allow_invalid: bool = False,
) -> Comparison | None:
    """Compare two models by the named test, or by the default; None where no test is valid.

    Raises
    ------
    ValidityError
        The test was asked for by name and is not valid here.
    """
    check_level(level)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return _compared(pair.without_equal_weights, method, level, allow_invalid=allow_invalid)
    except ArithmeticError as error:  # losses whose squares are no numbers that a computer has
        if method == "auto":
            return None
        message = f"the losses under {pair.measure.name} are too large or too small for their spread to be computed"
        raise ValidityError(message, hint="a target on a smaller or larger scale") from error


def _compared(pair: Pair, method: str | ComparisonMethod, level: float, *, allow_invalid: bool) -> Comparison | None:
    if isinf(pair.difference):
        raise OverflowError
    if method == "auto":
        chosen = choose_comparison(pair).method
        return None if chosen is None else chosen.compare(pair, level)
    asked = careful_method(pair) if method == "careful" else comparison_method(method)
    asked.check(pair, allow_invalid=allow_invalid)
    return asked.compare(pair, level)
