"""How predicted and true values go together: rank correlations, concordance, explained variance."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.data import Task
from foldwise.measures.contributions.association_influence import ASSOCIATIONS
from foldwise.measures.definitions.values import CORRELATION, centred, pearson, ratio, row_count, squared_pair
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, Needs, RankMeasure, SumMeasure, divide
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.traits import DIMENSIONLESS, Traits, of_degree
from foldwise.measures.weights import effective_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["ASSOCIATION_FAMILIES", "ASSOCIATION_MEASURES", "inversions", "midranks"]

UNDEFINED_WHERE_CONSTANT = (
    "fewer than two rows, or constant truth or predictions: no value, the resample is skipped and counted"
)

NO_CONCORDANCE_TEST = (
    "not assessable: the spread of predictions, which ccc depends on, changes with the training rows, and test rows do not show it; "
    "equal models were called different in 14 % ± 3 of simulations (linear, 100 rows); compare rmse or r2, or use one test set"
)
"""Why differences of concordances have no default test: least squares leaves no first-order change of errors, but of ccc."""


def midranks(values: Array, weights: Floats | None = None) -> Floats:
    """Rank of each value, rows with equal values sharing the middle of theirs; a weight counts as so many rows.

    Examples
    --------
    >>> midranks(np.array([10.0, 30.0, 20.0, 20.0])).tolist()
    [1.0, 4.0, 2.5, 2.5]
    """
    _, group = np.unique(values, return_inverse=True)
    mass = np.bincount(group, weights=weights).astype(np.float64)
    return (np.cumsum(mass) - mass / 2 + 0.5)[group]


def spearman(outcomes: Outcomes) -> float:
    """Pearson correlation of the ranks."""
    truth, output = (midranks(part, outcomes.weights) for part in (outcomes.truth, outcomes.output))
    return pearson(replace(outcomes, truth=truth, output=output))


def kendall(outcomes: Outcomes) -> float:
    """Kendall's τ-b: (concordant - discordant) / √(pairs untied in y · pairs untied in ŷ)."""
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    _, y = np.unique(outcomes.truth, return_inverse=True)
    _, f = np.unique(outcomes.output, return_inverse=True)
    order = np.lexsort((f, y))
    untied_y, untied_f, untied_both = (_untied(code, weights) for code in (y, f, y * (int(f.max(initial=0)) + 1) + f))
    comparable = untied_y + untied_f - untied_both
    spread = np.sqrt(untied_y * untied_f)
    discordant = inversions(f[order], weights[order])
    return float((comparable - 2 * discordant) / spread) if spread > 0 else float("nan")


def _untied(code: Codes, weights: Floats) -> float:
    """Weight of the pairs of rows whose codes differ."""
    mass = np.bincount(np.unique(code, return_inverse=True)[1], weights=weights)
    return float((mass.sum() ** 2 - (mass**2).sum()) / 2)


def inversions(codes: Codes, weights: Floats) -> float:
    """Weight of the pairs in which an earlier code is larger, by a radix sort from the highest bit: O(n log n).

    Examples
    --------
    >>> inversions(np.array([2, 0, 1]), np.ones(3))
    2.0
    """
    total = 0.0
    for bit in reversed(range(int(codes.max(initial=0)).bit_length())):
        block, one = codes >> (bit + 1), (codes >> bit) & 1
        ones = np.concatenate([[0.0], np.cumsum(weights * one)])
        start = np.searchsorted(block, block)
        total += float(np.sum(weights * (1 - one) * (ones[:-1] - ones[start])))
        order = np.argsort(codes >> bit, kind="stable")
        codes, weights = codes[order], weights[order]
    return total


def concordance(outcomes: Outcomes, ddof: int) -> float:
    """Lin's 2 s_yŷ / (s²_y + s²_ŷ + (ȳ - ŷ̄)²)."""
    size = effective_rows(outcomes)
    if size <= max(ddof, 0) or outcomes.size < 2:
        return float("nan")
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    y, f = centred(outcomes, outcomes.truth), centred(outcomes, outcomes.output)
    apart = float(np.average(outcomes.truth - outcomes.output, weights=weights))
    divisor = float(weights.sum()) * (1 - ddof / size)
    spread = float(weights @ y**2 + weights @ f**2) / divisor + apart**2
    return 2 * float(weights @ (y * f)) / divisor / spread if spread > 0 else float("nan")


def squared_pearson(outcomes: Outcomes) -> float:
    """Square of the correlation."""
    return pearson(outcomes) ** 2


def spread_rows(outcomes: Outcomes) -> Floats:
    """1, e, e², d, d² with e = y - ŷ and d the distance of y from the mean of all rows (N, 5)."""
    e, d = outcomes.truth - outcomes.output, centred(outcomes, outcomes.truth)
    return np.stack([np.ones(outcomes.size), e, e**2, d, d**2], axis=1)


