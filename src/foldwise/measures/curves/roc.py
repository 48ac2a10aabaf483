"""The ROC curve: hits against false alarms as the threshold falls, its convex hull, and the point that costs least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze, trapezoid
from foldwise.errors import InputError
from foldwise.measures.curves.band import share_band
from foldwise.measures.curves.curve import Curve, vertical_mean
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["OperatingPoint", "RocCurve", "upper_hull"]

NORMAL_QUANTILE = 1.959964
"""Standard errors of a two-sided test at 95 %."""
MANY_POINTS, HULL_TOLERANCE = 10_000, 1e-12
"""Points from which on the hull of some of them leaves out most others; what rounding makes of a height."""
FEW_POINTS, WORTH_DROPPING = 200, 0.02
"""Points from which on those that cannot be on the hull are dropped first, as long as that drops this share of them."""


@final
@dataclass(frozen=True)
class OperatingPoint:
    """The place on a ROC curve that costs least.

    Parameters
    ----------
    threshold
        Rows with this score or a higher one are called positive; NaN on the mean of several curves.
    fpr, tpr
        False positive rate and true positive rate there.
    cost
        Expected cost of a row.
    slope
        Slope of the lines of equal cost.
    """

    threshold: float
    fpr: float
    tpr: float
    cost: float
    slope: float

    def iso_cost(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Ends of the line of equal cost through the point, inside the unit square: (fpr, tpr) each.

        Examples
        --------
        >>> OperatingPoint(0.5, 0.25, 0.75, 0.25, 1.0).iso_cost()
        ((0.0, 0.5), (0.5, 1.0))
        """
        if not np.isfinite(self.slope):
            return (self.fpr, 0.0), (self.fpr, 1.0)
        left, right = self.tpr - self.slope * self.fpr, self.tpr + self.slope * (1 - self.fpr)
        start = (0.0, left) if left >= 0 else (self.fpr - self.tpr / self.slope, 0.0)
        stop = (1.0, right) if right <= 1 else (self.fpr + (1 - self.tpr) / self.slope, 1.0)
        return start, stop


