"""Extrapolating a learning curve: the error with more rows, and the rows for an error, with the past error of doing so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses.learning_curve.curve_fit import CurveFit, fit_curve, fit_curves
from foldwise.diagnoses.learning_curve.curve_model import CURVE_MODELS
from foldwise.diagnoses.learning_curve.curve_shape import check_curve, curve_shape
from foldwise.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats
    from foldwise.diagnoses.learning_curve.curve_model import CurveModel
    from foldwise.diagnoses.learning_curve.curve_shape import CurveShape

__all__ = ["CurvePoint", "Extrapolation", "HiddenSize", "RowsNeeded", "extrapolate"]

FEWEST_SIZES = 5
"""Sizes that an extrapolation takes."""
SIZES_KEPT = 4
"""Sizes that are always kept when the largest are hidden."""
TO_ZERO = 0.3
"""Weight at first of models that fall to an error of 0, which hardly any curve does."""
LARGEST_FACTOR = 1000
"""How many times the largest size rows are looked for."""


@final
@dataclass(frozen=True)
class CurvePoint:
    """Error after training on some number of rows, with its interval."""

    size: float
    value: float
    low: float
    high: float
    level: float


@final
@dataclass(frozen=True)
class RowsNeeded:
    """Rows after which an error is reached, with an interval; infinite where it is never reached."""

    error: float
    rows: float
    low: float
    high: float
    level: float


@final
@dataclass(frozen=True)
class HiddenSize:
    """A size that was hidden: what the curve up to `kept` rows said about it, and what was observed."""

    kept: float
    size: float
    predicted: float
    observed: float
    standard_error: float

    @property
    def error(self) -> float:
        """Predicted less observed."""
        return self.predicted - self.observed


@final
@dataclass(frozen=True, eq=False)
class Extrapolation:
    """A learning curve with models fitted to it, and averaged by how well they predicted the sizes that were hidden.

    Parameters
    ----------
    sizes, errors, standard_errors
        The curve (S,).
    models
        The models.
    weights
        Weight of each; they sum to 1.
    hidden
        Sizes that were hidden, and what the average of the models said about them.
    shape
        Whether the curve is monotone and convex.
    fits
        The models fitted to the curve.
    drawn
        The models fitted to curves with other noise: those of each model in proportion to its weight.
    drift
        Standard deviation of the error of extrapolating, beyond noise, for each unit of ln(size).
    seed
        Seed of the draws.
    """

    sizes: Floats
    errors: Floats
    standard_errors: Floats
    models: tuple[CurveModel, ...]
    weights: Floats
    hidden: tuple[HiddenSize, ...]
    shape: CurveShape
    fits: tuple[CurveFit, ...]
    drawn: tuple[CurveFit, ...]
    drift: float
    seed: int = 0

    @property
    def best(self) -> str:
        """The model that predicted the hidden sizes best."""
        return self.models[int(self.weights.argmax())].name

    @property
    def past_error(self) -> float:
        """Root mean squared difference of what was predicted and observed at hidden sizes."""
        return float(np.sqrt(np.mean([one.error**2 for one in self.hidden])))

    @property
    def notes(self) -> tuple[str, ...]:
        """What one should know about the figures."""
        said = list(self.shape.notes)
        if self.best == "last1":
            said.append(
                "no model predicts hidden sizes better than the last error does: there is nothing to extrapolate"
            )
        return tuple(said)

    def value_at(self, sizes: ArrayLike) -> Floats:
        """Error after training on each of some sizes, averaged over the models (sizes,)."""
        wanted = np.atleast_1d(np.asarray(sizes, dtype=np.float64))
        return self.weights @ np.concatenate([fit.at(wanted) for fit in self.fits])

    def at(self, size: float, *, level: float = 0.95) -> CurvePoint:
        """Error after training on `size` rows."""
        if not 1 <= size < np.inf or not 0 < level < 1:
            message = f"a size is a number from 1 up and a level lies between 0 and 1, not {size:g} and {level:g}"
            raise InputError(message)
        low, high = np.quantile(self._draws(np.array([size])), [(1 - level) / 2, (1 + level) / 2])
        value = float(self.value_at(size)[0])
        return CurvePoint(float(size), value, min(float(low), value), max(float(high), value), level)

    def gain(self, before: float, after: float, *, level: float = 0.95) -> CurvePoint:
        """What more rows take off the error, with its interval; the noise that both sizes share cancels."""
        draws, values = self._draws(np.array([before, after], dtype=np.float64)), self.value_at([before, after])
        low, high = np.quantile(draws[:, 0] - draws[:, 1], [(1 - level) / 2, (1 + level) / 2])
        value = float(values[0] - values[1])
        return CurvePoint(float(after), value, min(float(low), value), max(float(high), value), level)

    def carry(self, error: float, trained_on: float, n: float) -> float:
        """Carry an error measured after training on some rows to n: ê - (f(trained_on) - f(n)) (METHODS G.4)."""
        before, after = self.value_at([trained_on, n])
        return max(0.0, float(error - (before - after)))

    def worth(self, size: float) -> float:
        """What one further row takes off the error at a size: -de/ds."""
        before, after = self.value_at([size * 0.999, size * 1.001])
        return float((before - after) / (0.002 * size))

    def rows_for(self, error: float, *, level: float = 0.95) -> RowsNeeded:
        """Rows after which the error is at most `error`; infinite where the curve stays above it."""
        sizes = np.geomspace(1, LARGEST_FACTOR * self.sizes.max(), 600)
        curves = np.concatenate([self.value_at(sizes)[None], self._draws(sizes)])
        reached = np.maximum.accumulate(curves <= error, axis=1)
        rows = np.where(reached.any(axis=1), sizes[reached.argmax(axis=1)], inf)
        low, high = np.quantile(rows[1:], [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
        return RowsNeeded(error, float(np.ceil(rows[0])), float(np.floor(low)), float(np.ceil(high)), level)

    def to_frame(self) -> pd.DataFrame:
        """One line for each size: observed, fitted, with the band of the curve."""
        import pandas as pd

        points = [self.at(size) for size in self.sizes]
        fitted = {"fitted": [point.value for point in points], "low": [point.low for point in points]}
        observed = {"size": self.sizes, "error": self.errors, "standard_error": self.standard_errors}
        return pd.DataFrame({**observed, **fitted, "high": [point.high for point in points]})

    def hidden_frame(self) -> pd.DataFrame:
        """One line for each size that was hidden: what was predicted and observed."""
        import pandas as pd

        return pd.DataFrame([{**vars(one), "error": one.error} for one in self.hidden])

    @cached_property
    def _noise(self) -> Floats:
        """One normal deviate for each drawn curve: how far it drifts off beyond the largest size."""
        total = sum(len(fit.a) for fit in self.drawn)
        return np.random.default_rng([self.seed, 1]).normal(size=total)

    def _draws(self, sizes: Floats) -> Floats:
        """Errors at sizes of all drawn curves (draws, sizes)."""
        curves = np.concatenate([fit.at(sizes) for fit in self.drawn if len(fit.a)])
        beyond = np.maximum(np.log(sizes / self.sizes.max()), 0.0)
        return np.maximum(curves + self.drift * self._noise[:, None] * beyond, 0.0)


def extrapolate(
    sizes: ArrayLike,
    errors: ArrayLike,
    standard_errors: ArrayLike,
    *,
    models: tuple[CurveModel, ...] | None = None,
    shared: float = 0.0,
    replicates: ArrayLike | None = None,
    draws: int = 400,
    seed: int = 0,
) -> Extrapolation:
    """Fit models to a learning curve, average them, and tell the error with more rows.

    Models are fitted by weighted least squares (METHODS G.2). The largest sizes are hidden, one, two, … of them, and
    predicted from the rest; a model's weight is 1/(its mean squared error there + that of noise)², so that models which
    noise cannot tell apart count alike (METHODS G.3), times exp(-χ²/2) of its misfit to the whole curve. The band has three parts: the noise of the curve, the choice of
    the model, and the error that extrapolating had at hidden sizes beyond noise, which grows with ln(size).

    Assumes that the curve goes on as it began; one with a peak or a dip is said in `notes`.

    Parameters
    ----------
    sizes
        Training sizes (S,), at least five, best in a geometric series.
    errors
        Error at each (S,).
    standard_errors
        Their standard errors, above 0 (S,).
    models
        Models that are averaged; all of `CURVE_MODELS` by default.
    shared
        Share of the variance that is common to all sizes: near 1 where all sizes have the same test rows.
    replicates
        Curves of resampled records (R, S), in place of curves drawn from the standard errors.
    draws
        Curves that are drawn.
    seed
        Seed of the draws.

    References
    ----------
    cortes1994; viering2022; mohr2022; kohavi1995.

    Examples
    --------
    >>> sizes = np.array([25, 35, 50, 71, 100, 141, 200])
    >>> found = extrapolate(sizes, 0.1 + 2 / sizes, np.full(7, 0.005))
    >>> point = found.at(400)
    >>> abs(point.value - 0.105) < 0.004, point.low < 0.105 < point.high
    (True, True)
    >>> found.rows_for(0.05).rows
    inf
    """
    s, e, se = check_curve(sizes, errors, standard_errors)
    if s.size < FEWEST_SIZES or not 0 <= shared < 1 or draws < 10:
        message = (
            f"an extrapolation takes {FEWEST_SIZES} sizes or more, a shared part of 0 or more and below 1, and 10 draws or more, "
            f"not {s.size}, {shared:g} and {draws}"
        )
        raise InputError(message)
    models = CURVE_MODELS if models is None else models
    fits = tuple(fit_curve(model, s, e, 1 / se**2) for model in models)
    hidden, scores = _hide(models, s, e, se)
    weights = _weights(scores, np.array([fit.rss[0] for fit in fits]) / (1 - shared), models)
    rng = np.random.default_rng(seed)
    drawn_from = (_spread(se, fits[int(weights.argmax())], shared), se * np.sqrt(shared))
    curves = _curves(e, drawn_from, draws, rng) if replicates is None else np.asarray(replicates, dtype=np.float64)
    if curves.ndim != 2 or curves.shape[1] != s.size:
        message = f"replicates are curves over {s.size} sizes, not an array of shape {curves.shape}"
        raise InputError(message)
    ends = np.round(np.cumsum(weights) * len(curves)).astype(int)
    parts = np.split(curves, ends[:-1])
    drawn = tuple(fit_curves(model, s, part, 1 / se**2) for model, part in zip(models, parts, strict=True) if len(part))
    shape = curve_shape(s, e, se, shared=shared, seed=seed)
    return Extrapolation(s, e, se, models, weights, hidden, shape, fits, drawn, _drift(hidden), seed)


def _hide(models: tuple[CurveModel, ...], s: Floats, e: Floats, se: Floats) -> tuple[tuple[HiddenSize, ...], Floats]:
    """Predict the largest sizes from the rest: what the average said, and the mean squared error of each model."""
    squares = np.zeros(len(models))
    places: list[tuple[int, int]] = []
    said: list[Floats] = []
    for kept in range(max(SIZES_KEPT, s.size // 2), s.size):
        fits = [fit_curve(model, s[:kept], e[:kept], 1 / se[:kept] ** 2) for model in models]
        table = np.concatenate([fit.at(s[kept:]) for fit in fits])  # (models, hidden)
        squares += ((table - e[kept:]) ** 2).sum(axis=1)
        said += list(table.T)
        places += [(kept, at) for at in range(kept, s.size)]
    scores = squares / len(places) + np.mean(se**2)
    weights = _weights(scores, np.zeros(len(models)), models)
    found = (
        HiddenSize(float(s[kept - 1]), float(s[at]), float(weights @ table), float(e[at]), float(se[at]))
        for (kept, at), table in zip(places, said, strict=True)
    )
    return tuple(found), scores


def _weights(scores: Floats, misfit: Floats, models: tuple[CurveModel, ...]) -> Floats:
    """1/score² of each model, times exp(-χ²/2) of its misfit beyond the least and its weight at first."""
    first = np.array([1.0 if model.offset and model.name != "log2" else TO_ZERO for model in models])
    weights = first * scores**-2 * np.exp(-(misfit - misfit.min()) / 2)
    return weights / weights.sum()


def _spread(se: Floats, fit: CurveFit, shared: float) -> Floats:
    """Noise of each size alone, made larger where the best model fits badly (METHODS G.4)."""
    free = max(1, se.size - fit.model.parameters)
    return se * np.sqrt(1 - shared) * max(1.0, float(np.sqrt(fit.rss[0] / free)))


def _curves(e: Floats, noise: tuple[Floats, Floats], draws: int, rng: np.random.Generator) -> Floats:
    """Curves with other noise, of each size and common to all (draws, S)."""
    own, common = noise
    return e + own * rng.normal(size=(draws, e.size)) + common * rng.normal(size=(draws, 1))


def _drift(hidden: tuple[HiddenSize, ...]) -> float:
    """Error of extrapolating beyond noise, for each unit of ln(size)."""
    excess = [max(0.0, one.error**2 - one.standard_error**2) for one in hidden]
    far = [np.log(one.size / one.kept) ** 2 for one in hidden]
    return float(np.sqrt(sum(excess) / sum(far)))
