"""Means, biases and spreads with their Monte-Carlo errors, from the sums that are kept."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from studies.kohavi.store import RUNS, TRUTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Floats
    from studies.kohavi.estimates import Method
    from studies.kohavi.store import Key, Results


@final
@dataclass(frozen=True)
class Figure:
    """What the samples say about one estimate of one learner on one problem.

    Parameters
    ----------
    problem, learner, group, method
        What it is about.
    samples
        Number of samples.
    mean, spread
        Mean and standard deviation of the estimates.
    bias
        Mean of the estimate less the accuracy of the model that was fitted to the same sample.
    rmse
        Root mean square of that difference.
    errors
        Monte-Carlo errors of mean, spread and bias.
    """

    problem: str
    learner: str
    group: str
    method: Method
    samples: int
    mean: float
    spread: float
    bias: float
    rmse: float
    errors: tuple[float, float, float]

    @classmethod
    def of(cls, key: Key, sums: Floats) -> Figure:
        """Work the figures out of the sums."""
        count = sums[0]
        mean, square, cube, fourth = sums[1:5] / count
        variance = max(square - mean**2, 0.0) * count / max(count - 1, 1)
        central = fourth - 4 * mean * cube + 6 * mean**2 * square - 3 * mean**4
        spread = sqrt(variance)
        of_spread = sqrt(max(central - variance**2, 0.0) / count) / (2 * spread) if spread > 0 else 0.0
        bias, of_square = sums[5] / count, sums[6] / count
        of_bias = sqrt(max(of_square - bias**2, 0.0) / count)
        errors = spread / sqrt(count), of_spread, of_bias
        return cls(*key, int(count), mean, spread, bias, sqrt(of_square), errors)


@final
@dataclass(frozen=True)
class Coverage:
    """How often an interval contains the accuracy of the model that was fitted to the sample."""

    problem: str
    learner: str
    method: str
    samples: int
    share: float
    width: float
    refused: int
    error: float
    """Monte-Carlo error of the share."""


def figures(results: Results) -> list[Figure]:
    """All estimates."""
    kept = (
        (key, sums)
        for key, sums in results.sums.items()
        if key.group not in ("intervals", "peer") and key.method != RUNS
    )
    return [Figure.of(key, sums) for key, sums in kept if sums[0] > 1]


def coverages(results: Results) -> list[Coverage]:
    """All intervals."""
    found = []
    for key, sums in results.sums.items():
        if key.group == "intervals" and key.method not in (RUNS, TRUTH):
            count = max(sums[0], 1)
            found.append(
                Coverage(
                    *(key.problem, key.learner, key.method.name, int(sums[0])),
                    *(sums[7] / count if sums[0] else nan, sums[8] / count, int(sums[9])),
                    _share_error(sums[7] / count, count),
                )
            )
    return found


def _share_error(share: float, count: float) -> float:
    """Binomial error, with one success and one failure more, so that it is never 0."""
    smoothed = (share * count + 1) / (count + 2)
    return sqrt(smoothed * (1 - smoothed) / count)


def pooled(found: list[Coverage]) -> Iterator[Coverage]:
    """Mean coverage over the problems, for each method and learner."""
    for learner, method in dict.fromkeys((one.learner, one.method) for one in found):
        all_of = [one for one in found if (one.learner, one.method) == (learner, method)]
        mine = [one for one in all_of if one.samples]
        samples = sum(one.samples for one in mine)
        if samples:
            share = float(np.mean([one.share for one in mine]))
            width = float(np.mean([one.width for one in mine]))
            error = sqrt(sum(one.error**2 for one in mine)) / len(mine)
            yield Coverage("all", learner, method, samples, share, width, sum(one.refused for one in all_of), error)


def runs(results: Results, problem: str = "") -> dict[str, tuple[float, float, float]]:
    """Runs of each learner, on all problems or on one, with the seconds and processor seconds they took."""
    found: dict[str, tuple[float, float, float]] = {}
    for key, sums in results.sums.items():
        if key.method == RUNS and problem in ("", key.problem):
            before = found.get(key.learner, (0.0, 0.0, 0.0))
            found[key.learner] = before[0] + sums[0], before[1] + sums[1], before[2] + sums[2]
    return found


@final
class Chosen:
    """Finds figures by what they are about."""

    def __init__(self, found: list[Figure]) -> None:
        self._by_key = {(one.problem, one.learner, one.group, one.method): one for one in found}
        self.problems = list(dict.fromkeys(one.problem for one in found))
        self.all = found

    def get(self, problem: str, learner: str, method: Method, group: str = "once") -> Figure | None:
        """The figure, or None."""
        return self._by_key.get((problem, learner, group, method))

    def both(self, first: Method, second: Method, learner: str, group: str = "once") -> list[tuple[Figure, Figure]]:
        """Figures of two methods on each problem that has both."""
        pairs = ((self.get(one, learner, first, group), self.get(one, learner, second, group)) for one in self.problems)
        return [(a, b) for a, b in pairs if a is not None and b is not None]


def clearly(difference: float, error: float) -> int:
    """-1, 0 or 1: below zero, not told apart from it, or above, by two Monte-Carlo errors.

    Examples
    --------
    >>> clearly(0.5, 0.1), clearly(-0.1, 0.1)
    (1, 0)
    """
    if isnan(difference) or error == inf or abs(difference) <= 2 * error:
        return 0
    return 1 if difference > 0 else -1