@final
@dataclass(frozen=True, eq=False)
class RocCurve(Curve):
    """True positive rate against false positive rate; rows with equal scores move together, so ties are slanted lines.

    Parameters
    ----------
    fpr, tpr
        The corners, from (0, 0) to (1, 1) (K + 1,).
    threshold
        Score from which rows are called positive (K + 1,); NaN on the mean of several curves.
    area
        Area below, the AUC.
    positives, negatives
        Rows of the class and of the rest.
    note
        What the reader should know.
    parts
        The curves of the resamples.
    about
        The class that is found.
    evidence
        Independent rows of the class and of the rest.

    References
    ----------
    fawcett2006; provost2001 for the hull; vertical averaging as there.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> from foldwise.measures.curves import make_curve
    >>> p = Predictions.build([0, 0, 1, 1], {"m": [0, 0, 1, 1]}, scores={"m": [0.1, 0.4, 0.35, 0.8]})
    >>> curve = make_curve(p, "roc")
    >>> curve.fpr.tolist(), curve.tpr.tolist(), curve.area
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], 0.75)
    """

    name: ClassVar[str] = "roc"
    title: ClassVar[str] = "ROC curve"

    fpr: Floats
    tpr: Floats
    threshold: Floats
    area: float
    positives: float
    negatives: float
    note: str = ""
    parts: tuple[RocCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> RocCurve:
        """Draw the curve of one sample."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        fpr, tpr = sweep.fpr, sweep.tpr
        area = trapezoid(tpr, fpr)
        note = reversed_curve_note(area, sweep.positives, sweep.negatives)
        return cls(freeze(fpr), freeze(tpr), sweep.threshold, area, sweep.positives, sweep.negatives, note)

    @classmethod
    def mean(cls, parts: Sequence[RocCurve], weights: Floats) -> RocCurve:
        """Average the true positive rates of the resamples at every false positive rate."""
        fpr, tpr = vertical_mean([(part.fpr, part.tpr) for part in parts], weights)
        area = float(weights @ np.array([part.area for part in parts]))
        ups, downs = (sum(getattr(part, side) for part in parts) for side in ("positives", "negatives"))
        none = freeze(np.full(fpr.size, np.nan))
        return cls(fpr, tpr, none, area, float(ups), float(downs), parts=tuple(parts))

    def told(self, repeats: int) -> str:
        """Say so when the rows, each counted once, show that the scores point the wrong way."""
        return reversed_curve_note(self.area, self.positives / repeats, self.negatives / repeats)

    def band(self) -> CurveBand | None:
        """Wilson's interval of the true positive rate at each threshold, drawn over its false positive rate."""
        return share_band(self.fpr, self.tpr, self.evidence[0])

    def columns(self) -> dict[str, Array]:
        """False positive rate, true positive rate and threshold."""
        return {"fpr": self.fpr, "tpr": self.tpr, "threshold": self.threshold}

    @property
    def prevalence(self) -> float:
        """Share of the class among the rows."""
        return self.positives / (self.positives + self.negatives)

    @property
    def hull(self) -> tuple[Floats, Floats]:
        """Corners of the convex hull: the best that mixing thresholds can reach (H,), (H,)."""
        at = upper_hull(self.fpr, self.tpr)
        return self.fpr[at], self.tpr[at]

    def best_point(
        self, *, fn: float = 1, fp: float = 1, tp: float = 0, tn: float = 0, prevalence: float | None = None
    ) -> OperatingPoint:
        """Find the point that costs least, for what misses and false alarms cost; of equals, the one with fewer alarms.

        Parameters
        ----------
        fn, fp, tp, tn
            Cost of a miss, a false alarm, a hit and a correct rejection; benefits are negative.
        prevalence
            Share of the class where the model will be used; by default that of these rows.
        """
        if not (fn > tp and fp > tn):
            message = f"a miss costs more than a hit and a false alarm more than none, not fn={fn:g}, tp={tp:g}, fp={fp:g}, tn={tn:g}"
            raise InputError(message, hint="fn=10, fp=1")
        share = self.prevalence if prevalence is None else prevalence
        costs = share * (fn + self.tpr * (tp - fn)) + (1 - share) * (tn + self.fpr * (fp - tn))
        # Rounding must not prefer a corner to an equal one before it.
        at = int(np.argmax(costs <= costs.min() + 1e-12 * max(1.0, abs(float(costs.min())))))
        slope = (1 - share) * (fp - tn) / (share * (fn - tp)) if share > 0 else float("inf")
        return OperatingPoint(
            float(self.threshold[at]), float(self.fpr[at]), float(self.tpr[at]), float(costs[at]), slope
        )


def reversed_curve_note(area: float, positives: float, negatives: float) -> str:
    """Say so when a rank test shows that the scores point the wrong way; a curve below the diagonal alone shows nothing.

    The area of scores that know nothing is ½ with variance (n₊ + n₋ + 1) / (12 n₊ n₋), less where scores are equal
    (Mann & Whitney 1947).
    """
    if not min(positives, negatives) > 0:
        return ""
    error = float(np.sqrt((positives + negatives + 1) / (12 * positives * negatives)))
    if not area < 0.5 - NORMAL_QUANTILE * error:
        return ""
    shown = (
        f"the curve is shown to lie below the diagonal (area {area:.3f}, {(area - 0.5) / error:.1f} standard errors)"
    )
    return f"{shown}: inverting the scores would do better, with an area of {1 - area:.3f}"


def upper_hull(x: Floats, y: Floats) -> list[int]:
    """Places of the points on the upper convex hull, for points from left to right (Andrew's monotone chain).

    Examples
    --------
    >>> upper_hull(np.array([0.0, 0.0, 0.5, 1.0]), np.array([0.0, 0.6, 0.7, 1.0]))
    [0, 1, 3]
    """
    hull: list[int] = []
    points = {at: (float(x[at]), float(y[at])) for at in _peaks(x, y).tolist()}
    for at, (a, b) in points.items():
        while len(hull) > 1:
            (ax, ay), (bx, by) = points[hull[-2]], points[hull[-1]]
            if (bx - ax) * (b - ay) - (by - ay) * (a - ax) < 0:
                break
            hull.pop()
        hull.append(at)
    return hull


def _peaks(x: Floats, y: Floats) -> Codes:
    """Places of points that may be on the hull: those below the line between their neighbours are dropped, all at once.

    A point below such a line is below the hull of what remains, also where its neighbours are dropped with it.
    """
    at = _near_hull(x, y)
    while at.size > FEW_POINTS:
        a, b, c = at[:-2], at[1:-1], at[2:]
        below = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]) > 0
        if below.mean() < WORTH_DROPPING:
            break
        at = np.concatenate([at[:1], b[~below], at[-1:]])
    return at


def _near_hull(x: Floats, y: Floats) -> Codes:
    """Places of points that are not below the hull of some of them; both ends, where it is upright, are kept."""
    if x.size <= MANY_POINTS:
        return np.arange(x.size)
    some = np.linspace(0, x.size - 1, FEW_POINTS).astype(np.intp)
    corners = some[upper_hull(x[some], y[some])]
    kept = (y >= np.interp(x, x[corners], y[corners]) - HULL_TOLERANCE) | (x == x[0]) | (x == x[-1])
    return np.flatnonzero(kept)
