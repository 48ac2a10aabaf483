"""Several models on several datasets under one measure: ranks, tests over datasets, and which differences are undecided."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons.methods.sign_test import count_signs
from foldwise.comparisons.methods.wilcoxon import hodges_lehmann, signed_rank
from foldwise.comparisons.over_datasets.friedman import Friedman, friedman, rank_rows
from foldwise.comparisons.over_datasets.nemenyi import (
    CriticalDifference,
    bonferroni_dunn,
    cliques,
    nemenyi,
    nemenyi_p_values,
)
from foldwise.comparisons.several_models.multiplicity import adjust
from foldwise.comparisons.verdicts.verdict import Verdict
from foldwise.errors import UnknownNameError
from foldwise.measures import Direction

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import Measure

__all__ = ["DatasetComparison", "Standings"]

POST_HOC_TESTS = ("wilcoxon", "nemenyi")


@final
@dataclass(frozen=True)
class DatasetComparison:
    """Two models over datasets by the Wilcoxon signed-rank test.

    Parameters
    ----------
    a, b
        Names of the models.
    measure
        What they are measured by.
    difference, low, high
        Value of a minus value of b: Hodges and Lehmann's estimate over the datasets, and its interval.
    p_value, p_adjusted
        Of the signed-rank test, and adjusted for the other pairs.
    p_nemenyi
        Of Nemenyi's test of the mean ranks, which is adjusted for all pairs by itself; not a number where datasets cannot be
        ranked.
    wins, ties, losses
        Datasets on which a is better than, equal to and worse than b.
    verdict
        Better or worse where the adjusted p-value is at most 1 - level, else undecided.
    """

    a: str
    b: str
    measure: str
    difference: float
    low: float
    high: float
    p_value: float
    p_adjusted: float
    verdict: Verdict
    wins: int
    ties: int
    losses: int
    p_nemenyi: float = float("nan")

    def record(self) -> dict[str, Any]:
        """Row of the frame of pairs and of the JSON."""
        return {**vars(self), "verdict": str(self.verdict)}


@final
@dataclass(frozen=True, eq=False)
class Standings:
    """Values of k models on N datasets (N, k); not a number where a model failed.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> values = np.array([[0.1, 0.2, 0.3], [0.2, 0.3, 0.4], [0.1, 0.3, 0.2], [0.1, 0.2, 0.3]])
    >>> Standings(values, ("a", "b", "c"), measure("error")).mean_ranks
    {'a': 1.0, 'b': 2.25, 'c': 2.75}
    """

    values: Floats
    models: tuple[str, ...]
    measure: Measure
    level: float = 0.95
    adjustment: str = "holm"

    @cached_property
    def losses(self) -> Floats:
        """The values turned so that lower is better (N, k)."""
        turned = {
            Direction.LOWER: self.values,
            Direction.HIGHER: -self.values,
            Direction.NONE: np.abs(self.values - self.measure.best),
        }
        return np.asarray(turned[self.measure.direction])

    @cached_property
    def complete(self) -> Floats:
        """Losses on the datasets on which no model failed; only these can be ranked."""
        return self.losses[~np.isnan(self.losses).any(axis=1)]

    @cached_property
    def ranks(self) -> Floats:
        """Rank of each model on each dataset, 1 the best, among those that did not fail (N, k)."""
        ranks = np.full(self.losses.shape, np.nan)
        for row, out in zip(self.losses, ranks, strict=True):
            known = ~np.isnan(row)
            if known.any():
                out[known] = rank_rows(row[known][None])[0]
        return ranks

    @cached_property
    def mean_ranks(self) -> dict[str, float]:
        """Mean rank over the datasets on which no model failed, the best first; empty where there is no such dataset."""
        if not len(self.complete):
            return {}
        means = rank_rows(self.complete).mean(axis=0)
        return dict(sorted(zip(self.models, means.tolist(), strict=True), key=lambda pair: pair[1]))

    def friedman(self) -> Friedman:
        """Whether the models differ at all."""
        return friedman(self.complete)

    def nemenyi(self) -> CriticalDifference:
        """Critical difference between any two mean ranks."""
        return nemenyi(len(self.models), len(self.complete), self.level)

    @cached_property
    def nemenyi_p_values(self) -> dict[tuple[str, str], float]:
        """P-value of every pair of models, in either order, by Nemenyi's test; empty where datasets cannot be ranked."""
        if len(self.complete) < 2 or len(self.models) < 2:
            return {}
        names, means = list(self.mean_ranks), list(self.mean_ranks.values())
        found = nemenyi_p_values(means, len(self.complete))
        return {(a, b): float(found[i, j]) for i, a in enumerate(names) for j, b in enumerate(names) if i != j}

    def bonferroni_dunn(self) -> CriticalDifference:
        """Critical difference between the mean rank of one model and any other."""
        return bonferroni_dunn(len(self.models), len(self.complete), self.level)

    def differences(self, a: str, b: str) -> Floats:
        """Value of a minus value of b on each dataset on which both have one."""
        for name in (a, b):
            if name not in self.models:
                raise UnknownNameError.of("model in this experiment", name, self.models)
        d = self.values[:, self.models.index(a)] - self.values[:, self.models.index(b)]
        return d[~np.isnan(d)]

    @cached_property
    def pairs(self) -> tuple[DatasetComparison, ...]:
        """All pairs that share two datasets, the better-ranked model first, p-values adjusted together."""
        order = list(self.mean_ranks) or list(self.models)
        found = [(a, b) for a, b in combinations(order, 2) if self.differences(a, b).size > 1]
        p_values = [signed_rank(self._gaps(a, b)).p_value for a, b in found]
        adjusted = adjust(p_values, self.adjustment).tolist()
        both = zip(p_values, adjusted, strict=True)
        return tuple(self._compare(a, b, p) for (a, b), p in zip(found, both, strict=True))

    def _gaps(self, a: str, b: str) -> Floats:
        """Loss of a minus loss of b on each dataset on which both have one."""
        gaps = self.losses[:, self.models.index(a)] - self.losses[:, self.models.index(b)]
        return gaps[~np.isnan(gaps)]

    def _compare(self, a: str, b: str, p: tuple[float, float]) -> DatasetComparison:
        middle = hodges_lehmann(self.differences(a, b), self.level)
        gaps = self._gaps(a, b)
        signs = count_signs(gaps)
        won = Verdict.BETTER if hodges_lehmann(gaps).estimate < 0 else Verdict.WORSE
        verdict = won if p[1] <= 1 - self.level else Verdict.UNDECIDED
        return DatasetComparison(
            a,
            b,
            self.measure.name,
            middle.estimate,
            middle.low,
            middle.high,
            *p,
            verdict,
            *(signs.wins, signs.ties, signs.losses),
            self.nemenyi_p_values.get((a, b), float("nan")),
        )

    def cliques(self, method: str = "wilcoxon") -> tuple[tuple[str, ...], ...]:
        """Sets of neighbours in rank whose differences are undecided: by ``wilcoxon`` tests of pairs, or by ``nemenyi``."""
        if method not in POST_HOC_TESTS:
            raise UnknownNameError.of("test for the bars of ranks", method, POST_HOC_TESTS)
        names, means = list(self.mean_ranks), np.array(list(self.mean_ranks.values()))
        apart = np.zeros((len(names), len(names)))
        if method == "nemenyi":
            apart = (np.abs(means[:, None] - means) > self.nemenyi().value).astype(np.float64)
        else:
            for one in self.pairs:
                i, j = names.index(one.a), names.index(one.b)
                apart[i, j] = apart[j, i] = one.verdict is not Verdict.UNDECIDED
        return tuple(tuple(names[at] for at in run) for run in cliques(apart, range(len(names))))
