"""The studentised bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.bootstrap import bootstrap_refusal, bootstrap_validity, quantiles, remark
from foldwise.intervals.interval import Interval, IntervalMethod
from foldwise.intervals.jackknife import standard_error
from foldwise.intervals.link import link_of
from foldwise.intervals.one_test_set import answer_groups
from foldwise.intervals.replicates import Draws, resampled

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.intervals.interval import Validity
    from foldwise.intervals.link import Link
    from foldwise.measures import Measure, Outcomes, Scored

__all__ = ["Studentised"]

INNER_BLOCKS = 20
"""Blocks left out in turn for the standard error within a resample, where there is no formula."""


@final
@dataclass(frozen=True)
class Studentised(IntervalMethod):
    """θ̂ - t*(1 - α/2)·se to θ̂ - t*(α/2)·se with t* = (θ* - θ̂)/se* of resampled rows, on a scale without ends.

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
    validity: ClassVar[Validity] = bootstrap_validity(instead="method='bca'")
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    resamples: int = 1000
    seed: int = 0

    def interval(self, scored: Scored, level: float) -> Interval:
        """Draw, studentise, turn round."""
        measure, groups = scored.measure, answer_groups(scored)
        link = link_of(measure, scored.value)
        error = standard_error(measure, scored.outcomes, groups)
        draws = Draws(self.resamples, self.seed)
        samples = resampled(measure, scored.outcomes, draws, groups=groups)
        ratios = np.array([_ratio(measure, *sample, link=link, centre=scored.value) for sample in samples])
        known = ratios[np.isfinite(ratios)]
        tail = (1 - level) / 2
        low, high = quantiles(known, (tail, 1 - tail), 0.0)
        ends = [link.ends(scored.value, error * abs(float(t)))[int(t < 0)] for t in (high, low)]
        return Interval(ends[0], ends[1], level, self.name, self.target, remark(scored, known, self.resamples))

    def further(self, scored: Scored) -> str | None:
        """It needs rows to draw from."""
        return bootstrap_refusal(scored)


def _ratio(measure: Measure, rows: Outcomes, groups: Codes | None, *, link: Link, centre: float) -> float:
    """t* of one resample; no number where it has no value or no spread of its own."""
    value = measure.value(rows)
    if np.isnan(value) or value == centre:
        return 0.0 if value == centre else float("nan")
    error = standard_error(measure, rows, groups, blocks=INNER_BLOCKS)
    if not error > 0 or not measure.low < value < measure.high:
        return float("nan")
    return (link.there(value) - link.there(centre)) / (error * link.slope(value))
