"""Agreement of predicted and true labels beyond chance: Matthews correlation and Cohen's kappa."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.family import NO_VALUE, MeasureFamily, Parameter
from foldwise.measures.measure import CountMeasure, Direction, Needs, divide
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.tables import square
from foldwise.measures.traits import Traits

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

__all__ = ["AGREEMENT_FAMILIES", "KAPPA", "LINEAR_KAPPA", "MCC", "QUADRATIC_KAPPA"]

MARGIN_TOLERANCE = 1e-13
"""Products of marginal counts up to this share of the squared number of rows are rounding."""


def mcc(table: Array, positive: int, *, fill: float = 0.0) -> Array:  # noqa: ARG001 - symmetric in the classes
    """Matthews correlation, for any number of classes; `fill` when a margin is empty (METHODS H.2, H.8)."""
    cells = square(table).astype(np.float64)
    total = cells.sum(axis=(-2, -1))
    rows, columns = cells.sum(axis=-1), cells.sum(axis=-2)
    right = np.trace(cells, axis1=-2, axis2=-1)
    covariance = right * total - (rows * columns).sum(axis=-1)
    apart = [total**2 - (margin**2).sum(axis=-1) for margin in (columns, rows)]
    # One class has no spread, but for what rounding of weights leaves of it.
    spread = np.sqrt(np.prod([np.where(one > MARGIN_TOLERANCE * total**2, one, 0.0) for one in apart], axis=0))
    return np.where(spread > 0, covariance / np.where(spread > 0, spread, 1), np.where(total > 0, fill, np.nan))


def kappa(table: Array, positive: int, *, fill: float = float("nan")) -> Array:  # noqa: ARG001 - symmetric
    """Cohen's kappa: agreement beyond chance; `fill` where chance alone agrees always."""
    cells = square(table).astype(np.float64)
    total = cells.sum(axis=(-2, -1))
    observed = divide(np.trace(cells, axis1=-2, axis2=-1), total)
    expected = divide((cells.sum(axis=-1) * cells.sum(axis=-2)).sum(axis=-1), total**2)
    value = divide(observed - expected, 1 - expected)
    return np.where(np.isnan(value) & (total > 0), fill, value)


def weighted_kappa(table: Array, positive: int, *, power: int) -> Array:  # noqa: ARG001 - symmetric
    """1 - Σ w O / Σ w E with w = (|i - j| / (C - 1))^power; abstaining is as far off as can be (Cohen 1968)."""
    cells = table.astype(np.float64)
    classes = cells.shape[-2]
    apart = np.abs(np.subtract.outer(np.arange(classes), np.arange(classes + 1))) / (classes - 1)
    apart[:, -1] = 1
    expected = cells.sum(axis=-1)[..., :, None] * cells.sum(axis=-2)[..., None, :]
    total = cells.sum(axis=(-2, -1))
    off = apart**power
    return 1 - divide((off * cells).sum(axis=(-2, -1)) * total, (off * expected).sum(axis=(-2, -1)))


def make_mcc(*, name: str, undefined: float | str) -> CountMeasure:
    """Matthews correlation, with what an empty margin counts as."""
    fill = float("nan") if undefined == NO_VALUE else float(undefined)
    return _agreement(
        name,
        "Matthews correlation",
        partial(mcc, fill=fill),
        formula="(c s - Σ p t) / √((s² - Σ p²)(s² - Σ t²)), c right of s rows, p predicted and t true rows of a class",
        undefined=f"an empty margin {'has no value' if undefined == NO_VALUE else f'counts as {fill:g}'}",
        reference="gorodkin2004",
    )


def make_kappa(*, name: str, undefined: float | str) -> CountMeasure:
    """Cohen's kappa, with what certain chance agreement counts as."""
    fill = float("nan") if undefined == NO_VALUE else float(undefined)
    return _agreement(
        name,
        "Cohen's kappa",
        partial(kappa, fill=fill),
        formula="(observed - chance) / (1 - chance) agreement",
        undefined=f"chance agreement 1: {'no value' if undefined == NO_VALUE else f'counts as {fill:g}'}",
        reference="cohen1960",
    )


def _agreement(
    name: str,
    title: str,
    of_table: Callable[[Array, int], Array],
    *,
    formula: str,
    undefined: str,
    reference: str,
    ordered: bool = False,
) -> CountMeasure:
    return CountMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.LABEL,
        low=-1,
        high=1,
        direction=Direction.HIGHER,
        formula=formula,
        undefined=undefined,
        reference=reference,
        scope=Scope.COMMON,
        traits=Traits(ordered=ordered),
        of_table=of_table,
    )


def _undefined(default: float | str, what: str) -> Parameter:
    return Parameter("undefined", default, what, 0, 1, whole=True, choices=(NO_VALUE,), positional=False)


MCC_FAMILY = MeasureFamily("mcc", make_mcc, (_undefined(0, "what an empty margin counts as"),))
KAPPA_FAMILY = MeasureFamily("kappa", make_kappa, (_undefined(NO_VALUE, "what chance agreement 1 counts as"),))
AGREEMENT_FAMILIES = (MCC_FAMILY, KAPPA_FAMILY)
MCC, KAPPA = MCC_FAMILY(), KAPPA_FAMILY()
LINEAR_KAPPA, QUADRATIC_KAPPA = (
    _agreement(
        f"{name}-kappa",
        f"weighted kappa, {name}",
        partial(weighted_kappa, power=power),
        formula=f"1 - Σ w O / Σ w E with w = {weight}, for classes in their order",
        undefined="no disagreement is possible by chance: no value",
        reference="cohen1968",
        ordered=True,
    )
    for name, power, weight in (("linear", 1, "|i - j| / (C - 1)"), ("quadratic", 2, "((i - j) / (C - 1))²"))
)
