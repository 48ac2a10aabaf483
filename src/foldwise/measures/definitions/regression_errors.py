"""Further errors of values: robust, relative, logarithmic and one-sided ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.measures.definitions.values import ROOT, absolute_error, ratio
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, LossMeasure, Needs, SumMeasure, Transform, divide
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.traits import Traits, of_degree

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["REGRESSION_ERROR_FAMILIES", "REGRESSION_ERROR_MEASURES", "quantile"]

INFINITE = float("inf")
LARGEST_UNIT = 1e30
"""Largest unit of a parameter, and its inverse the least, as of targets: squares of it are computed."""
LINEAR, NOT_A_POWER, SCALE_FREE = of_degree(1), of_degree(None), of_degree(0, shift=False)


def quantile(values: Floats, weights: Floats | None, share: float, *, between: bool) -> float:
    """Value that `share` of the weight does not exceed.

    Where exactly `share` lies below a gap, the middle of the gap (`between`) or its lower end.

    Examples
    --------
    >>> quantile(np.array([3.0, 1.0, 2.0, 4.0]), None, 0.5, between=True)
    2.5
    """
    if values.size == 0 or (weights is not None and not weights.any()):
        return float("nan")
    order = np.argsort(values, kind="stable")
    weight = np.ones(values.size) if weights is None else weights[order]
    ordered, reached = values[order][weight > 0], np.cumsum(weight[weight > 0])
    wanted = share * reached[-1]
    close = 1e-12 * reached[-1]
    low = min(int(np.searchsorted(reached, wanted - close)), ordered.size - 1)
    high = min(int(np.searchsorted(reached, wanted + close, side="right")), ordered.size - 1)
    return float((ordered[low] + ordered[high]) / 2) if between else float(ordered[low])


def median_absolute(outcomes: Outcomes) -> float:
    """Middle absolute error."""
    return quantile(absolute_error(outcomes), outcomes.weights, 0.5, between=True)


def largest(outcomes: Outcomes) -> float:
    """Largest absolute error of a row that counts."""
    errors = absolute_error(outcomes)
    counted = errors if outcomes.weights is None else errors[outcomes.weights > 0]
    return float(counted.max()) if counted.size else float("nan")


def signed(outcomes: Outcomes) -> Floats:
    """The error e = y - ŷ."""
    return outcomes.truth - outcomes.output


def relative_pair(outcomes: Outcomes) -> Floats:
    """|y - ŷ| / |y| and 1 where y is not 0, else 0 and 0 (N, 2)."""
    there = outcomes.truth != 0
    return np.stack([np.where(there, divide(absolute_error(outcomes), np.abs(outcomes.truth)), 0), there], axis=1)


def zeros_left_out(outcomes: Outcomes, value: float) -> str:  # noqa: ARG001 - whatever the value is
    """Say how many predictions have no relative error."""
    count = int(np.sum(outcomes.truth == 0))
    return f"{count:,} {'predictions' if count > 1 else 'prediction'} about true values of 0 left out" if count else ""


def symmetric(outcomes: Outcomes) -> Floats:
    """2 |y - ŷ| / (|y| + |ŷ|); 0 where both are 0."""
    size = np.abs(outcomes.truth) + np.abs(outcomes.output)
    return np.where(size == 0, 0.0, divide(2 * absolute_error(outcomes), size))


def against_size(outcomes: Outcomes) -> Floats:
    """|y - ŷ| and |y| (N, 2)."""
    return np.stack([absolute_error(outcomes), np.abs(outcomes.truth)], axis=1)


def squared_log(outcomes: Outcomes) -> Floats:
    """(ln(1 + y) - ln(1 + ŷ))²."""
    return (np.log1p(outcomes.truth) - np.log1p(outcomes.output)) ** 2


def above_minus_one(outcomes: Outcomes) -> str:
    """Say which value has no logarithm."""
    for what, values in (("true value", outcomes.truth), ("prediction", outcomes.output)):
        if np.any(values <= -1):
            return f"it needs values above -1, and a {what} is {values.min():g}"
    return ""


def huber(outcomes: Outcomes, delta: float) -> Floats:
    """½e² up to δ, then δ(|e| - ½δ)."""
    size = absolute_error(outcomes)
    return np.where(size <= delta, size**2 / 2, delta * (size - delta / 2))


def log_cosh(outcomes: Outcomes) -> Floats:
    """Logarithm of the hyperbolic cosine of e, written so that large errors do not overflow and small ones are not lost."""
    size = absolute_error(outcomes)
    small = np.log1p(2 * np.sinh(np.minimum(size, 1.0) / 2) ** 2)
    return np.where(size < 1, small, size + np.log1p(np.exp(-2 * size)) - np.log(2))


def pinball(outcomes: Outcomes, q: float) -> Floats:
    """The larger of q·e and (q - 1)·e, e = y - ŷ."""
    return np.maximum(q * signed(outcomes), (q - 1) * signed(outcomes))


def scaled(outcomes: Outcomes, scale: float) -> Floats:
    """|y - ŷ| / scale."""
    return absolute_error(outcomes) / scale


ERROR_FIELDS: dict[str, Any] = {
    "task": Task.REGRESSION,
    "needs": Needs.VALUE,
    "low": 0,
    "direction": Direction.LOWER,
}
"""What all errors of values have in common."""


def _loss(  # noqa: PLR0913 - the fields of a measure, most at their default
    name: str,
    title: str,
    loss: Callable[[Outcomes], Floats],
    *,
    formula: str,
    reference: str = "",
    high: float = INFINITE,
    transform: Transform | None = None,
    domain: Callable[[Outcomes], str] | None = None,
    traits: Traits = LINEAR,
) -> LossMeasure:
    return LossMeasure(
        name=name,
        title=title,
        **ERROR_FIELDS,
        high=high,
        formula=formula,
        reference=reference,
        domain=domain,
        traits=traits,
        loss=loss,
        transform=transform,
    )


def make_huber(*, name: str, delta: float) -> LossMeasure:
    """Huber's loss."""
    formula = f"mean of ½e² where |e| ≤ δ, else δ(|e| - ½δ); δ = {delta:g}"
    loss = partial(huber, delta=delta)
    return _loss(name, "Huber loss", loss, formula=formula, reference="huber1964", traits=NOT_A_POWER)


