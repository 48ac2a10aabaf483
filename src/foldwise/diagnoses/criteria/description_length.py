"""Minimum description length: how many nats or bits the targets take, together with the model."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log2
from typing import TYPE_CHECKING, ClassVar, final

from scipy.special import gammaln

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_likelihood
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["Mdl", "exception_bits", "tree_bits", "two_part_bits"]


@final
@dataclass(frozen=True)
class Mdl(InSampleCriterion):
    """-ln L + ½ d ln n nats, which is BIC/2: the targets, and each parameter to a precision of 1/√n (METHODS F.3).

    References
    ----------
    rissanen1978.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> round(Mdl().of(InSampleFit(100, 3, log_likelihood=-50.0)), 3)
    56.908
    """

    name: ClassVar[str] = "mdl"
    summary: ClassVar[str] = "description length of targets and parameters"
    formula: ClassVar[str] = "-ln L + ½ d ln n"
    unit: ClassVar[str] = "nats"

    def value(self, fit: InSampleFit) -> float:
        """Nats of the targets and of the parameters."""
        return -float(fit.log_likelihood or 0.0) + fit.parameters * log(fit.n) / 2

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs a likelihood."""
        return no_likelihood(fit)


def exception_bits(errors: int, n: int) -> float:
    """Bits that say which e of n rows are exceptions: log₂(n + 1) for their number and log₂ C(n, e) for which.

    Examples
    --------
    >>> round(exception_bits(2, 10), 4)
    8.9513
    """
    if not 0 <= errors <= n:
        message = f"of {n} rows between 0 and {n} are exceptions, not {errors}"
        raise InputError(message)
    ways = float(gammaln(n + 1) - gammaln(errors + 1) - gammaln(n - errors + 1))
    return log2(n + 1) + ways / log(2)


def tree_bits(splits: int, *, columns: int, cuts: float, classes: int) -> float:
    """Bits of a binary tree: one for each node whether it splits, its column and cut, and the class of each leaf.

    Parameters
    ----------
    splits
        Inner nodes; a binary tree has one leaf more.
    columns
        Columns that a split can be on.
    cuts
        Places at which a column can be cut, on average.
    classes
        Number of classes.

    References
    ----------
    quinlan1989.

    Examples
    --------
    >>> tree_bits(1, columns=4, cuts=8, classes=2)
    10.0
    """
    if splits < 0 or columns < 1 or cuts < 1 or classes < 1:
        message = f"a tree has splits ≥ 0 on columns ≥ 1 with cuts ≥ 1, not {splits}, {columns} and {cuts:g}"
        raise InputError(message)
    leaves = splits + 1
    return splits + leaves + splits * (log2(columns) + log2(cuts)) + leaves * log2(classes)


def two_part_bits(model_bits: float, errors: int, n: int, *, classes: int = 2) -> float:
    """Two-part code of a tree or a set of rules: the model, which rows it gets wrong, and their classes (METHODS F.3).

    Examples
    --------
    >>> round(two_part_bits(10.0, 2, 10), 4)
    18.9513
    """
    others = errors * log2(classes - 1) if classes > 2 else 0.0
    return model_bits + exception_bits(errors, n) + others
