"""FW106: columns that look as if they had been chosen by their association with the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.special import fdtrc, ndtri

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Floats

__all__ = ["FIRST_COLUMNS", "LEAST_DEVIATE", "MOST_DEVIATE", "ChosenColumns", "association", "in_scope"]

FEWEST_ROWS, MOST_ROWS = 20, 2000
"""With more rows the best of many useless columns hardly promise anything."""
FEWEST_COLUMNS, MOST_COLUMNS = 10, 2000
LEAST_DEVIATE, MOST_DEVIATE = 1.5, 6.0
"""Normal deviates of the weakest and of the strongest column: related, but none strongly."""
EXCESS = {10: 0.5, 15: 0.6}
"""Mean distance of the deviates from the smallest one, by the number of columns from which on it is allowed."""
UNRELATED = 0.2
"""Mean squared correlation between the columns within a class, of columns that do not all repeat one another."""
FIRST_COLUMNS = 4


@final
@dataclass(frozen=True)
class ChosenColumns(Rule):
    """Every column is related to the target, none strongly, and all by nearly the same amount.

    Where the best of many useless columns were kept, the normal deviates |z| of their associations (F test of one column)
    are those of noise above a cut-off c: all above it, and 1/c above it on average. Columns that were measured for a reason
    spread over many deviates, and even columns of one and the same effect spread by one. Said for ten or more columns with
    deviates from 1.5 to 6 whose mean is at most .5 (.6 from fifteen columns on) above the smallest; equal effects in every
    column would be taken for a choice at most 2 times in 1,000. A choice among columns with real effects cannot be told from the rows.
    """

    code: ClassVar[str] = "FW106"
    title: ClassVar[str] = "columns chosen by the target"
    summary: ClassVar[str] = (
        "all columns are related to the target, none strongly, as the best of many useless ones are"
    )
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at a few columns, and at all of them if those may have been chosen."""
        dataset = case.dataset
        if dataset is None or not case.known or not in_scope(dataset.n, dataset.p) or case.nominal.any():
            return None
        classes, truth = dataset.is_classification, dataset.truth
        first = _first_columns(case)
        for some in (first[:, :1], first):  # one column mostly tells, and costs a third of four
            if not _may_be_chosen(association(some, truth, classes=classes)[0], spread=MOST_DEVIATE):
                return None
        deviates, rest = association(case.table, truth, classes=classes)
        if not _may_be_chosen(deviates, spread=_excess(dataset.p)) or _mean_squared_correlation(rest) > UNRELATED:
            return None
        text = (
            f"all {dataset.p} features are related to the target, and each by {deviates.min():.1f} to {deviates.max():.1f} "
            "standard errors, as the best of many useless columns would be; if they were chosen with the target of these "
            "rows in view, every figure here is optimistic"
        )
        return self.advice(
            text, "all columns and the selection as a step of the model: make_pipeline(SelectKBest(), …)"
        )


def in_scope(rows: int, columns: int) -> bool:
    """Whether a table of this size could be made of chosen columns, and that be seen."""
    return FEWEST_ROWS <= rows <= MOST_ROWS and FEWEST_COLUMNS <= columns <= MOST_COLUMNS


def _first_columns(case: Case) -> Floats:
    X = None if case.dataset is None else case.dataset.X
    if isinstance(X, np.ndarray):
        return np.asarray(X[:, :FIRST_COLUMNS], dtype=np.float64)
    return np.column_stack([case.column(place) for place in range(FIRST_COLUMNS)])


def _excess(columns: int) -> float:
    return max(allowed for fewest, allowed in EXCESS.items() if columns >= fewest)


def _may_be_chosen(deviates: Floats, spread: float) -> bool:
    smallest = float(deviates.min())
    return (
        smallest >= LEAST_DEVIATE
        and float(deviates.max()) <= MOST_DEVIATE
        and float(deviates.mean()) - smallest <= spread
    )


def association(X: Floats, truth: Array, *, classes: bool) -> tuple[Floats, Floats]:
    """Normal deviate of the F test of each column alone (p,), and the columns less what the target tells of them (n, p).

    A column that is constant, or has missing values, is given the deviate 0.

    Examples
    --------
    >>> y = np.repeat([0, 1], 50)
    >>> X = np.random.default_rng(0).normal(size=(100, 2)) + [0.0, 1.0] * y[:, None]
    >>> association(X, y, classes=True)[0].round(1)
    array([0.6, 4.3])
    """
    n = len(X)
    centred = X - np.add.reduce(X, axis=0) / n
    fitted, df = _class_means(centred, truth) if classes else _line(centred, truth)
    rest = centred - fitted
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.einsum("ij,ij->j", centred, centred) / np.einsum("ij,ij->j", rest, rest) - 1.0
        p_values = fdtrc(df, n - 1 - df, ratio * (n - 1 - df) / df)
    deviates = -ndtri(p_values / 2.0)
    deviates[deviates != deviates] = 0.0
    return deviates, rest


def _class_means(centred: Floats, codes: Array) -> tuple[Floats, int]:
    counts = np.bincount(codes)
    indicator = (np.arange(counts.size)[:, None] == codes).astype(np.float64)
    means = (indicator @ centred) / np.maximum(counts, 1)[:, None]
    return means[codes], max(1, int(np.count_nonzero(counts)) - 1)


def _line(centred: Floats, values: Array) -> tuple[Floats, int]:
    target = values - values.mean()
    return np.outer(target, target @ centred / max(float(target @ target), np.finfo(float).tiny)), 1


def _mean_squared_correlation(rest: Floats) -> float:
    """Of the columns among each other, less what chance gives (1 / n)."""
    scaled = rest / np.sqrt((rest**2).mean(axis=0))
    squares = (scaled.T @ scaled / len(rest)) ** 2
    p = squares.shape[0]
    return float((squares.sum() - p) / (p * (p - 1)) - 1.0 / len(rest))
