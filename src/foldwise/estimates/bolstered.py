"""Bolstered resubstitution for linear rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats, Mask
    from foldwise.measures import ModelScores

__all__ = ["Bolstered", "LinearRule", "bolstered_error", "kernel_widths"]

DISTANCES_AT_ONCE = 20_000_000
"""Floats of one block of distances, 160 MB."""


@final
@dataclass(frozen=True, eq=False)
class LinearRule:
    """A rule that says positive where w'x + b > 0, with the rows it was fitted to.

    Parameters
    ----------
    rows
        The rows it was fitted to (n, p).
    positive
        Which of them are positive (n,).
    weights
        w (p,).
    intercept
        b.
    """

    rows: Floats
    positive: Mask
    weights: Floats
    intercept: float


@final
@dataclass(frozen=True)
class Bolstered(EstimateMethod):
    """(1/n) Σ Φ(-yᵢ(w'xᵢ + b)/(σ‖w‖)): each row spread out as a Gaussian whose mass beyond the boundary is its error.

    The width σ of a class is the mean distance to the nearest row of the class over √(median of χ²ₚ) (METHODS B.8). One
    fit and no randomness; for linear rules in at most about ten dimensions.

    Parameters
    ----------
    rules
        The linear rule of each model, fitted to all rows.
    semi
        Do not spread rows on the wrong side: each counts as one error.

    References
    ----------
    braganeto2004.
    """

    rules: Mapping[str, LinearRule] = field(default_factory=dict)
    semi: bool = False

    name: ClassVar[str] = "bolstered"
    summary: ClassVar[str] = "apparent error of a linear rule with every row spread out as a Gaussian"
    cost: ClassVar[str] = "1 fit"
    bias: ClassVar[Bias] = Bias.UNKNOWN
    instead: ClassVar[str] = "estimate='auto', or measures='error' of a linear rule for two classes"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Spread out the rows of the model's rule."""
        value = bolstered_error(self.rules[scored.model], semi=self.semi)
        return Estimate(value, self.name, self.target, self.bias, fits=1)

    def further(self, scored: ModelScores) -> str | None:
        """A linear rule and the error rate are needed."""
        if scored.measure.name != "error":
            return f"it is an error rate, and {scored.measure.name} is not one"
        if scored.model not in self.rules:
            return "the weights of its linear rule for two classes are not known"
        return None


def bolstered_error(rule: LinearRule, *, semi: bool = False) -> float:
    """Error of a linear rule on rows that are spread out.

    Examples
    --------
    Rows 1.5 and 2.5 from the boundary and one apart: σ = 1/√(median χ²₁) = 1.483, and Φ(-1.5/1.483) = .156.

    >>> rows = np.array([[-2.0], [-2.0], [2.0], [2.0]]) + np.array([[0.5], [-0.5], [0.5], [-0.5]])
    >>> rule = LinearRule(rows, np.array([False, False, True, True]), np.array([1.0]), 0.0)
    >>> round(bolstered_error(rule), 3)
    0.101
    """
    from scipy.special import ndtr

    sign = np.where(rule.positive, 1.0, -1.0)
    margin = sign * (rule.rows @ rule.weights + rule.intercept)
    width = np.where(rule.positive, *kernel_widths(rule)) * np.linalg.norm(rule.weights)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.where(width > 0, ndtr(-margin / width), margin <= 0)
    return float(np.where(semi & (margin <= 0), 1.0, spread).mean())


def kernel_widths(rule: LinearRule) -> tuple[float, float]:
    """Width of the Gaussian of the positive and of the negative class."""
    from scipy.special import chdtri

    scale = np.sqrt(chdtri(rule.rows.shape[1], 0.5))
    positive, negative = (_nearest(rule.rows[mask]) / scale for mask in (rule.positive, ~rule.positive))
    return float(positive), float(negative)


def _nearest(rows: Floats) -> float:
    """Mean distance of a row to the nearest other one; 0 for a single row."""
    if len(rows) < 2:
        return 0.0
    block = max(1, DISTANCES_AT_ONCE // rows.size)
    nearest = []
    for start in range(0, len(rows), block):
        part = rows[start : start + block]
        squares = ((part[:, None, :] - rows[None, :, :]) ** 2).sum(axis=2)
        squares[np.arange(len(part)), start + np.arange(len(part))] = np.inf
        nearest.append(np.sqrt(squares.min(axis=1)))
    return float(np.concatenate(nearest).mean())