def explained_variance(sums: Floats) -> Array:
    """1 - Var e / Var y."""
    means = divide(sums[..., 1:], sums[..., :1])
    unexplained, all_of_it = means[..., 1] - means[..., 0] ** 2, means[..., 3] - means[..., 2] ** 2
    # A group of equal values far from the mean of all rows has no variance but what rounding leaves.
    return 1 - divide(unexplained, np.where(all_of_it > ROUNDING_TOLERANCE * means[..., 3], all_of_it, 0))


def adjusted(sums: Floats, p: float) -> Array:
    """1 - (1 - R²)(n - 1) / (n - p - 1); weighted rows count as (Σw)²/Σw² of them."""
    n = divide(sums[..., 2] ** 2, sums[..., 3])
    return 1 - divide(ratio(sums) * (n - 1), np.maximum(n - p - 1, 0))


def with_rows(outcomes: Outcomes) -> Floats:
    """What R² is made of, 1, and the weight: summed by weight, Σw and Σw² (N, 4)."""
    ones = np.ones(outcomes.size)
    return np.column_stack([squared_pair(outcomes), ones, ones if outcomes.weights is None else outcomes.weights])


def _association(
    name: str,
    title: str,
    statistic: Callable[[Outcomes], float],
    *,
    formula: str,
    reference: str = "",
    low: float = -1,
    traits: Traits = DIMENSIONLESS,
    root: RankMeasure | None = None,
) -> RankMeasure:
    together = "within each resample, averaged by rows"
    if root is not None:
        together = f"of several resamples the square of the mean {root.name}"
    return RankMeasure(
        name=name,
        title=title,
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=low,
        high=1,
        direction=Direction.HIGHER,
        formula=f"{formula}, {together}",
        undefined=UNDEFINED_WHERE_CONSTANT,
        reference=reference,
        traits=traits,
        statistic=statistic,
        weight=row_count,
        root=root,
    )


def _explained(
    name: str,
    title: str,
    rows: Callable[[Outcomes], Floats],
    of_sums: Callable[[Floats], Array],
    *,
    formula: str,
) -> SumMeasure:
    return SumMeasure(
        name=name,
        title=title,
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-float("inf"),
        high=1,
        direction=Direction.HIGHER,
        formula=formula,
        undefined="all true values equal: no value",
        reference="kvalseth1985",
        traits=DIMENSIONLESS,
        rows=rows,
        of_sums=of_sums,
    )


def make_concordance(*, name: str, ddof: float) -> PooledMeasure:
    """Lin's concordance; a test set of few rows, or of few groups, has a mean of its own that would count as disagreement."""
    formula = f"2 s_yŷ / (s²_y + s²_ŷ + (ȳ - ŷ̄)²) with divisor n{'' if ddof == 0 else f' - {ddof:g}'}"
    return PooledMeasure(
        name=name,
        title="concordance correlation",
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-1,
        high=1,
        direction=Direction.HIGHER,
        formula=f"{formula}, of the rows of a repeat, averaged over repeats",
        undefined="fewer than two rows, or constant truth and predictions: no value",
        reference="lin1989",
        traits=DIMENSIONLESS,
        statistic=partial(concordance, ddof=int(ddof)),
        moves=ASSOCIATIONS["ccc"],
        untested=NO_CONCORDANCE_TEST,
        counts_rows=ddof > 0,
    )


def make_adjusted(*, name: str, p: float) -> SumMeasure:
    """R² adjusted for the number of features."""
    found = _explained(
        name,
        f"adjusted R² of {p:g} feature{'' if p == 1 else 's'}",
        with_rows,
        partial(adjusted, p=p),
        formula=f"1 - (1 - R²)(n - 1) / (n - p - 1) with p = {p:g}; made for rows the model was fitted to",
    )
    return replace(found, counts_rows=True)


DDOF = Parameter("ddof", 0, "what the divisor lacks from n", 0, 1, whole=True, positional=False)
FEATURE_COUNT = Parameter("p", None, "number of features", 0, float("inf"), "[)", whole=True)
CONCORDANCES = MeasureFamily("ccc", make_concordance, (DDOF,))
ASSOCIATION_FAMILIES = (CONCORDANCES, MeasureFamily("adjusted-r2", make_adjusted, (FEATURE_COUNT,)))
ASSOCIATION_MEASURES = (
    _association(
        "spearman",
        "Spearman's ρ",
        spearman,
        formula="correlation of the ranks",
        reference="spearman1904",
        traits=of_degree(0, order=True),
    ),
    _association(
        "kendall",
        "Kendall's τ-b",
        kendall,
        formula="(concordant - discordant) / √(pairs untied in y · pairs untied in ŷ)",
        reference="kendall1945",
        traits=of_degree(0, order=True),
    ),
    CONCORDANCES(),
    _association(
        "squared-correlation",
        "squared correlation",
        squared_pearson,
        formula="square of Pearson's correlation; what some call R², which is r2 here only for fitted straight lines",
        reference="kvalseth1985",
        low=0,
        root=CORRELATION,
    ),
    _explained(
        "explained-variance",
        "explained variance",
        spread_rows,
        explained_variance,
        formula="1 - Var(y - ŷ) / Var(y), so a constant error costs nothing",
    ),
)
