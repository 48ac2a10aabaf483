"""Deviances of counts and amounts, and the share of a deviance that a model explains."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures.contributions.left_out import left_out_influence
from foldwise.measures.definitions.regression_errors import QUANTILE, pinball, quantile
from foldwise.measures.definitions.values import from_reference, ratio
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, LossMeasure, Needs, SumMeasure
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.traits import DIMENSIONLESS, of_degree

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["DEVIANCE_FAMILIES", "DEVIANCE_MEASURES", "unit_deviance"]

INFINITE = float("inf")


def unit_deviance(y: Array, mean: Array, power: float) -> Floats:
    """Tweedie deviance of each row: 0 squared error, 1 Poisson, 2 gamma, 3 inverse Gaussian (Jørgensen 1987).

    Examples
    --------
    >>> unit_deviance(np.array([2.0]), np.array([1.0]), 1).round(4).tolist()
    [0.7726]
    """
    if power == 0:
        return (y - mean) ** 2
    if power == 1:
        return 2 * (y * np.log(np.where(y > 0, y, 1) / np.where(y > 0, mean, 1)) - y + mean)
    if power == 2:
        return 2 * (np.log(mean / y) + y / mean - 1)
    one, two = 1 - power, 2 - power
    with np.errstate(divide="ignore", invalid="ignore"):  # a mean of 0, where every true value is
        found = 2 * (np.maximum(y, 0) ** two / (one * two) - y * mean**one / one + mean**two / two)
    return np.where(y == mean, 0.0, found)  # not what rounding leaves of it


def allowed(outcomes: Outcomes, power: float) -> str:
    """Say which value a deviance does not exist for."""
    truth, output = outcomes.truth, outcomes.output
    if power != 0 and np.any(output <= 0):
        return f"it needs predictions above 0, and one is {output.min():g}"
    if power >= 2 and np.any(truth <= 0):
        return f"it needs true values above 0, and one is {truth.min():g}"
    if 1 <= power < 2 and np.any(truth < 0):
        return f"it needs true values not below 0, and one is {truth.min():g}"
    return ""


def deviance(outcomes: Outcomes, power: float) -> Floats:
    """Deviance of each row from its prediction."""
    return unit_deviance(outcomes.truth, outcomes.output, power)


def deviance_pair(outcomes: Outcomes, power: float) -> Floats:
    """Deviance from the prediction and from what a model without features says (N, 2)."""
    plain = outcomes.truth - from_reference(outcomes)
    return np.stack([deviance(outcomes, power), unit_deviance(outcomes.truth, plain, power)], axis=1)


def explained_pinball(outcomes: Outcomes, q: float) -> float:
    """Share of the pinball loss of the constant q-quantile of the tested rows that the model saves."""
    if outcomes.size == 0:
        return float("nan")
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    away = outcomes.truth - quantile(outcomes.truth, outcomes.weights, q, between=False)
    plain = float(weights @ np.maximum(q * away, (q - 1) * away))
    return 1 - float(weights @ pinball(outcomes, q)) / plain if plain > 0 else float("nan")


def pinball_pair(outcomes: Outcomes, q: float) -> Floats:
    """Pinball loss of the prediction and of the constant q-quantile of the tested rows (N, 2)."""
    away = outcomes.truth - quantile(outcomes.truth, outcomes.weights, q, between=False)
    return np.stack([pinball(outcomes, q), np.maximum(q * away, (q - 1) * away)], axis=1)


def pinball_left_out(outcomes: Outcomes, q: float) -> Floats:
    """ψ of the share of a pinball loss explained, by leaving the row out of both sums (N,).

    The quantile is that of all rows: it lies where its loss is least, and a row moves that loss to second order only.
    """
    rows = pinball_pair(outcomes, q)
    own, plain = np.average(rows, axis=0, weights=outcomes.weights)
    slopes = (own / plain * rows[:, 1] - rows[:, 0]) / plain if plain > 0 else np.zeros(outcomes.size)
    return left_out_influence(lambda sums: 1 - ratio(sums), rows, np.asarray(slopes), weights=outcomes.weights)


def make_deviance(*, name: str, power: float) -> LossMeasure:
    """Mean Tweedie deviance."""
    check_power(power)
    return LossMeasure(
        name=name,
        title=f"{TITLES.get(power, f'Tweedie({power:g})')} deviance",
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=0,
        high=INFINITE,
        direction=Direction.LOWER,
        formula=FORMULAS.get(power, f"mean Tweedie deviance of power {power:g}"),
        reference="jorgensen1987",
        domain=partial(allowed, power=power),
        traits=of_degree(2 - power, shift=power == 0),
        loss=partial(deviance, power=power),
    )


def make_explained(*, name: str, power: float) -> SumMeasure:
    """Share of a deviance explained."""
    check_power(power)
    return SumMeasure(
        name=name,
        title=f"D² of the Tweedie deviance of power {power:g}",
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-INFINITE,
        high=1,
        direction=Direction.HIGHER,
        formula="1 - Σ deviance(y, ŷ) / Σ deviance(y, ȳ), ȳ of the training set; R² for power 0",
        undefined="all true values equal: no value",
        reference="hastie2015",
        domain=partial(allowed, power=power),
        traits=of_degree(0, shift=power == 0),
        rows=partial(deviance_pair, power=power),
        of_sums=lambda sums: 1 - ratio(sums),
    )


def make_explained_pinball(*, name: str, q: float) -> PooledMeasure:
    """Share of a pinball loss explained."""
    return PooledMeasure(
        name=name,
        title=f"D² of the pinball loss of the {q:g} quantile",
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-INFINITE,
        high=1,
        direction=Direction.HIGHER,
        formula=f"1 - Σ pinball(y, ŷ) / Σ pinball(y, Q), Q the {q:g} quantile (inverted CDF) of the tested rows",
        undefined="all true values equal: no value",
        reference="koenker1999",
        traits=DIMENSIONLESS,
        statistic=partial(explained_pinball, q=q),
        left_out=partial(pinball_left_out, q=q),
    )


def check_power(power: float) -> None:
    """Refuse powers between 0 and 1, for which no distribution exists."""
    if 0 < power < 1:
        message = f"no Tweedie distribution has the power {power:g}; it is not between 0 and 1"
        raise InputError(message, hint="0, 1, 1.5, 2 or 3")


TITLES: dict[float, str] = {0: "squared error", 1: "Poisson", 2: "gamma", 3: "inverse Gaussian"}
FORMULAS: dict[float, str] = {1: "mean of 2(y ln(y/ŷ) - y + ŷ)", 2: "mean of 2(ln(ŷ/y) + y/ŷ - 1)"}
POWER = Parameter("power", 1.5, "power of the mean that the variance grows with", -10, 10)
TWEEDIES = MeasureFamily("tweedie-deviance", make_deviance, (POWER,))
D2_TWEEDIES = MeasureFamily("d2-tweedie", make_explained, (POWER,))
D2_PINBALLS = MeasureFamily("d2-pinball", make_explained_pinball, (QUANTILE,))
DEVIANCE_FAMILIES = (TWEEDIES, D2_TWEEDIES, D2_PINBALLS)
DEVIANCE_MEASURES = (
    make_deviance(name="poisson-deviance", power=1),
    make_deviance(name="gamma-deviance", power=2),
    TWEEDIES(),
    make_explained(name="d2-poisson", power=1),
    make_explained(name="d2-gamma", power=2),
    D2_TWEEDIES(),
    make_explained_pinball(name="d2-absolute", q=0.5),
    D2_PINBALLS(),
)
