"""The model confidence set: which of many models may be the best, at a given level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons.methods.corrected_t import widening
from foldwise.errors import InputError, ValidityError
from foldwise.estimates import row_means
from foldwise.intervals import check_level
from foldwise.measures import Direction, LossMeasure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores

__all__ = ["ModelConfidenceSet", "confidence_set", "model_confidence_set"]

DRAWS = 5000
"""Bootstrap samples of the units."""
TIE_TOLERANCE = 1e-12
"""Differences of statistics, of their size, that are a matter of rounding."""
TIME_PLANS = ("forward", "purged")
"""Plans whose rows are alike within a test set: the test sets are the unit there."""


@final
@dataclass(frozen=True)
class ModelConfidenceSet:
    """Which models may be the best, and how sure one can be that the others are not.

    Parameters
    ----------
    models
        Those that remain, the best first.
    p_values
        For every model the largest p-value of the tests of equality up to its elimination; 1 for the last that remains. A
        model remains at every level above 1 less its p-value.
    level
        How often such a set contains the best model.
    """

    models: tuple[str, ...]
    p_values: dict[str, float]
    level: float

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {"models": list(self.models), "p_values": dict(self.p_values), "level": self.level}


def model_confidence_set(scored: Sequence[ModelScores], level: float, rng: np.random.Generator) -> ModelConfidenceSet:
    """Find the models that may be the best under a mean loss, from the losses of each row averaged over repeats.

    Groups of rows are the unit where there are any, test sets where rows are in time order. The models of a
    cross-validation share training rows, so standard errors are widened by √(1 + n/n₁), as `corrected-t` does.

    Raises
    ------
    ValidityError
        The measure is not a mean of one loss per row, or the rows tested were trained on, or differ between the models.

    References
    ----------
    hansen2011; nadeau2003 for the widening.
    """
    first = scored[0]
    _check(scored)
    rows = row_means(first)[0]
    losses = np.stack([row_means(one)[1] for one in scored], axis=1)
    if first.measure.direction is Direction.HIGHER:
        losses = -losses
    resamples = first.resamples
    before_only = resamples.kind == "forward"  # nothing is trained on rows after those tested
    return confidence_set(
        losses,
        [one.model for one in scored],
        level,
        rng=rng,
        groups=_unit(first, rows),
        weights=None if first.predictions.weights is None else first.predictions.weights[rows],
        widening=1.0 if before_only else widening(resamples),
        least=1.0 if isinstance(first.measure, LossMeasure) and first.measure.zero_one else None,
    )


def confidence_set(  # noqa: PLR0913 - keyword-only settings of one procedure
    values: Floats,
    models: Sequence[str],
    level: float,
    *,
    rng: np.random.Generator,
    groups: Codes | None = None,
    weights: Floats | None = None,
    widening: float = 1.0,
    least: float | None = None,
    draws: int = DRAWS,
) -> ModelConfidenceSet:
    """Eliminate the worst model until equality of those that remain is not rejected.

    The statistic is T = max over pairs of |d̄ᵢⱼ| / (se(d̄ᵢⱼ) · widening); while the p-value is at most 1 - level the model
    with the largest d̄ᵢⱼ / se(d̄ᵢⱼ) goes. Its distribution under equality is that of a Gaussian multiplier bootstrap over rows
    or groups, divided by √(χ²/df) since the standard errors are estimated: draws from a multivariate t with the covariance
    of the means, whatever the number of rows.

    Parameters
    ----------
    values
        One number per row and model whose mean is to be small: losses, or how much each row moves a measure (n, models).
    models
        Their names.
    level
        How often the set contains the best model.
    rng
        Draws the multipliers.
    groups
        Group of each row, where rows of a group are alike (n,).
    weights
        Weight of each row (n,).
    widening
        Factor of the standard errors, for what the rows do not show.
    least
        By how much a row could differ between two models that never disagreed, of which each model is given one row: 1 for
        0-1 losses; by default the standard deviation of the values.
    draws
        Number of bootstrap draws.

    References
    ----------
    hansen2011, with the range statistic; chernozhukov2013 for the multiplier bootstrap of a maximum.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> losses = rng.random((200, 1)) + rng.normal(0, 0.1, (200, 3)) + [0.0, 0.0, 0.1]
    >>> confidence_set(losses, ["a", "b", "c"], 0.95, rng=rng).models
    ('b', 'a')
    """
    check_level(level)
    means, covariance, df = _moments(_checked(values, models), groups, weights)
    covariance += np.eye(len(models)) * _least(values, least) ** 2 / len(values) ** 2
    spread = np.diag(covariance)
    errors = np.sqrt(np.clip(spread[:, None] + spread - 2 * covariance, 0, None))
    gaps = means[:, None] - means
    t = np.divide(gaps, errors * widening, out=np.zeros_like(gaps), where=errors > 0)
    order = _elimination(t)
    noise = rng.standard_normal((draws, len(models))) @ _root(covariance).T
    noise /= np.sqrt(rng.chisquare(df, draws) / df)[:, None]
    reached = _p_values(t, errors, noise, order)
    p_values = dict(sorted(((models[at], p) for at, p in reached.items()), key=lambda item: -item[1]))
    best_first = [models[at] for at in np.argsort(means, kind="stable")]
    return ModelConfidenceSet(tuple(name for name in best_first if p_values[name] > 1 - level), p_values, level)


def _check(scored: Sequence[ModelScores]) -> None:
    measure, resamples = scored[0].measure, scored[0].resamples
    if not isinstance(measure, LossMeasure) or measure.direction is Direction.NONE:
        message = f"{measure.name} is not a mean of one loss per row, of which less or more is better"
        raise ValidityError(message, hint="measures='error' or 'log-loss'")
    if resamples.kind == "resubstitution":
        message = f"{resamples.plan} tests the rows it trains on"
        raise ValidityError(message, hint="plan='kfold(10, repeats=3)'")
    rows = [row_means(one)[0] for one in scored]
    if any(not np.array_equal(rows[0], other) for other in rows[1:]):
        message = "some fits failed, so that the models were tested on different rows"
        raise ValidityError(message, hint="on_failure='raise', or without the models that fail")


def _unit(scored: ModelScores, rows: Codes) -> Codes | None:
    """What is independent: groups, test sets of rows in time order, or rows."""
    if scored.predictions.groups is not None:
        return scored.predictions.groups[rows]
    if scored.resamples.kind not in TIME_PLANS:
        return None
    unit = np.zeros(scored.predictions.n, dtype=np.intp)
    unit[scored.row] = scored.resample
    return unit[rows]


def _checked(values: Floats, models: Sequence[str]) -> Floats:
    if values.ndim != 2 or values.shape[1] != len(models) or len(models) < 2 or len(values) < 2:
        message = f"a model confidence set needs 2 rows and 2 models, and the values have shape {values.shape}"
        raise InputError(message, hint=f"a table of rows x {len(models)} models")
    if not np.isfinite(values).all():
        message = "a value of a model confidence set is not a finite number"
        raise InputError(message, hint="rows that every model has a value for")
    return values


def _moments(values: Floats, groups: Codes | None, weights: Floats | None) -> tuple[Floats, Floats, int]:
    """Means (m,), their covariance (m, m), and its degrees of freedom: one less than the rows or groups."""
    shares = np.ones(len(values)) if weights is None else weights
    shares = shares / shares.sum()
    means = shares @ values
    sums = shares[:, None] * (values - means)
    if groups is not None:
        codes = np.unique(groups, return_inverse=True)[1]
        totals = np.zeros((int(codes.max()) + 1, values.shape[1]))
        np.add.at(totals, codes, sums)
        sums = totals
    g = len(sums)
    if g < 2:
        message = "all rows belong to one group, so nothing is known about another"
        raise ValidityError(message, hint="groups=… with several groups")
    return means, g / (g - 1) * sums.T @ sums, g - 1


def _least(values: Floats, least: float | None) -> float:
    return float(np.std(values)) if least is None else least


def _root(covariance: Floats) -> Floats:
    """Square root of a covariance matrix that may be singular."""
    sizes, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.clip(sizes, 0, None)))


def _elimination(t: Floats) -> list[int]:
    """Models in the order in which they would go, the last that remains last."""
    alive = list(range(len(t)))
    order = []
    while alive:
        worst = int(np.argmax(t[np.ix_(alive, alive)].max(axis=1)))
        order.append(alive.pop(worst))
    return order


def _p_values(t: Floats, errors: Floats, noise: Floats, order: list[int]) -> dict[int, float]:
    """Largest p-value up to the elimination of each model; sets are nested, so maxima are built up from the smallest."""
    reached = {order[-1]: 1.0}
    alive, largest, seen = [order[-1]], np.zeros(len(noise)), 0.0
    single = {}
    for at in reversed(order[:-1]):
        known = errors[at, alive] > 0
        others = np.array(alive)[known]
        if others.size:
            largest = np.maximum(largest, (np.abs(noise[:, [at]] - noise[:, others]) / errors[at, others]).max(axis=1))
        alive.append(at)
        seen = max(seen, float(np.abs(t[at, alive]).max()))
        single[at] = float(1 + np.count_nonzero(largest >= seen * (1 - TIE_TOLERANCE))) / (1 + len(noise))
    running = 0.0
    for at in order[:-1]:
        running = max(running, single[at])
        reached[at] = running
    return reached
