"""The default interval of a plan, and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import isinf, isnan
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals.catalogue import interval_method
from foldwise.intervals.interval import (
    FEWEST_OF_A_CLASS,
    FEWEST_ROWS,
    INSTEAD_OF_FEW,
    TESTED_TRAINING,
    Interval,
    IntervalMethod,
    ValidityFacts,
    check_level,
    too_small,
    weighted_size,
)
from foldwise.intervals.limits.mean_loss import NO_SPREAD, spread_refusal
from foldwise.intervals.methods.proportion import clopper_pearson, tested_size
from foldwise.intervals.methods.ranking_t import ranking_refusal
from foldwise.intervals.refusals.no_question import LOOKED_AT, question_refusal
from foldwise.intervals.refusals.one_test_set import CATALOGUE_NAMES, ONE_TEST_SET, default_bootstrap_refusal
from foldwise.intervals.refusals.refused_values import (
    PAIRWISE_CORRELATIONS,
    certain_refusal,
    clipped_refusal,
    few_compared,
    few_fits_refusal,
    few_hits,
    heavy_bins_refusal,
    leaning_refusal,
    mostly_undefined,
    sparse_refusal,
    two_rows_refusal,
)
from foldwise.intervals.refusals.tail import mean_refusal
from foldwise.intervals.refusals.width import LARGEST_UNIT, WIDTH_TOLERANCE, width_refusal
from foldwise.intervals.simulations.simulated import Situation, find_gate, gated, has_gates
from foldwise.measures import CountMeasure, LossMeasure, PooledMeasure, RankMeasure, base_name
from foldwise.phrases import reasons_of

if TYPE_CHECKING:
    from foldwise.intervals.simulations.simulated import CoverageGate
    from foldwise.measures import ModelScores

__all__ = [
    "CAREFUL_METHODS",
    "DEFAULTS",
    "IntervalChoice",
    "choose_careful",
    "choose_interval",
    "interval_with_choice",
    "make_interval",
    "pick_interval",
    "unguarded_interval",
]

LEAST_SEEN = 0.8 - 1e-9
"""Share of the rows from which on fits that see them stand for a fit to all rows."""
SEEING_FEW = ("forward", "leave-group-out", "leave-p-groups-out", "fixed")
"""Plans whose intervals allow for fits to few rows, were simulated with them, or fit nothing."""
FOR_ALL_ROWS = ("632plus",)
"""Estimates that are corrected for the rows that fits lack."""
TEST_SET_METHODS = (
    "cluster-t",
    "wilson",
    "beta-convolution",
    "placement-t",
    "partial-placement-t",
    "ranking-t",
    "fisher-z",
    "carried-share",
    "delta",
    "holdout-t",
    "calibration-noise",
    "batch-t",
    "bca",
)
"""Methods for one test set: those made for a measure first, then the bootstrap that serves any."""

DEFAULTS: dict[str, tuple[str, ...]] = {
    "kfold": ("influence", "corrected-t"),
    "loo": ("influence",),
    "subsample": ("influence", "corrected-t"),
    **dict.fromkeys(("complete", "lpo"), ("influence",)),
    "paired-halves": ("conservative-z",),
    "two-folds-out": ("nested-cv",),
    "replace-one": ("replace-one",),
    "bootstrap-case": ("bootstrap-case",),
    "bootstrap": ("oob", "influence", "split-percentile"),
    **dict.fromkeys(ONE_TEST_SET, TEST_SET_METHODS),
    "group-kfold": ("influence", "corrected-t"),
    "stratified-group": ("influence", "corrected-t"),
    "leave-group-out": ("influence",),
    "leave-p-groups-out": ("influence",),
    "forward": ("influence", "block-t", "hac-t"),
    "purged": ("influence", "block-t", "hac-t"),
}
"""Methods to try for each plan, the best first (METHODS 0 and 0c)."""

CAREFUL_METHODS: dict[str, tuple[str, ...]] = {"two-folds-out": ("nested-cv",), "paired-halves": ("conservative-z",)}
"""The methods that hold their level for small n and unstable models, and the plans they need."""

REASONS_FOR_DEFAULTS: dict[str, str] = {
    "influence": "every row counts once, with the overlap of the training sets put in, at every edge of the range",
    "corrected-t": "it allows for the overlap of the training sets, at the best balance of coverage, width and cost",
    "wald-cv": "one cross-validation without repeats allows no better; it is liberal, and repeats=3 would do more",
    "cv-binomial": "nothing better is valid here",
    "split-percentile": "it only describes how much single resamples differ; nothing more is valid here",
    "conservative-z": "the plan was made for it",
    "nested-cv": "the plan was made for it",
    "replace-one": "the plan was made for it",
    "bootstrap-case": "the plan was made for it",
    "oob": "it holds its level for models of every kind, also those that memorise",
    "wilson": "it holds its level for a proportion on one test set of any size",
    "holdout-t": "the losses of one test set are independent",
    "cluster-t": "rows of a group are alike, so groups are the unit",
    "beta-convolution": "it holds its level for a mean of rates also with few rows of a class",
    "placement-t": "it allows for the order of the scores and for few rows of a class, and stays between 0 and 1",
    "partial-placement-t": "it counts the rows that lie in the band",
    "ranking-t": "how much each row moves the curve is known",
    "carried-share": "the share that it rests on has an interval that holds",
    "fisher-z": "a correlation is nearly normal on Fisher's scale",
    "delta": "how much each row moves the measure is known",
    "calibration-noise": "chance adds to a calibration error, and this says how much",
    "batch-t": "with so many rows the spread over batches says what a bootstrap would",
    "bca": "it serves measures that have no interval of their own",
    "block-t": "blocks of time are nearly independent, single times are not",
    "hac-t": "it allows for losses that are alike at neighbouring times",
}
"""Why a default is the default."""


BOOTSTRAP = "bca"
BATCHES = "batch-t"
"""Methods for measures that have none of their own, of few rows and of many."""
SQUARES_OUT_OF_RANGE = "the losses are too large or too small for their spread to be computed"


@final
@filled_at_once
@dataclass(frozen=True)
class IntervalChoice:
    """The chosen method, or none, and the reason in words."""

    method: IntervalMethod | None
    reason: str


def choose_interval(scored: ModelScores) -> IntervalChoice:
    """Take the first default of the plan that is valid for the measure, unless it covered too little in simulations."""
    measure, predictions, kind = scored.measure, scored.predictions, scored.resamples.kind
    facts, name = ValidityFacts.of(scored), measure.name
    sampled = kind == "bootstrap" or predictions.sampled is not None
    weighed = facts.few and predictions.weights is not None and weighted_size(predictions) < FEWEST_OF_A_CLASS
    if facts.few and (kind != "fixed" or weighed):
        return IntervalChoice(None, facts.few)
    if measure.is_unbounded and kind not in ONE_TEST_SET and spread_refusal(scored):
        return IntervalChoice(None, NO_SPREAD)
    if (sampled or not scored.has_losses or "smape" in name) and (why := _value_refusal(scored, sampled=sampled)):
        return IntervalChoice(None, why)
    limit = gated().get((name, kind))
    rare = limit is not None and (isinf(limit) or scored.sheet.tested.class_counts.min() <= limit)
    if rare and has_gates(name, kind) and (gate := _closed(scored)) is not None:
        return IntervalChoice(None, gate.reason)
    return _first_valid(scored, facts, DEFAULTS, what="the default")


def _value_refusal(scored: ModelScores, *, sampled: bool) -> str:
    """Say that the mean over test sets leans to one side, or rests on too few right rows; empty where it does not."""
    measure = scored.measure
    why = (clipped_refusal(scored) or few_fits_refusal(scored)) if sampled else ""
    if not why and "mape" in measure.name:  # smape as well
        return mean_refusal(scored)
    looked = scored.in_time or measure.name.startswith(LOOKED_AT)
    if why or scored.has_losses or (looked and (why := question_refusal(scored))):
        return why
    if isinstance(measure, CountMeasure):
        return few_hits(scored) if measure.fewest_hits else ""
    if isinstance(measure, PooledMeasure):
        return certain_refusal(scored) or heavy_bins_refusal(scored)
    if measure.name.startswith(("average-precision", "partial-auc")) and (why := sparse_refusal(scored)):
        return why
    return _rank_refusal(scored, measure) if isinstance(measure, RankMeasure) else ""


def _rank_refusal(scored: ModelScores, measure: RankMeasure) -> str:
    """Say that too few test sets have a value, that too few groups are compared, or that the mean leans; empty where it does not."""
    why = ""
    if measure.moves is not None and scored.resamples.kind in ONE_TEST_SET and not isnan(scored.value):
        why = ranking_refusal(scored) or ""
    elif scored.undefined and 2 * np.count_nonzero(np.isnan(scored.scores)) > scored.scores.size > 1:
        why = mostly_undefined(scored)
    elif measure.name in PAIRWISE_CORRELATIONS:
        why = two_rows_refusal(scored)
    if not why and scored.predictions.groups is not None:
        why = few_compared(scored)
    return why or ("" if measure.leans is None else leaning_refusal(scored, measure.leans))


def _closed(scored: ModelScores) -> CoverageGate | None:
    """The gate of the study of validity that is closed for these rows, if any."""
    traits = ["perfect"] if scored.value == scored.measure.best else []
    return find_gate(scored.measure.name, scored.resamples.kind, Situation.of(scored.predictions, traits))


def choose_careful(scored: ModelScores) -> IntervalChoice:
    """Take the careful method of the plan, if it is valid for the measure."""
    return _first_valid(scored, ValidityFacts.of(scored), CAREFUL_METHODS, what="the careful method")


def _first_valid(
    scored: ModelScores, facts: ValidityFacts, table: dict[str, tuple[str, ...]], *, what: str
) -> IntervalChoice:
    measure = scored.measure
    if facts.overlapping:
        return IntervalChoice(None, f"no interval is valid: {TESTED_TRAINING}")
    names = table.get(scored.resamples.kind, ())
    used, undefined = scored.scores.size - scored.undefined, isnan(scored.value)
    for method in _suitable(names, facts):
        validity = method.validity
        if undefined or not validity.min_resamples <= used <= validity.max_resamples:
            continue
        if not (validity.every or validity.handles(measure)) or method.further(scored):
            continue
        if method.name == BOOTSTRAP and default_bootstrap_refusal(scored):
            continue
        return _chosen(method.name, what, measure.asked or measure.name, facts.plan)
    own = base_name(measure) in CATALOGUE_NAMES
    refusals = [(name, interval_method(name).refusal(scored) or "") for name in names if not own or name != BATCHES]
    if not own and BOOTSTRAP in names:
        refusals.append((BOOTSTRAP, default_bootstrap_refusal(scored)))
    # What no method could assess is said once, not as the refusal of one of them.
    whole = next((text for _, text in refusals if text.startswith("not assessable")), "")
    why = whole or reasons_of(refusals) or f"no interval is valid for the plan {scored.resamples.kind}"
    return IntervalChoice(None, why)


@lru_cache(maxsize=1024)
def _chosen(name: str, what: str, measure: str, plan: str) -> IntervalChoice:
    """The choice of a default, with its reason."""
    return IntervalChoice(
        interval_method(name), f"{name} is {what} for {measure} on {plan}: {REASONS_FOR_DEFAULTS[name]}"
    )


@lru_cache(maxsize=256)
def _suitable(names: tuple[str, ...], facts: ValidityFacts) -> tuple[IntervalMethod, ...]:
    """Those of the methods that the plan allows."""
    methods = [interval_method(name) for name in names]
    return tuple(method for method in methods if method.validity.suits(facts))


def pick_interval(
    scored: ModelScores, method: str | IntervalMethod = "auto", *, allow_invalid: bool = False
) -> IntervalChoice:
    """Find the method for a request, and say why: ``auto``, ``careful``, or a name.

    Raises
    ------
    ValidityError
        The method was asked for by name, or as ``careful``, and is not valid here.
    """
    if method == "auto":
        return choose_interval(scored)
    if method == "careful":
        choice = choose_careful(scored)
        if choice.method is None:
            message = f"no careful interval for {scored.measure.name} on {scored.resamples.plan}: {choice.reason}"
            raise ValidityError(message, hint=_careful_plan(scored))
        return choice
    chosen = interval_method(method)
    chosen.check(scored, allow_invalid=allow_invalid)
    return IntervalChoice(chosen, f"{chosen.name} was asked for")


@np.errstate(over="ignore", invalid="ignore")  # what is no number is found in the interval
def interval_with_choice(
    scored: ModelScores,
    method: str | IntervalMethod = "auto",
    level: float = 0.95,
    *,
    allow_invalid: bool = False,
    spare: bool = False,
    seed: int = 0,
) -> tuple[Interval | None, IntervalChoice]:
    """Make the interval, and give its method with the reason.

    A method asked for by name that is not valid here raises `ValidityError`, unless `spare` leaves it out; one that never is
    valid (``naive-t``) needs `allow_invalid`. A `seed` other than 0 is that of methods that draw.
    """
    return unguarded_interval(scored, method, level, allow_invalid=allow_invalid, spare=spare, seed=seed)


def unguarded_interval(
    scored: ModelScores,
    method: str | IntervalMethod,
    level: float,
    *,
    allow_invalid: bool = False,
    spare: bool = False,
    seed: int = 0,
) -> tuple[Interval | None, IntervalChoice]:
    """`interval_with_choice` without its `numpy.errstate`, which a caller that makes many intervals sets once for all."""
    auto = method == "auto"
    if auto and scored.predictions.n < FEWEST_ROWS and not ValidityFacts.of(scored).overlapping:
        return _with_width(scored, *_small(scored, level))
    try:
        choice = choose_interval(scored) if auto else pick_interval(scored, method, allow_invalid=allow_invalid)
        if choice.method is None:
            return None, choice
        drawn = replace(choice.method, seed=seed) if seed and hasattr(choice.method, "seed") else choice.method  # type: ignore[type-var]
        interval = None if isinf(scored.value) else drawn.interval(scored, level)
        if interval is None or isnan(interval.low + interval.high):
            raise OverflowError
        if (
            interval.target is Target.RISK
            and scored.resamples.seen_share < LEAST_SEEN
            and _stands_for_fewer(scored, drawn)
        ):
            interval = replace(interval, target=Target.PROXY)
    except ArithmeticError as error:  # the square of a loss of 1e200 is not a number that a computer has
        message = f"no interval for {scored.measure.name} of '{scored.model}': {SQUARES_OUT_OF_RANGE}"
        if not auto and not spare:
            raise ValidityError(message, hint="a target on a smaller or larger scale") from error
        return None, IntervalChoice(None, SQUARES_OUT_OF_RANGE if auto else message)
    except ValidityError as error:
        if not spare:
            raise
        return None, IntervalChoice(None, str(error.args[0]))
    narrow = interval.high - interval.low <= WIDTH_TOLERANCE * max(-interval.low, interval.high, LARGEST_UNIT)
    return _with_width(scored, interval, choice) if auto and narrow else (interval, choice)


def _stands_for_fewer(scored: ModelScores, method: IntervalMethod) -> bool:
    """Whether the interval is about fits to the few rows that fits of the plan see, not about one to all rows (METHODS N.34)."""
    return scored.resamples.kind not in SEEING_FEW and method.estimate not in FOR_ALL_ROWS


def _with_width(
    scored: ModelScores, interval: Interval | None, choice: IntervalChoice
) -> tuple[Interval | None, IntervalChoice]:
    """The interval, unless it has no width."""
    why = "" if interval is None else width_refusal(scored, interval)
    return (None, IntervalChoice(None, why)) if why else (interval, choice)


def make_interval(
    scored: ModelScores, method: str | IntervalMethod = "auto", level: float = 0.95, *, allow_invalid: bool = False
) -> Interval | None:
    """Make the interval by the named method, or by the default; None where no interval is valid.

    A method asked for by name that is not valid here raises `ValidityError`; one that never is valid (``naive-t``) needs
    `allow_invalid`.
    """
    return interval_with_choice(scored, method, check_level(level), allow_invalid=allow_invalid)[0]


def _careful_plan(scored: ModelScores) -> str:
    if too_small(scored.predictions):
        return INSTEAD_OF_FEW
    if scored.predictions.groups is not None or scored.predictions.time is not None:
        return "interval='auto': the careful plans cut through groups and time"
    if scored.has_losses:
        return "plan='two-folds-out(5, repeats=10)'"
    return "plan='paired-halves(10, splits=15)'"


def _small(scored: ModelScores, level: float) -> tuple[Interval | None, IntervalChoice]:
    """Clopper-Pearson on the rows themselves, flagged; of other measures only those of a fixed test set get one."""
    if scored.resamples.kind == "fixed":
        return _small_test_set(scored, level)
    choice = IntervalChoice(None, "fewer than 20 rows, or than 5 of a class, cannot be assessed (small-n rule)")
    if not (isinstance(scored.measure, LossMeasure) and scored.measure.zero_one):
        return None, choice
    size = tested_size(scored)
    low, high = clopper_pearson(scored.value * size, size, level)
    return Interval(low, high, level, "clopper-pearson", Target.PROXY, note="too few rows: not assessable"), choice


def _small_test_set(scored: ModelScores, level: float) -> tuple[Interval | None, IntervalChoice]:
    """The exact interval for a share, the default for other measures, both flagged."""
    exact = interval_method("clopper-pearson")
    choice = choose_interval(scored)
    if exact.refusal(scored) is None:
        choice = IntervalChoice(exact, "clopper-pearson is exact for a share, however few the rows")
    if choice.method is None:
        return None, choice
    interval = choice.method.interval(scored, level)
    return replace(interval, note="; ".join(filter(None, ["few rows: only a rough guide", interval.note]))), choice
