"""Rates: one count of the confusion matrix over another, of one class, or averaged over the classes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import Task
from foldwise.measures.family import NO_VALUE, UNDEFINED, MeasureFamily, Parameter
from foldwise.measures.measure import CountMeasure, Direction, Needs, divide
from foldwise.measures.scope import OVER_CLASSES, Scope
from foldwise.measures.tallies.tables import Cells, hits, macro, of_positive, true_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array
    from foldwise.measures.measure import Measure

__all__ = [
    "AVERAGED_RATES",
    "RATES",
    "RATE_FAMILIES",
    "class_f1",
    "class_precision",
    "class_recall",
    "class_specificity",
]

HIGHER, LOWER = Direction.HIGHER, Direction.LOWER


@final
@dataclass(frozen=True)
class Ratio:
    """A rate of one class: `numerator` rows of `denominator` rows.

    Parameters
    ----------
    name, title, direction, beside, reference
        As in the measure.
    numerator, denominator
        The counts.
    text
        The formula.
    empty
        When there is nothing to divide by.
    scope
        Whether it rests on the rows of the class or on those outside it.
    """

    name: str
    title: str
    numerator: Callable[[Cells], Array]
    denominator: Callable[[Cells], Array]
    text: str
    empty: str
    direction: Direction = HIGHER
    beside: str = ""
    reference: str = ""
    scope: Scope = Scope.POSITIVE

    def per_class(self, table: Array, fill: float = float("nan")) -> Array:
        """The rate of every class (…, C); `fill` where it is 0/0."""
        cells = Cells.of(table)
        values = divide(self.numerator(cells), self.denominator(cells))
        return np.where(np.isnan(values), fill, values)

    def micro(self, table: Array, positive: int, fill: float = float("nan")) -> Array:  # noqa: ARG002 - all classes
        """The rate of all classes taken together (…)."""
        cells = Cells.of(table)
        values = divide(self.numerator(cells).sum(axis=-1), self.denominator(cells).sum(axis=-1))
        return np.where(np.isnan(values), fill, values)

    def weighted(self, table: Array, positive: int, fill: float = float("nan")) -> Array:  # noqa: ARG002 - all classes
        """Mean over the classes by their rows, those without a value skipped (…)."""
        values, rows = self.per_class(table, fill), Cells.of(table).positives
        defined = ~np.isnan(values)
        return divide(np.where(defined, values * rows, 0).sum(axis=-1), np.where(defined, rows, 0).sum(axis=-1))


def f_ratio(beta: float = 1.0) -> Ratio:
    """Weighted harmonic mean of precision and recall, recall counting β times (van Rijsbergen)."""
    b = beta**2
    more = "" if beta == 1 else f" with β = {beta:g}"
    return Ratio(
        "f1" if beta == 1 else f"f({beta:g})",
        "F1" if beta == 1 else f"F{beta:g}",
        lambda cells: (1 + b) * cells.tp,
        lambda cells: cells.tp + cells.fp + b * cells.positives,
        "2 TP / (2 TP + FP + FN)" if beta == 1 else f"(1 + β²) TP / ((1 + β²) TP + β² FN + FP){more}",
        "TP = FP = FN = 0",
        reference="vanrijsbergen1979",
    )


PRECISION = Ratio(
    "precision",
    "precision",
    lambda cells: cells.tp,
    lambda cells: cells.tp + cells.fp,
    "TP / (TP + FP)",
    "nothing was put into the class",
    beside="recall",
    reference="vanrijsbergen1979",
)
RECALL = Ratio(
    "recall",
    "recall (sensitivity)",
    lambda cells: cells.tp,
    lambda cells: cells.positives,
    "TP / (TP + FN)",
    "the class has no rows",
    beside="precision",
    reference="vanrijsbergen1979; altman1994",
)
SPECIFICITY = Ratio(
    "specificity",
    "specificity",
    lambda cells: cells.tn,
    lambda cells: cells.negatives,
    "TN / (TN + FP)",
    "there are no rows outside the class",
    beside="recall",
    reference="altman1994",
    scope=Scope.NEGATIVE,
)
F1 = f_ratio()
JACCARD = Ratio(
    "jaccard",
    "Jaccard index",
    lambda cells: cells.tp,
    lambda cells: cells.positives + cells.fp,
    "TP / (TP + FP + FN)",
    "TP = FP = FN = 0",
    reference="jaccard1912",
)
RATIOS = (
    PRECISION,
    RECALL,
    SPECIFICITY,
    F1,
    JACCARD,
    Ratio(
        "npv",
        "negative predictive value",
        lambda cells: cells.tn,
        lambda cells: cells.tn + cells.fn,
        "TN / (TN + FN)",
        "nothing was put outside the class",
        beside="precision",
        reference="altman1994b",
        scope=Scope.NEGATIVE,
    ),
    Ratio(
        "fpr",
        "false positive rate",
        lambda cells: cells.fp,
        lambda cells: cells.negatives,
        "FP / (FP + TN)",
        "there are no rows outside the class",
        LOWER,
        beside="fnr",
        reference="fawcett2006",
        scope=Scope.NEGATIVE,
    ),
    Ratio(
        "fnr",
        "miss rate (false negative rate)",
        lambda cells: cells.positives - cells.tp,
        lambda cells: cells.positives,
        "FN / (FN + TP)",
        "the class has no rows",
        LOWER,
        beside="fpr",
        reference="martin1997",
    ),
    Ratio(
        "fdr",
        "false discovery rate",
        lambda cells: cells.fp,
        lambda cells: cells.tp + cells.fp,
        "FP / (FP + TP)",
        "nothing was put into the class",
        LOWER,
        beside="fnr",
        reference="benjamini1995",
    ),
    Ratio(
        "for",
        "false omission rate",
        lambda cells: cells.fn,
        lambda cells: cells.tn + cells.fn,
        "FN / (FN + TN)",
        "nothing was put outside the class",
        LOWER,
        beside="fdr",
        reference="genovese2002",
        scope=Scope.NEGATIVE,
    ),
)
AVERAGES = {
    "": f"of the positive class; {OVER_CLASSES} (macro) when there are more than two",
    "macro": "of each class, mean over the classes that have a value",
    "micro": "with the counts of all classes added up",
    "weighted": "of each class, mean over the classes by their rows",
}


def rate(ratio: Ratio, average: str, *, name: str, undefined: float | str = NO_VALUE) -> CountMeasure:
    """Make the measure of a ratio, for one way of bringing the classes together."""
    fill = float("nan") if undefined == NO_VALUE else float(undefined)
    per_class = partial(ratio.per_class, fill=fill)
    tables: dict[str, Callable[[Array, int], Array]] = {
        "": of_positive(per_class),
        "macro": lambda table, _: macro(per_class(table)),
        "micro": partial(ratio.micro, fill=fill),
        "weighted": partial(ratio.weighted, fill=fill),
    }
    counts = "no value" if undefined == NO_VALUE else f"counts as {fill:g}"
    pair = f"{average}-{ratio.beside}" if average and ratio.beside else ratio.beside
    return CountMeasure(
        name=name,
        title=f"{average} {ratio.title}".strip(),
        task=Task.CLASSIFICATION,
        needs=Needs.LABEL,
        low=0,
        high=1,
        direction=ratio.direction,
        formula=f"{ratio.text} {AVERAGES[average]}",
        undefined=f"{ratio.empty}: {counts}",
        beside=pair,
        reference=f"{ratio.reference}; sokolova2009" if average in ("macro", "micro") else ratio.reference,
        scope=_scope(ratio, average),
        of_table=tables[average],
    )


def _scope(ratio: Ratio, average: str) -> Scope:
    """What an average rests on: weighted by their rows, rare classes hardly count, unless the rate is of the other rows."""
    of_class = ratio.scope is Scope.POSITIVE
    return {
        "": ratio.scope,
        "macro": Scope.EACH if of_class else Scope.COMMON,
        "micro": Scope.ROWS,
        "weighted": Scope.ROWS if of_class else Scope.COMMON,
    }[average]


def f_beta(*, name: str, beta: float, undefined: float | str, average: str = "") -> Measure:
    """F for any β; β = 1 is the measure called f1."""
    if beta == 1:
        return F1_FAMILIES[average](undefined=undefined)
    return rate(f_ratio(beta), average, name=name, undefined=undefined)


def _family(ratio: Ratio, average: str = "") -> MeasureFamily:
    name = f"{average}-{ratio.name}" if average else ratio.name
    return MeasureFamily(name, partial(rate, ratio, average), (UNDEFINED,))


def class_precision(table: Array) -> Array:
    """Share of the rows put into a class that belong there (…, C)."""
    return PRECISION.per_class(table)


def class_recall(table: Array) -> Array:
    """Share of the rows of a class that were found (…, C)."""
    return divide(hits(table), true_counts(table))


def class_specificity(table: Array) -> Array:
    """Share of the rows outside a class that were put outside it (…, C)."""
    return SPECIFICITY.per_class(table)


def class_f1(table: Array) -> Array:
    """Harmonic mean of precision and recall (…, C)."""
    return F1.per_class(table)


F_BETA = Parameter("beta", 1, "how many times recall counts as much as precision", 1e-6, 1e6)
F1_FAMILIES = {average: _family(F1, average) for average in AVERAGES}
F_FAMILIES = tuple(
    MeasureFamily(f"{average}-f" if average else "f", partial(f_beta, average=average), (F_BETA, UNDEFINED))
    for average in AVERAGES
)
UNAVERAGED_FAMILIES = tuple(F1_FAMILIES[""] if ratio is F1 else _family(ratio) for ratio in RATIOS)
AVERAGED_FAMILIES = tuple(
    F1_FAMILIES[average] if ratio is F1 else _family(ratio, average)
    for ratio in (PRECISION, RECALL, SPECIFICITY, F1, JACCARD)
    for average in ("macro", "micro", "weighted")
)
RATE_FAMILIES = (*UNAVERAGED_FAMILIES, *F_FAMILIES, *AVERAGED_FAMILIES)
RATES = tuple(family() for family in UNAVERAGED_FAMILIES)
AVERAGED_RATES = tuple(family() for family in AVERAGED_FAMILIES)
