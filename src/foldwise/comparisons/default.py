"""Which test a pair of models gets when none is asked for, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.comparisons.catalogue import comparison_method
from foldwise.comparisons.permutation import is_quick
from foldwise.estimates import interpolates
from foldwise.intervals import ONE_TEST_SET, check_level
from foldwise.measures import CountMeasure, Scored, measure

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison, ComparisonMethod
    from foldwise.comparisons.pair import Pair
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

__all__ = ["DEFAULTS", "Choice", "choose_comparison", "compare_pair", "memorises"]

TEST_SET_TESTS = (
    "cluster-t",
    "mcnemar",
    "placement-t",
    "permutation",
    "paired-t",
    "delta",
    "batch-t",
    "paired-bootstrap",
)
"""Tests for one test set: those made for a measure first, then the bootstrap that serves any."""
DEFAULTS: dict[str, tuple[str, ...]] = {
    "kfold": ("corrected-t", "wald-cv"),
    "subsample": ("corrected-t",),
    "group-kfold": ("cluster-t", "corrected-t"),
    "stratified-group": ("cluster-t", "corrected-t"),
    "leave-group-out": ("cluster-t",),
    "forward": ("block-t", "diebold-mariano-cosine"),
    "purged": ("block-t", "diebold-mariano-cosine"),
    "loo": ("wald-cv",),
    **dict.fromkeys(ONE_TEST_SET, TEST_SET_TESTS),
}
"""Tests to try for each plan, the best first (METHODS 0.9)."""
FOR_MEMORISERS = "corrected-t-once"
PERMUTATION = "permutation"
MOST_EXCHANGED = 20_000
"""Rows up to which means of losses are compared by exchange: beyond, it takes minutes and gives the p-value of t."""
FAR_BELOW = 0.5
"""A model memorises where, besides, its apparent error is below this share of its error on new rows."""


@final
@dataclass(frozen=True)
class Choice:
    """The chosen test, or none, and the reason in words."""

    method: ComparisonMethod | None
    reason: str


def choose_comparison(pair: Pair, memorisers: frozenset[str] = frozenset()) -> Choice:
    """Take the first default of the plan that is valid for the measure; for models that memorise, the one made for them."""
    refusals = []
    for name in _defaults(pair.resamples):
        remembers = [one for one in (pair.a.model, pair.b.model) if one in memorisers]
        special = name == "corrected-t" and bool(remembers)
        method = comparison_method(FOR_MEMORISERS if special else name)
        refusal = method.refusal(pair)
        if name == PERMUTATION and refusal is None and not exchanged_by_default(pair):
            continue  # the tests after it say as much in less time
        if refusal is None:
            why = f"{' and '.join(remembers)} memorise their rows" if special else "the default for the plan"
            return Choice(method, why)
        refusals.append(f"{method.name}: {refusal}")
    if pair.resamples.kind in ONE_TEST_SET and comparison_method(PERMUTATION).refusal(pair) is None:
        return Choice(comparison_method(PERMUTATION), "no other test is valid")
    close = [one for one in refusals if not one.endswith(f"and {pair.measure.name} is none")]
    return Choice(None, "; ".join(close or refusals) or f"no test is valid for the plan {pair.resamples.plan}")


def exchanged_by_default(pair: Pair) -> bool:
    """Whether exchanges are looked at without asking: quickly done, and few enough rows for them to differ from t."""
    few = pair.a.outcomes.size <= MOST_EXCHANGED
    return is_quick(pair) and (few or isinstance(pair.measure, CountMeasure) or paired_t_refused(pair))


def paired_t_refused(pair: Pair) -> bool:
    """Whether the test that would be taken instead is not valid."""
    return comparison_method("paired-t").refusal(pair) is not None


def _defaults(resamples: Resamples) -> tuple[str, ...]:
    """Tests of the plan; where it is repeated, the one that gives repeats their credit comes first."""
    names = DEFAULTS.get(resamples.kind, ())
    return names if resamples.repeats == 1 else tuple(sorted(names, key=lambda name: name != "corrected-t"))


def compare_pair(
    pair: Pair,
    method: str | ComparisonMethod = "auto",
    level: float = 0.95,
    *,
    memorisers: frozenset[str] = frozenset(),
    allow_invalid: bool = False,
) -> Comparison | None:
    """Compare two models by the named test, or by the default; None where no test is valid.

    Raises
    ------
    ValidityError
        The test was asked for by name and is not valid here.
    """
    check_level(level)
    if method == "auto":
        chosen = choose_comparison(pair, memorisers).method
        return None if chosen is None else chosen.compare(pair, level)
    asked = comparison_method(method)
    asked.check(pair, allow_invalid=allow_invalid)
    return asked.compare(pair, level)


def memorises(predictions: Predictions, model: str) -> bool:
    """Whether a model memorises its rows: apparent error below 5 % of the no-information rate, and half of that on new rows.

    The second condition spares models that are simply good: a linear discriminant that errs on 2 % of its own and of new
    rows memorises nothing. Where the model of all rows was not fitted, nothing is known and the answer is no.
    """
    if model not in predictions.apparent:
        return False
    scored = Scored(predictions, model, measure("error" if predictions.is_classification else "mse"))
    return interpolates(scored) and scored.apparent.value < FAR_BELOW * scored.value
