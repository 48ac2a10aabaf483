"""Measures of predicted labels as a whole: error, accuracy, and their forms in which every class counts the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.data import Task
from foldwise.measures.definitions.rates import class_recall, class_specificity
from foldwise.measures.measure import CountMeasure, Direction, LossMeasure, Needs
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.tables import macro

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Scores
    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.tallies.tally import LossSums, Tally

__all__ = ["ACCURACY", "BALANCED_ACCURACY", "BALANCED_ERROR", "ERROR", "G_MEAN", "MACRO_BALANCED_ACCURACY"]

ALL_EMPTY = "no class has rows: no value; a class without rows is left out of the mean"


def zero_one(outcomes: Outcomes) -> Floats:
    """1 where the label is wrong or missing."""
    return (outcomes.output != outcomes.truth).astype(np.float64)


def correct(outcomes: Outcomes) -> Floats:
    """1 where the label is right."""
    return (outcomes.output == outcomes.truth).astype(np.float64)


def wrong_sums(tally: Tally) -> LossSums:
    """Sums of `zero_one`."""
    return tally.wrong


def right_sums(tally: Tally) -> LossSums:
    """Sums of `correct`."""
    return tally.right


def mean_recalls(tables: Array, repeat: Codes) -> tuple[Scores, float] | None:
    """Balanced accuracy of each resample (R,) and of the repeats together; None without a compiler."""
    if not native.COMPILED or tables.dtype != np.int64:
        return None
    values = np.empty(repeat.size)
    whole = np.ascontiguousarray(repeat, np.int64)
    return values, native._native.mean_recalls(tables=np.ascontiguousarray(tables), repeat=whole, values=values)


def mean_misses(tables: Array, repeat: Codes) -> tuple[Scores, float] | None:
    """Balanced error of each resample (R,) and of the repeats together; None without a compiler."""
    recalls = mean_recalls(tables, repeat)
    return None if recalls is None else (1 - recalls[0], 1 - recalls[1])


def balanced_accuracy(table: Array, positive: int) -> Array:  # noqa: ARG001 - the same for every class
    """Mean recall over the classes."""
    return macro(class_recall(table))


def balanced_error(table: Array, positive: int) -> Array:
    """One minus the balanced accuracy."""
    return 1 - balanced_accuracy(table, positive)


def recall_gradient(table: Array) -> tuple[float, Floats]:
    """Balanced accuracy of one table, and its derivative by the share of each cell that holds rows (C, C + 1).

    With m rows of a class, h of them right and K classes that have rows, n/K · (1/m - h/m²) for its right cell and
    -n/K · h/m² for the others.

    Examples
    --------
    >>> value, slopes = recall_gradient(np.array([[2.0, 0, 0], [1, 1, 0]]))
    >>> value, slopes
    (0.75, array([[ 0. ,  0. ,  0. ],
           [-0.5,  0.5,  0. ]]))
    """
    lines = table.tolist()  # numbers of Python are quicker than arrays of a few of them
    sizes = list(map(sum, lines))
    used = len(sizes) - sizes.count(0)
    if not used:
        return float("nan"), np.full(table.shape, np.nan)
    scale, value = sum(sizes) / used, 0.0
    for c, (line, size) in enumerate(zip(lines, sizes, strict=True)):
        recall = line[c] / size if size else 0.0
        value += recall
        for k, cell in enumerate(line):
            if cell:
                line[k] = scale * ((k == c) - recall) / size
    return value / used, np.array(lines)


def miss_gradient(table: Array) -> tuple[float, Floats]:
    """Do the same for the balanced error."""
    value, slopes = recall_gradient(table)
    return 1 - value, -slopes


def macro_balanced_accuracy(table: Array, positive: int) -> Array:  # noqa: ARG001 - the same for every class
    """Mean over the classes of (sensitivity + specificity) / 2."""
    return macro((class_recall(table) + class_specificity(table)) / 2)


def geometric_mean(table: Array, positive: int) -> Array:  # noqa: ARG001 - the same for every class
    """Geometric mean of the recalls: 0 as soon as one class is never found."""
    recall = class_recall(table)
    with np.errstate(divide="ignore"):
        return np.exp(macro(np.log(recall)))


ERROR = LossMeasure(
    name="error",
    title="error rate",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.LOWER,
    formula="share of rows whose label is wrong; an unclassified row is wrong",
    reference="sokolova2009",
    loss=zero_one,
    sums=wrong_sums,
    zero_one=True,
)
ACCURACY = LossMeasure(
    name="accuracy",
    title="accuracy",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="share of rows whose label is right; an unclassified row is wrong",
    reference="sokolova2009",
    loss=correct,
    sums=right_sums,
    zero_one=True,
)
BALANCED_ERROR = CountMeasure(
    name="balanced-error",
    title="balanced error",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.LOWER,
    formula="1 - mean recall over the classes",
    undefined=ALL_EMPTY,
    reference="brodersen2010",
    scope=Scope.EACH,
    of_table=balanced_error,
    quick=mean_misses,
    gradient=miss_gradient,
)
BALANCED_ACCURACY = CountMeasure(
    name="balanced-accuracy",
    title="balanced accuracy",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="mean recall over the classes (as scikit-learn; yardstick's is macro-balanced-accuracy)",
    undefined=ALL_EMPTY,
    reference="brodersen2010",
    scope=Scope.EACH,
    of_table=balanced_accuracy,
    quick=mean_recalls,
    gradient=recall_gradient,
)
MACRO_BALANCED_ACCURACY = CountMeasure(
    name="macro-balanced-accuracy",
    title="balanced accuracy of each class against the rest",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="mean over the classes of (recall + specificity) / 2; equals balanced-accuracy for two classes",
    undefined=ALL_EMPTY,
    reference="brodersen2010",
    scope=Scope.EACH,
    of_table=macro_balanced_accuracy,
)
G_MEAN = CountMeasure(
    name="g-mean",
    title="geometric mean of the recalls",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="(Π recall)^(1/C); √(sensitivity · specificity) for two classes",
    undefined=ALL_EMPTY,
    reference="kubat1997",
    scope=Scope.EACH,
    of_table=geometric_mean,
    fewest_hits=3,
)
