"""Cross-validation corrected by a learning curve for training on fewer rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod
from foldwise.measures import Direction, ModelScores
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.predictions import Predictions

__all__ = ["LearningCurve", "PowerLaw", "fit_power_law"]

FEWEST_SIZES = 3
"""Training sizes from which a power law with three parameters is fitted."""


@final
@dataclass(frozen=True)
class LearningCurve(EstimateMethod):
    """ê - (f(n₁) - f(n)), f the inverse power law a·s⁻ᵇ + c fitted to cross-validations of several k (METHODS G.4).

    k parts train on n(1 - 1/k) rows, so a few values of k are a learning curve for nothing more than their fits; it is
    followed from the size that was trained on to all rows.

    Parameters
    ----------
    curve
        Predictions of the same models on the same rows with other training sizes.

    References
    ----------
    kohavi1995, section 3.6; cortes1994.
    """

    curve: tuple[Predictions, ...] = ()

    name: ClassVar[str] = "learning-curve"
    summary: ClassVar[str] = "cross-validation extrapolated to all rows along an inverse power law"
    cost: ClassVar[str] = "those of the plan and of k-fold with k = 2, 3, 5"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = ("kfold", "loo")
    instead: ClassVar[str] = "plan='kfold(10, repeats=3)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Correct the value by the fitted curve."""
        sizes, errors, fits = self._points(scored)
        law = fit_power_law(sizes, errors)
        gap = law.at(scored.resamples.train_size) - law.at(float(scored.resamples.n))
        better = scored.value - gap if scored.measure.direction is Direction.LOWER else scored.value + gap
        value = float(np.clip(better, scored.measure.low, scored.measure.high))
        return Estimate(value, self.name, self.target, self.bias, fits, scored.undefined)

    def further(self, scored: ModelScores) -> str | None:
        """At least three training sizes are needed."""
        if scored.measure.direction is Direction.NONE:
            return f"{scored.measure.name} has no direction in which more rows would move it"
        count = np.unique(self._points(scored)[0].round(6)).size
        return None if count >= FEWEST_SIZES else f"it needs {FEWEST_SIZES} training sizes, and {there_are(count)}"

    def _points(self, scored: ModelScores) -> tuple[Floats, Floats, int]:
        """Training sizes, errors at them (lower is better), and the fits they took."""
        tables = [scored, *(ModelScores(table, scored.model, scored.measure) for table in self.curve)]
        values = np.array([table.value for table in tables])
        higher = scored.measure.direction is Direction.HIGHER
        sizes = np.array([table.resamples.train_size for table in tables])
        return sizes, scored.measure.high - values if higher else values, sum(table.resamples.count for table in tables)


@final
@dataclass(frozen=True)
class PowerLaw:
    """e(s) = a·s⁻ᵇ + c with a, c ≥ 0."""

    a: float
    b: float
    c: float

    def at(self, size: float) -> float:
        """Error after training on `size` rows."""
        return self.a * size**-self.b + self.c


def fit_power_law(sizes: Floats, errors: Floats) -> PowerLaw:
    """Least squares: a and c are linear once b is given, and b is searched on a grid from 0.05 to 3.

    Examples
    --------
    >>> sizes = np.array([50.0, 67.0, 80.0, 90.0])
    >>> law = fit_power_law(sizes, 0.1 + 2 / sizes)
    >>> round(law.at(100), 4)
    0.12
    """
    # Scaled by the largest size, so that both columns are of order one.
    exponents = np.geomspace(0.05, 3, 200)
    design = (sizes / sizes.max()) ** -exponents[:, None]
    coefficients = _nonnegative(design, errors)
    residuals = np.linalg.norm(design * coefficients[:, :1] + coefficients[:, 1:] - errors, axis=1)
    at = int(np.argmax(residuals <= residuals.min() + 1e-12))
    (a, c), b = coefficients[at], exponents[at]
    return PowerLaw(float(a * sizes.max() ** b), float(b), float(c))


def _nonnegative(x: Floats, y: Floats) -> Floats:
    """Least squares of y (m,) by a x + c with a, c ≥ 0, for each line of x (K, m): a and c (K, 2)."""
    centred = x - x.mean(axis=1, keepdims=True)
    slope = (centred @ y) / np.maximum((centred**2).sum(axis=1), 1e-300)
    free = np.stack([slope, y.mean() - slope * x.mean(axis=1)], axis=1)
    alone = np.zeros_like(free)
    alone[:, 0] = np.maximum(x @ y, 0) / (x**2).sum(axis=1)
    level = np.zeros_like(free)
    level[:, 1] = max(float(y.mean()), 0.0)
    better = [((x * one[:, :1] + one[:, 1:] - y) ** 2).sum(axis=1) for one in (alone, level)]
    edge = np.where((better[0] < better[1])[:, None], alone, level)
    return np.where(np.all(free >= 0, axis=1, keepdims=True), free, edge)
