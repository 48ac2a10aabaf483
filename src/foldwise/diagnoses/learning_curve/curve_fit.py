"""Fitting models of learning curves by weighted least squares, many curves at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.diagnoses.learning_curve.curve_model import CurveModel

__all__ = ["CurveFit", "fit_curve", "fit_curves"]

ROUNDS, SMALLEST = 60, 1e-4
"""Grids around the best parameters at most, and the step of their logarithm at which it is enough."""
STEPS_AROUND = np.arange(-2, 3)
LEAST_NORM = 1e-300
"""Squared norms are at least this where they are divided by."""


@final
@dataclass(frozen=True, eq=False)
class CurveFit:
    """A model fitted to D curves.

    Parameters
    ----------
    model
        The model.
    theta
        Parameters of the shape (D, q).
    a, c
        Height and offset (D,).
    rss
        Weighted sum of squared residuals (D,).
    scale
        The largest size, which sizes are relative to.
    """

    model: CurveModel
    theta: Floats
    a: Floats
    c: Floats
    rss: Floats
    scale: float

    def at(self, sizes: Floats) -> Floats:
        """Errors at some sizes (D, sizes)."""
        shape = self.model.shape(np.asarray(sizes, dtype=np.float64) / self.scale, self.theta)
        return np.maximum(self.a[:, None] * shape + self.c[:, None], 0.0)


def fit_curves(model: CurveModel, sizes: Floats, curves: Floats, weights: Floats) -> CurveFit:
    """Fit a model to curves (D, S) on its grid: height and offset are linear once the shape is given (METHODS G.2).

    Examples
    --------
    >>> from foldwise.diagnoses.learning_curve.curve_model import curve_model
    >>> sizes = np.array([10.0, 20, 40, 80])
    >>> fit = fit_curves(curve_model("log2"), sizes, 0.5 - 0.05 * np.log(sizes)[None], np.ones(4))
    >>> fit.at(np.array([160.0])).round(4).tolist()
    [[0.2462]]
    """
    return _on_grid(model, model.grid(), (sizes, curves, weights))


def fit_curve(model: CurveModel, sizes: Floats, errors: Floats, weights: Floats) -> CurveFit:
    """Fit a model to one curve, with grids that follow the best parameters and get finer around them.

    Examples
    --------
    >>> from foldwise.diagnoses.learning_curve.curve_model import curve_model
    >>> sizes = np.array([10.0, 20, 40, 80, 160])
    >>> fit = fit_curve(curve_model("pow3"), sizes, 0.1 + 2 * sizes**-0.8, np.ones(5))
    >>> fit.theta.round(3).tolist(), fit.c.round(4).tolist()
    ([[0.8]], [0.1])
    """
    points = (sizes, errors[None], weights)
    best = _on_grid(model, model.grid(), points)
    steps = [float(np.log(axis[1] / axis[0])) / 2 for axis in model.axes]
    for _ in range(ROUNDS if steps else 0):
        found = _on_grid(model, model.grid(_around(model, best.theta[0], steps)), points)
        if found.rss[0] < best.rss[0]:
            best = found
        elif max(steps) < SMALLEST:
            break
        else:
            steps = [step / 2 for step in steps]
    return best


def _around(model: CurveModel, theta: Floats, steps: list[float]) -> tuple[Floats, ...]:
    """Values around each parameter, a step of its logarithm apart and within the range of its axis."""
    return tuple(
        np.clip(value * np.exp(step * STEPS_AROUND), axis[0], axis[-1])
        for value, step, axis in zip(theta, steps, model.axes, strict=True)
    )


def _on_grid(model: CurveModel, theta: Floats, points: tuple[Floats, Floats, Floats]) -> CurveFit:
    """Least squares for every shape of the grid, of which the best is taken."""
    sizes, curves, weights = points
    scale = float(sizes.max())
    if model.name == "last1":
        last = curves[:, int(sizes.argmax())]
        rss = ((curves - last[:, None]) ** 2) @ weights
        return CurveFit(model, np.zeros((len(curves), 0)), np.zeros(len(curves)), last, rss, scale)
    shapes = model.shape(sizes / scale, theta)
    a, c, rss = _linear(shapes, curves, weights, offset=model.offset)
    best = rss.argmin(axis=1)
    rows = np.arange(len(curves))
    return CurveFit(model, theta[best], a[rows, best], c[rows, best], rss[rows, best], scale)


def _linear(shapes: Floats, curves: Floats, weights: Floats, *, offset: bool) -> tuple[Floats, Floats, Floats]:
    """Height a ≥ 0, offset c ≥ 0 and residual sum of squares of every curve under every shape (D, K)."""
    total = weights.sum()
    squares = (curves**2) @ weights  # (D,)
    inner = (curves * weights) @ shapes.T  # (D, K)
    norm = (shapes**2) @ weights  # (K,)
    a = np.maximum(inner / np.maximum(norm, LEAST_NORM), 0.0)
    c = np.zeros_like(a)
    if offset:
        mean, centre = (curves @ weights / total)[:, None], (shapes @ weights / total)[None]
        spread = norm[None] - total * centre**2
        slope = (inner - total * mean * centre) / np.maximum(spread, 1e-12 * np.maximum(norm, LEAST_NORM))
        flat, inside = slope <= 0, (slope > 0) & (mean - slope * centre >= 0)
        a = np.where(inside, slope, np.where(flat, 0.0, a))
        c = np.where(inside, mean - slope * centre, np.where(flat, np.maximum(mean, 0.0), 0.0))
    rss = squares[:, None] - 2 * a * inner - 2 * c * (curves @ weights)[:, None]
    rss = rss + a**2 * norm + 2 * a * c * (shapes @ weights)[None] + c**2 * total
    return a, c, np.maximum(rss, 0.0)
