"""Estimates of accuracy from the runs of one sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from foldwise.estimates.learning_curve import fit_power_law
from foldwise.estimates.plus632 import point632plus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.arrays import Codes, Floats
    from studies.kohavi.runs import Hits

UNSEEN, SEEN = 0.632, 0.368
TRIM = 0.1
"""Share of the folds that is left out at each end of a trimmed mean."""


@final
class Method(NamedTuple):
    """How an accuracy was estimated: by what, with how many folds or rows left out, and how many times."""

    name: str
    folds: int = 0
    times: int = 1
    stratified: bool = False


def trimmed(accuracies: Floats) -> float:
    """Mean without the lowest and highest tenth.

    Examples
    --------
    >>> trimmed(np.array([0.0, 1, 1, 1, 1, 1, 1, 1, 1, 0]))
    0.875
    """
    cut = int(TRIM * accuracies.size)
    return float(np.sort(accuracies)[cut : accuracies.size - cut].mean())


def repeated(
    accuracies: Floats, folds: int, times: Sequence[int], *, stratified: bool
) -> Iterator[tuple[Method, float]]:
    """Mean over the folds of the first, the first two, … repeats; and without the extremes of all folds."""
    for count in times:
        mine = accuracies[: folds * count]
        yield Method("k-fold", folds, count, stratified), float(mine.mean())
        if mine.size >= 1 / TRIM:
            yield Method("trimmed k-fold", folds, count, stratified), trimmed(mine)


def bootstraps(hits: Hits, apparent: float, times: Sequence[int]) -> Iterator[tuple[Method, float]]:
    """.632 as Kohavi has it, of the first few samples and of more: .632 out-of-bag accuracy + .368 apparent accuracy."""
    accuracies = hits.accuracies()
    for count in times:
        yield Method(".632 bootstrap", times=count), UNSEEN * float(accuracies[:count].mean()) + SEEN * apparent


def out_of_bag(hits: Hits, n: int) -> float:
    """Leave-one-out bootstrap: the mean over rows of the share of the samples without it that predict it right."""
    tested = np.bincount(hits.row, minlength=n)
    right = np.bincount(hits.row, hits.right, n)
    return float((right[tested > 0] / tested[tested > 0]).mean())


def plus632(apparent: float, unseen: float, codes: Codes, predicted: Codes) -> float:
    """.632+: the more a learner overfits, the more the rows out of bag count."""
    classes = int(max(codes.max(), predicted.max())) + 1
    shares = [np.bincount(one, minlength=classes) / one.size for one in (codes, predicted)]
    return 1 - point632plus(1 - apparent, 1 - unseen, 1 - float(shares[0] @ shares[1]))


def extrapolated(by_folds: Mapping[int, float], n: int, folds: int) -> float:
    """k-fold accuracy followed along a power law from n (1 - 1/k) rows to n, fitted to the accuracies of several k."""
    sizes = np.array([n * (1 - 1 / k) for k in by_folds])
    law = fit_power_law(sizes, 1 - np.array(list(by_folds.values())))
    gap = law.at(n * (1 - 1 / folds)) - law.at(float(n))
    return float(np.clip(by_folds[folds] + gap, 0, 1))
