"""The studentised bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod, bootstrap_validity, percentile_ends
from foldwise.intervals.bootstrapping.replicates import resampled
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.refusals.one_test_set import prediction_groups
from foldwise.intervals.variances.jackknife import standard_error

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.intervals.interval import Validity
    from foldwise.intervals.limits.link import Link
    from foldwise.measures import Measure, ModelScores, Outcomes

__all__ = ["Studentised"]

INNER_BLOCKS = 20
"""Blocks left out in turn for the standard error within a resample, where there is no formula."""
LEAST_ERROR_SHARE = 1e-9
"""Standard errors below this share of the value are rounding."""


@final
@dataclass(frozen=True)
class Studentised(BootstrapMethod):
    """θ̂ - t*(1 - α/2)·se to θ̂ - t*(α/2)·se with t* = (θ* - θ̂)/se* of resampled rows, on an unbounded scale.

    The standard error is found anew in every resample, by formula or by leaving out blocks of rows. The most accurate
    bootstrap for means and smooth measures, and the slowest.

    Parameters
    ----------
    resamples
        How many resamples; 1000 at least are advised.
    seed
        Seed of the draws.

    References
    ----------
    davison1997, section 5.2.
    """

    name: ClassVar[str] = "studentised"
    summary: ClassVar[str] = "bootstrap of the t statistic over the test rows"
    validity: ClassVar[Validity] = bootstrap_validity(instead="interval='bca'")

    resamples: int = 1000

    def drawn(self, scored: ModelScores) -> Floats:
        """t* of each resample that has one."""
        measure, link = scored.measure, link_of(scored.measure, scored.value)
        samples = resampled(measure, scored.outcomes, self.draws, groups=prediction_groups(scored))
        ratios = np.array([_ratio(measure, *sample, link=link, centre=scored.value) for sample in samples])
        return ratios[np.isfinite(ratios)]

    def error(self, scored: ModelScores, values: Floats) -> float | None:  # noqa: ARG002 - the draws are of t
        """Standard error that t was divided by."""
        return standard_error(scored.measure, scored.outcomes, prediction_groups(scored)) or None

    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Turn the percentiles of t* round the estimate."""
        link = link_of(scored.measure, scored.value)
        error = standard_error(scored.measure, scored.outcomes, prediction_groups(scored))
        lower, upper = (
            link.ends(scored.value, error * abs(t))[int(t < 0)] for t in reversed(percentile_ends(values, level, 0.0))
        )
        return lower, upper


def _ratio(measure: Measure, rows: Outcomes, groups: Codes | None, *, link: Link, centre: float) -> float:
    """t* of one resample; no number where it has no value or no spread of its own."""
    value = measure.value(rows)
    if np.isnan(value) or value == centre:
        return 0.0 if value == centre else float("nan")
    error = standard_error(measure, rows, groups, blocks=INNER_BLOCKS)
    # Rows that hardly differ have an error of rounding only, and t* without bound.
    if not error > LEAST_ERROR_SHARE * max(abs(value), abs(centre)) or not measure.low < value < measure.high:
        return float("nan")
    return (link.there(value) - link.there(centre)) / (error * link.slope(value))
