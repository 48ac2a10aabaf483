"""The posterior distribution of a difference: its probabilities, its interval and its plot."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError, need_charts
from foldwise.phrases import percent

if TYPE_CHECKING:
    import altair as alt

    from foldwise.arrays import Floats

__all__ = ["DrawnPosterior", "Posterior", "RopeShares", "check_rope"]


@final
@dataclass(frozen=True)
class RopeShares:
    """Probability that the difference lies below, inside and above the region of practical equivalence (ROPE)."""

    left: float
    rope: float
    right: float


@final
@dataclass(frozen=True)
class Posterior:
    """Student's t distribution of a difference, around its estimate.

    Parameters
    ----------
    centre, scale
        Where it lies and how wide it is; scale 0 is certainty.
    df
        Degrees of freedom; infinite for a normal distribution.

    Examples
    --------
    >>> found = Posterior(0.03, 0.02, 29)
    >>> round(found.above(0), 3)
    0.928
    >>> found.shares(0.01)
    RopeShares(left=0.027..., rope=0.135..., right=0.837...)
    """

    centre: float
    scale: float
    df: float

    def below(self, value: float) -> float:
        """Probability that the difference is smaller than the value."""
        from scipy.special import stdtr

        if self.scale == 0:
            return float(self.centre < value) + float(self.centre == value) / 2
        return float(stdtr(self.df, (value - self.centre) / self.scale))

    def above(self, value: float) -> float:
        """Probability that the difference is larger than the value."""
        return Posterior(-self.centre, self.scale, self.df).below(-value)

    def shares(self, rope: float) -> RopeShares:
        """Probabilities that the difference is below -rope, within ±rope, and above rope."""
        check_rope(rope)
        if self.scale == 0:  # certain: on one side, or inside with its ends
            left, right = float(self.centre < -rope), float(self.centre > rope)
            return RopeShares(left, 1 - left - right, right)
        left, right = self.below(-rope), self.above(rope)
        return RopeShares(left, max(0.0, 1 - left - right), right)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Ends of the central region that holds the difference with this probability."""
        from scipy.special import stdtrit

        half = float(stdtrit(self.df, (1 + level) / 2)) * self.scale
        return self.centre - half, self.centre + half

    def density(self, values: Floats) -> Floats:
        """Density at each value."""
        from scipy.special import gammaln

        if self.scale == 0:
            message = "a difference that is certain has no density"
            raise InputError(message)
        z = (np.asarray(values) - self.centre) / self.scale
        if np.isinf(self.df):
            return np.asarray(np.exp(-(z**2) / 2) / (self.scale * np.sqrt(2 * np.pi)))
        constant = gammaln((self.df + 1) / 2) - gammaln(self.df / 2) - np.log(self.df * np.pi) / 2 - np.log(self.scale)
        return np.asarray(np.exp(constant - (self.df + 1) / 2 * np.log1p(z**2 / self.df)))

    def plot(self, rope: float = 0.0) -> alt.LayerChart:
        """Density with the region of practical equivalence shaded (needs the extra ``charts``)."""
        need_charts()
        import altair as alt

        low, high = self.interval(0.999)
        grid = np.linspace(low, high, 201)
        values = [
            {"difference": x, "density": y} for x, y in zip(grid.tolist(), self.density(grid).tolist(), strict=True)
        ]
        x = alt.X("difference:Q", title="difference")
        curve = alt.Chart(alt.InlineData(values=values)).mark_area(opacity=0.5, line=True, color="#2f80d0")
        band = alt.Chart(alt.InlineData(values=[{"low": -rope, "high": rope}])).mark_rect(opacity=0.25, color="gray")
        said = self.shares(rope)
        title = alt.TitleParams(
            "Posterior of the difference",
            subtitle=f"below {percent(said.left, 1)}, practically equal {percent(said.rope, 1)}, above {percent(said.right, 1)}",
            anchor="start",
        )
        layers = [band.encode(x=alt.X("low:Q", title=None), x2="high:Q"), curve.encode(x=x, y=alt.Y("density:Q"))]
        return alt.LayerChart(layer=layers).properties(width=420, height=200, title=title)


@final
@dataclass(frozen=True, eq=False)
class DrawnPosterior:
    """Draws of how much of the probability lies left of, in and right of the ROPE, for a new dataset (draws, 3).

    The probability of a verdict is the share of draws in which its region has the most.

    Examples
    --------
    >>> DrawnPosterior(np.array([[0.2, 0.1, 0.7], [0.1, 0.1, 0.8], [0.5, 0.3, 0.2]]), 0.01).shares()
    RopeShares(left=0.333..., rope=0.0, right=0.666...)
    """

    draws: Floats
    rope: float

    def shares(self) -> RopeShares:
        """Share of the draws in which left, ROPE or right is the largest; ties are split."""
        largest = self.draws == self.draws.max(axis=1, keepdims=True)
        left, rope, right = (largest / largest.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
        return RopeShares(left, rope, right)

    def mean(self) -> RopeShares:
        """Mean probability of each region: what to expect of one new dataset."""
        left, rope, right = self.draws.mean(axis=0).tolist()
        return RopeShares(left, rope, right)

    def plot(self) -> alt.LayerChart:
        """Triangle with one point per draw: nearer to a corner means more of that verdict (extra ``charts``)."""
        need_charts()
        import altair as alt

        some = self.draws[:: max(1, len(self.draws) // 2000)]
        x, y = some[:, 2] + some[:, 1] / 2, some[:, 1]
        values = [{"x": a, "y": b} for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        axes = alt.X("x:Q", axis=None), alt.Y("y:Q", axis=None)
        points = alt.Chart(alt.InlineData(values=values)).mark_point(opacity=0.2, size=8).encode(*axes)
        corners: list[dict[str, Any]] = [
            {"x": 0, "y": 0, "at": 0},
            {"x": 0.5, "y": 1, "at": 1},
            {"x": 1, "y": 0, "at": 2},
        ]
        outline = [*corners, {"x": 0, "y": 0, "at": 3}]
        edges = alt.Chart(alt.InlineData(values=outline)).mark_line(color="gray").encode(*axes, order="at:Q")
        said = self.shares()
        names = [
            f"left {percent(said.left, 1)}",
            f"practically equal {percent(said.rope, 1)}",
            f"right {percent(said.right, 1)}",
        ]
        labels = [dict(corner, label=name) for corner, name in zip(corners, names, strict=True)]
        text = alt.Chart(alt.InlineData(values=labels)).mark_text(dy=-8, color="gray").encode(*axes, text="label:N")
        return alt.LayerChart(layer=[edges, points, text]).properties(width=320, height=280)


def check_rope(rope: float) -> float:
    """Refuse a region of practical equivalence that is negative or not a number."""
    if not (isfinite(rope) and rope >= 0):
        message = f"rope is the largest difference that does not matter, a number from 0, not {rope}"
        raise InputError(message, hint="rope=0.01")
    return float(rope)
