"""Labels that may be wrong: rows whose own label is improbable where another one is as probable as it usually is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError
from foldwise.predictions import probability_fault

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Codes, Floats

__all__ = ["LabelSuspects", "label_suspects"]


@final
@dataclass(frozen=True, eq=False)
class LabelSuspects:
    """Rows whose label may be wrong, the most suspicious first.

    Parameters
    ----------
    rows
        The rows (S,).
    suggested
        Class that each seems to have (S,).
    own
        Probability of the label it has (S,).
    counts
        Rows by their label and the class they seem to have, the confident joint (C, C).
    """

    rows: Codes
    suggested: Codes
    own: Floats
    counts: Codes

    @property
    def share(self) -> float:
        """Share of the counted rows that seem to have another class."""
        total = int(self.counts.sum())
        return 1 - float(np.trace(self.counts)) / total if total else 0.0


def label_suspects(truth: ArrayLike, probabilities: ArrayLike) -> LabelSuspects:
    """Find rows whose labels may be wrong, by confident learning.

    A row is counted for a class where its probability of it is at least the mean of that probability over the rows with that
    label; counted for several, it goes to the likeliest. A row that is counted for a class other than its label, and likelier
    to have it, is suspected: a class that the model hardly knows has a low threshold, which alone makes no label doubtful.
    The thresholds adapt to probabilities that are too extreme or too timid, as long as they are so alike for all rows of a
    class. Suspects are to be looked at, not to be turned: rows near the border are among them.

    Parameters
    ----------
    truth
        Class code of each row, 0 to C - 1 (n,).
    probabilities
        Probabilities by models that were not trained on the row (n, C).

    References
    ----------
    northcutt2021.

    Examples
    --------
    >>> p = np.array([[0.9, 0.1], [0.8, 0.2], [0.05, 0.95], [0.1, 0.9], [0.2, 0.8]])
    >>> found = label_suspects([0, 0, 0, 1, 1], p)
    >>> found.rows.tolist(), found.suggested.tolist()
    ([2], [1])
    """
    codes, p = np.asarray(truth), np.asarray(probabilities, dtype=np.float64)
    if (
        p.ndim != 2
        or codes.shape != p.shape[:1]
        or codes.dtype.kind not in "iu"
        or not 0 <= codes.min() <= codes.max() < p.shape[1]
    ):
        message = f"class codes of the rows and their probabilities (n, C) are needed, not {codes.shape} and {p.shape}"
        raise InputError(message)
    fault = probability_fault(p)
    if fault:
        raise InputError(fault)
    classes = p.shape[1]
    with np.errstate(invalid="ignore"):
        means = np.array([p[codes == one, one].mean() if (codes == one).any() else np.inf for one in range(classes)])
    above = np.where(p >= means, p, -1.0)
    own = p[np.arange(codes.size), codes]
    seems = above.argmax(axis=1)
    counted = (above.max(axis=1) >= 0) & ((seems == codes) | (p[np.arange(codes.size), seems] > own))
    counts = np.zeros((classes, classes), dtype=np.intp)
    np.add.at(counts, (codes[counted], seems[counted]), 1)
    wrong = np.flatnonzero(counted & (seems != codes))
    rows = wrong[np.argsort(own[wrong] - p[wrong, seems[wrong]], kind="stable")]
    return LabelSuspects(rows, seems[rows], own[rows], counts)