def make_pinball(*, name: str, q: float) -> LossMeasure:
    """Pinball loss of a predicted quantile."""
    title, formula = f"pinball loss of the {q:g} quantile", f"mean of the larger of q·e and (q - 1)·e; q = {q:g}"
    return _loss(name, title, partial(pinball, q=q), formula=formula, reference="koenker1978")


def make_mase(*, name: str, scale: float) -> LossMeasure:
    """Mean absolute scaled error."""
    formula = f"mean of |e| / {scale:g}, the mean absolute error of the naive forecast on the training series"
    loss = partial(scaled, scale=scale)
    return _loss(name, "mean absolute scaled error", loss, formula=formula, reference="hyndman2006")


def _pooled(
    name: str, title: str, statistic: Callable[[Outcomes], float], *, formula: str, reference: str
) -> PooledMeasure:
    return PooledMeasure(
        name=name,
        title=title,
        **ERROR_FIELDS,
        high=INFINITE,
        formula=formula,
        reference=reference,
        traits=LINEAR,
        statistic=statistic,
    )


def _relative(
    name: str,
    title: str,
    rows: Callable[[Outcomes], Floats],
    *,
    formula: str,
    undefined: str,
    reference: str,
) -> SumMeasure:
    return SumMeasure(
        name=name,
        title=title,
        **ERROR_FIELDS,
        high=INFINITE,
        formula=formula,
        undefined=undefined,
        reference=reference,
        traits=SCALE_FREE,
        remark=zeros_left_out if name == "mape" else None,
        rows=rows,
        of_sums=ratio,
    )


HUBER_DELTA = Parameter("delta", 1, "error above which the loss is linear", 1 / LARGEST_UNIT, LARGEST_UNIT)
QUANTILE = Parameter("q", 0.5, "share of values below the predicted quantile", 1e-9, 1, "[)")
MASE_SCALE = Parameter(
    "scale", None, "mean absolute error of the naive forecast on the training series", 1 / LARGEST_UNIT, LARGEST_UNIT
)
HUBERS = MeasureFamily("huber", make_huber, (HUBER_DELTA,))
PINBALLS = MeasureFamily("pinball", make_pinball, (QUANTILE,))
REGRESSION_ERROR_FAMILIES = (HUBERS, PINBALLS, MeasureFamily("mase", make_mase, (MASE_SCALE,)))
REGRESSION_ERROR_MEASURES = (
    _pooled(
        "median-absolute-error",
        "median absolute error",
        median_absolute,
        formula="median of |y - ŷ|",
        reference="hyndman2006",
    ),
    _pooled("max-error", "largest error", largest, formula="largest |y - ŷ|", reference="boyd2004"),
    LossMeasure(
        name="mbe",
        title="mean error (bias)",
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-INFINITE,
        high=INFINITE,
        direction=Direction.NONE,
        optimum=0,
        formula="mean of y - ŷ; above 0 where the predictions are too low",
        reference="willmott1982",
        traits=LINEAR,
        loss=signed,
    ),
    _relative(
        "mape",
        "mean absolute percentage error",
        relative_pair,
        formula="mean of |y - ŷ| / |y| as a fraction, rows with y = 0 left out and counted",
        undefined="all true values are 0: no value",
        reference="hyndman2006",
    ),
    _loss(
        "smape",
        "symmetric mean absolute percentage error",
        symmetric,
        formula="mean of 2|y - ŷ| / (|y| + |ŷ|) as a fraction, 0 where both are 0",
        reference="makridakis1993",
        high=2,
        traits=SCALE_FREE,
    ),
    _relative(
        "wape",
        "weighted absolute percentage error",
        against_size,
        formula="Σ|y - ŷ| / Σ|y| as a fraction",
        undefined="all true values are 0: no value",
        reference="kolassa2007",
    ),
    _loss(
        "msle",
        "mean squared logarithmic error",
        squared_log,
        formula="mean of (ln(1 + y) - ln(1 + ŷ))²",
        reference="tofallis2015",
        domain=above_minus_one,
        traits=of_degree(None, shift=False),
    ),
    _loss(
        "rmsle",
        "root mean squared logarithmic error",
        squared_log,
        formula="√ of the mean of (ln(1 + y) - ln(1 + ŷ))²",
        reference="tofallis2015",
        transform=ROOT,
        domain=above_minus_one,
        traits=of_degree(None, shift=False),
    ),
    HUBERS(),
    _loss(
        "log-cosh",
        "log-cosh loss",
        log_cosh,
        formula="mean of ln cosh(y - ŷ)",
        reference="saleh2022",
        traits=NOT_A_POWER,
    ),
    PINBALLS(),
)
