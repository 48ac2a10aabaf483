"""The permutation test for two systems on different rows: whether it matters which rows were whose."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.different_rows.mover import Mover
from foldwise.comparisons.different_rows.unpaired import UnpairedMethod
from foldwise.comparisons.exchange import least_p_value_note
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, prediction_groups, standard_error
from foldwise.measures import LossMeasure, RankMeasure, measure_influence

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair
    from foldwise.measures import Measure, ModelScores, Outcomes

__all__ = ["UnpairedPermutation", "permuted_p_value"]

PERMUTATIONS, SLOW_PERMUTATIONS = 9999, 999
"""Random permutations, and those of measures that are not quickly computed: p-values are multiples of 1/10,000 and 1/1,000."""


@final
@dataclass(frozen=True)
class UnpairedPermutation(UnpairedMethod):
    """Permute which rows, or whole groups, belong to which of the two systems, and see how often they differ as much.

    p = (1 + #{|T*| ≥ |T|})/(1 + P). T is the difference over its standard error in each permutation, where the measure has one: then
    the test keeps its level for large samples also where the systems only have the same value of the measure and differ
    otherwise (Chung & Romano 2013). For other measures T is the difference itself, and what is tested is that rows of both
    come from one distribution. Scores of different systems are not on one scale, so measures that rank rows are refused.
    The interval is that of ``mover``, where there is one.

    Parameters
    ----------
    permutations
        Number of random permutations; a tenth of them where the measure is computed anew.
    seed
        Seed of the permutations.

    References
    ----------
    chung2013; phipson2010.
    """

    name: ClassVar[str] = "unpaired-permutation"
    summary: ClassVar[str] = "rows of two systems permuted at random, for systems on different rows"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET,
        measures=MeasureGroup.UNRANKED,
        max_resamples=1,
        any_size=True,
        instead="test='mover', or 'unpaired-delong' for an auc",
    )

    permutations: int = PERMUTATIONS
    seed: int = 0

    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Compare by permuting the rows."""
        quick = isinstance(pair.measure, LossMeasure)
        count = self.permutations if quick else max(1, min(self.permutations, SLOW_PERMUTATIONS))
        statistic, p_value = permuted_p_value(pair, count, self.seed)
        ends = (float("nan"), float("nan"))
        if Mover().refusal(pair) is None:
            other = Mover().compare(pair, level)
            ends = other.low, other.high
        return self.made(pair, p_value, level, ends=ends, statistic=statistic, note=least_p_value_note(p_value, count))

    def further(self, pair: UnpairedPair) -> str | None:
        """Rows must be exchangeable."""
        if isinstance(pair.measure, RankMeasure):
            return "scores of different systems are not on one scale"
        if (prediction_groups(pair.a) is None) != (prediction_groups(pair.b) is None):
            return "the rows of one system come in groups, and those of the other do not"
        return None


def permuted_p_value(pair: UnpairedPair, permutations: int, seed: int) -> tuple[float, float]:
    """Statistic of the two systems, and its two-sided p-value over random permutations of the rows or groups."""
    rows, owner, unit = _joined(pair)
    rng = np.random.default_rng(seed)
    statistic = _statistic(pair.measure, rows, unit)
    observed = statistic(owner[unit])
    as_large = sum(
        bool(abs(statistic(rng.permutation(owner)[unit])) >= (1 - ROUNDING_TOLERANCE) * abs(observed))
        for _ in range(permutations)
    )
    return observed, (1 + as_large) / (1 + permutations)


def _joined(pair: UnpairedPair) -> tuple[Outcomes, Mask, Codes]:
    """All rows, whether each unit is of the first system, and the unit of each row."""
    units = [_units(one) for one in pair.sides]
    owner = np.repeat([True, False], [int(one.max()) + 1 for one in units])
    unit = np.concatenate([units[0], units[1] + int(units[0].max()) + 1])
    first, second = (one.measure.view(one.outcomes) for one in pair.sides)
    parts: dict[str, Any] = {
        part.name: np.concatenate([getattr(first, part.name), getattr(second, part.name)])
        for part in fields(first)
        if part.name in ("truth", "output", "scores", "weights", "reference")
        and getattr(first, part.name) is not None
        and getattr(second, part.name) is not None
    }
    return replace(first, **parts), owner, unit


def _units(scored: ModelScores) -> Codes:
    groups = prediction_groups(scored)
    return np.arange(scored.outcomes.size) if groups is None else np.unique(groups, return_inverse=True)[1]


def _statistic(measure: Measure, rows: Outcomes, unit: Codes) -> Callable[[Mask], float]:
    """The difference over its standard error, where the measure has one; else the difference."""
    bare = replace(measure, about="")
    alone = int(unit.max()) + 1 == rows.size
    if isinstance(bare, LossMeasure) and rows.weights is None and alone:
        return _mean_statistic(bare.loss(rows), bare)
    studentised = measure_influence(bare, rows) is not None

    def of(first: Mask) -> float:
        both = rows.where(first), rows.where(~first)
        difference = bare.value(both[0]) - bare.value(both[1])
        if not studentised:
            return float(np.nan_to_num(difference))
        groups = (None, None) if alone else (unit[first], unit[~first])
        errors = [standard_error(bare, one, own) for one, own in zip(both, groups, strict=True)]
        error = float(np.hypot(errors[0], errors[1]))
        return _studentised(difference, error)

    return of


def _studentised(difference: float, error: float) -> float:
    """The difference over its error; without any error the largest number, so that no difference is passed over."""
    if error > 0 or difference == 0:
        return float(np.nan_to_num(difference / error)) if error > 0 else 0.0
    return float(np.copysign(np.finfo(np.float64).max, difference))


def _mean_statistic(losses: Floats, measure: LossMeasure) -> Callable[[Mask], float]:
    """Welch's t of single rows from sums, so that a permutation costs one pass."""
    squares, n = losses**2, losses.size

    def of(first: Mask) -> float:
        k = int(first.sum())
        sums = np.array([losses[first].sum(), losses.sum() - losses[first].sum()])
        more = np.array([squares[first].sum(), squares.sum() - squares[first].sum()])
        sizes = np.array([k, n - k])
        means = sums / sizes
        variances = np.maximum(more / sizes - means**2, 0.0) / np.maximum(sizes - 1, 1)
        slopes = np.ones(2)
        if measure.transform is not None:
            slopes = np.where(means > 0, measure.transform.derivative(np.maximum(means, 1e-300)), 0.0)
        values = measure.finish(means)
        error = float(np.sqrt(np.sum(variances * slopes**2)))
        return _studentised(float(values[0] - values[1]), error)

    return of
