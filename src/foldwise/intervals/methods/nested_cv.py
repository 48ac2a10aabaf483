"""The nested cross-validation interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import nested_parts, partial_plan
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends, joined_with_rows

if TYPE_CHECKING:
    from foldwise.estimates import NestedParts
    from foldwise.measures import ModelScores

__all__ = ["NestedCVInterval", "nested_error"]


@final
@dataclass(frozen=True)
class NestedCVInterval(IntervalMethod):
    """ê ± z · SE joined with the interval of the rows, SE from how far inner cross-validations are from the part left out (METHODS C.5).

    Per repeat and part: a = (mean inner loss - mean outer loss)², b = squared standard error of the outer mean.
    SE = √(mean(a - b) · (K-1)/K), kept between s/√n and √K · s/√n with s the deviation of the inner losses. The centre is
    corrected for training on fewer rows. The models without two parts serve both of them: K(K+1)/2 fits per repeat.

    A normal interval is too short on the side where losses are skewed: of 60 rows ê ± z · SE covered 86 % for rmse. So it is
    joined with the interval of the rows of the single parts (``influence``), whose ends are those of a mean of losses: it is
    never shorter than either (METHODS N.10).

    Parameters
    ----------
    bias
        Correct the centre; without, it is the k-fold error, slightly better covered and closer but for fewer rows.

    References
    ----------
    bates2024.
    """

    bias: bool = True

    name: ClassVar[str] = "nested-cv"
    summary: ClassVar[str] = "interval from cross-validations inside a cross-validation; the careful choice"
    estimate: ClassVar[str] = "nested-cv"
    cost: ClassVar[str] = "repeats x k(k+1)/2 fits"
    validity: ClassVar[Validity] = Validity(
        plans=("two-folds-out",),
        measures=MeasureGroup.LOSSES,
        min_repeats=3,
        min_test_rows=2,
        instead="plan='two-folds-out(5, repeats=10)' for mean losses, plan='paired-halves(10, splits=15)' for others",
    )

    def further(self, scored: ModelScores) -> str | None:
        """All rows of the plan are needed."""
        return partial_plan(scored.resamples)

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the inner and outer losses."""
        from scipy.special import ndtri

        parts = nested_parts(scored)
        error = nested_error(parts, scored.resamples.n)
        half = float(ndtri((1 + level) / 2)) * error
        centre = parts.corrected if self.bias else parts.outer_all
        few = scored.resamples.repeats < 10
        note = "fewer than 10 repeats: another draw could give another width" if few else ""
        made = interval_from_ends(self, scored, (centre - half, centre + half), level, note=note, error=error)
        return joined_with_rows(made, scored)


def nested_error(parts: NestedParts, n: int) -> float:
    """Standard error of the estimate (bates2024, section 4.2)."""
    gap = float(np.nanmean((parts.inner - parts.outer) ** 2 - parts.spread))
    floor = parts.deviation / sqrt(n)
    return float(np.clip(sqrt(max(0.0, gap * (parts.k - 1) / parts.k)), floor, sqrt(parts.k) * floor))
