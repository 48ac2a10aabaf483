"""Shared by the bootstrap intervals: draws for one model, quantiles, and where they are valid."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE, freeze
from foldwise.estimates import Target
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws, replicates
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.ends import flat
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, groups_refusal, prediction_groups
from foldwise.measures import base_name, measure_influence, scarcest, unit_of
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = [
    "FEWEST_UNITS",
    "RESAMPLES",
    "BootstrapMethod",
    "bootstrap_refusal",
    "bootstrap_validity",
    "drawn_values",
    "percentile_ends",
    "quantiles",
    "remark",
    "undrawable",
]

RESAMPLES = 2000
"""Resamples that a bootstrap interval draws by default."""
FEWEST_UNITS = 5
"""Rows, or groups, that a bootstrap needs to draw from."""
BOOTSTRAP_REFUSALS = {
    "max-error": "the largest error of a resample is that of the sample in 63 % of them, and never more",
    "hosmer-lemeshow": "a test statistic grows with the number of rows and estimates nothing",
    **dict.fromkeys(
        ("ece", "mce", "classwise-ece", "debiased-calibration-error", "brier-reliability"),
        "chance makes a calibration error larger than it is, and a resample adds chance to chance",
    ),
    "brier-resolution": "chance makes bins differ by more than they do, and a resample adds chance to chance",
}
"""Measures that no bootstrap of rows is valid for, and why."""


def bootstrap_validity(instead: str = "interval='auto', or another measure") -> Validity:
    """One test set, any measure that a draw of its rows tells something about."""
    return Validity(plans=ONE_TEST_SET, measures=MeasureGroup.DRAWN, max_resamples=1, instead=instead)


@dataclass(frozen=True)
class BootstrapMethod(IntervalMethod):
    """Draws rows, or groups, of one test set and makes an interval of the values of the measure.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.
    """

    validity: ClassVar[Validity] = bootstrap_validity()
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    resamples: int = RESAMPLES
    seed: int = 0

    @property
    def draws(self) -> BootstrapDraws:
        """How rows are drawn."""
        return BootstrapDraws(self.resamples, self.seed)

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Draw, and find the ends among the values."""
        values = self.drawn(scored)
        ends = self.ends(scored, values, level)
        note = remark(scored, values, self.resamples, alike=flat(*ends))
        return Interval(*ends, level, self.name, self.target, note, self.error(scored, values))

    def error(self, scored: ModelScores, values: Floats) -> float | None:  # noqa: ARG002 - other methods look at the rows
        """Standard error: the standard deviation of the values of the resamples; None where they do not differ."""
        spread = float(values.std(ddof=1)) if values.size > 1 else 0.0
        return spread if spread > 0 else None

    def drawn(self, scored: ModelScores) -> Floats:
        """Give the measure in each resample."""
        return drawn_values(scored, self.draws)

    @abstractmethod
    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Find the ends of the interval from the values of the resamples."""

    def further(self, scored: ModelScores) -> str | None:
        """It needs rows to draw from."""
        return bootstrap_refusal(scored)


def bootstrap_refusal(scored: ModelScores) -> str | None:
    """Say why no bootstrap of rows is valid here, or None where one is."""
    return undrawable(scored) or _flat_refusal(scored)


def undrawable(scored: ModelScores) -> str | None:
    """Say that the measure or the rows do not allow resamples, or None where they do, whether or not these would differ."""
    if base_name(scored.measure) in BOOTSTRAP_REFUSALS:
        return BOOTSTRAP_REFUSALS[base_name(scored.measure)]
    if scored.predictions.groups is None and scored.outcomes.size < FEWEST_UNITS:
        return f"it needs {FEWEST_UNITS} rows to draw from, and {there_are(scored.outcomes.size)}"
    return groups_refusal(scored) or _single_refusal(scored)


def _single_refusal(scored: ModelScores) -> str | None:
    """Say that a class which the measure looks at has one row: all resamples that have a value have that one."""
    table = scored.predictions
    if not table.is_classification:
        return None
    rows, which = scarcest(scored.measure, table.class_counts, table.classes, table.positive)
    return f"it needs two rows of every class that counts, and {which} has 1" if rows == 1 else None


def _flat_refusal(scored: ModelScores) -> str | None:
    """Say that no row moves the measure: then every resample has the same value."""
    psi = measure_influence(scored.measure, scored.outcomes)
    if psi is None or float(np.abs(np.nan_to_num(psi)).max(initial=0)) > ROUNDING_TOLERANCE * unit_of(
        scored.measure, scored.value
    ):
        return None
    return "no row moves the measure, so all resamples would be the same"


DRAWN_VALUES: WeakKeyDictionary[ModelScores, dict[BootstrapDraws, Floats]] = WeakKeyDictionary()
"""Values that were drawn of a model: whether it has an interval, the interval and a p-value are found from the same ones."""


def drawn_values(scored: ModelScores, draws: BootstrapDraws) -> Floats:
    """The measure in each resample, those without a value left out; drawn once for whatever is found from them."""
    kept = DRAWN_VALUES.setdefault(scored, {})
    if draws not in kept:
        kept[draws] = freeze(_draw_values(scored, draws))
    return kept[draws]


def _draw_values(scored: ModelScores, draws: BootstrapDraws) -> Floats:
    measure = scored.measure
    values = replicates(measure, [scored.outcomes], draws, groups=prediction_groups(scored))[:, 0]
    return np.clip(values[~np.isnan(values)], measure.low, measure.high)


def percentile_ends(values: Floats, level: float, fallback: float) -> tuple[float, float]:
    """Percentiles of the values between which `level` of them lie, with as much below as above."""
    tail = (1 - level) / 2
    return quantiles(values, (tail, 1 - tail), fallback)


def quantiles(values: Floats, shares: tuple[float, float], fallback: float) -> tuple[float, float]:
    """Two quantiles; the value itself where no resample had one.

    Examples
    --------
    >>> quantiles(np.arange(101.0), (0.05, 0.95), 0.0)
    (5.0, 95.0)
    """
    if values.size == 0:
        return fallback, fallback
    low, high = np.quantile(values, shares)
    return float(low), float(high)


def remark(scored: ModelScores, values: Floats, resamples: int, *, alike: bool = True) -> str:
    """What the reader should know about the draws; `alike` where nothing but them makes the width of the interval."""
    parts = []
    if prediction_groups(scored) is not None:
        parts.append("groups were drawn whole")
    if values.size < resamples:
        parts.append(f"{resamples - values.size:,} of {resamples:,} resamples had no value or no spread")
    if alike and values.size and flat(float(values.min()), float(values.max())):
        parts.append("all resamples gave the same value, so the width of the interval says nothing")
    return "; ".join(parts)
