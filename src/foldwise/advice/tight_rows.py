"""Whether rows may come in tight groups: some rows and their distances, before FW113 moves all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.advice.near_copies import many_valued_columns, one_over_spread
from foldwise.advice.neighbours import FURTHEST_ROWS, NEAREST_ROWS, growth_of, target_gaps
from foldwise.advice.numbers import missing_filled

if TYPE_CHECKING:
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Floats

__all__ = ["COLUMNS", "NEIGHBOURS", "STAGES", "looks_at_all", "may_be_tight"]


class Stage(NamedTuple):
    """How many rows are looked at, and what may be a sign of groups.

    The peak of the growth of distances, in standard deviations, alone; and with so much more agreement of the target among the
    first neighbours than among the last; and the growth of the first distance alone, as of pairs.
    """

    rows: int
    peak: float
    agreed_peak: float
    agreed: float
    first: float


NEIGHBOURS, COLUMNS = 16, 8
FEWEST_OF_ALL, MOST_OF_ALL = 600, 2000
"""Of so many rows all are looked for neighbours among, of others those of the stretches: groups of ten are hardly left in a tenth."""
STAGES = (
    Stage(8, 3.2, 1.5, 0.15, 2.0),
    Stage(24, 2.8, 1.5, 0.12, 2.2),
    Stage(100, 3.5, 2.3, 0.12, 3.0),
    Stage(300, 6.0, 3.5, 0.12, 4.0),
)
"""Few rows tell most tables without groups, more rows most of the others."""


def looks_at_all(n: int) -> bool:
    """Whether neighbours are looked for among all of so many rows."""
    return FEWEST_OF_ALL <= n <= MOST_OF_ALL


def may_be_tight(case: Case) -> bool:
    """Whether distances grow by leaps where groups end; and where it is a small leap, whether the target changes there too.

    Let d₁ ≤ d₂ ≤ … be the distances of a row to the others. For independent rows k log(d_(k+1)/d_k) has the same mean for all
    small k, one over the dimension; in groups of m it has a peak at k = m - 1.
    """
    if case.dataset is None or many_valued_columns(case) is None:
        return False
    whole = looks_at_all(case.dataset.n)
    some = case.stretch_numbers[:, case.few_columns]
    unit = -np.frexp(np.abs(some).max(axis=0))[1]  # squares of 1e200 are infinite
    scale = one_over_spread(np.ldexp(some, unit))
    numbers = missing_filled(case.table)[:, case.few_columns] if whole else some
    z = ((np.ldexp(numbers, unit) - np.ldexp(some[0], unit)) * scale)[:, :: -(-scale.size // COLUMNS)]
    if len(z) <= NEIGHBOURS:
        return False
    truth, classes = np.asarray(case.dataset.truth if whole else case.stretch_truth), case.dataset.is_classification
    return all(_beyond(z, truth, stage, classes=classes) for stage in STAGES)


def _beyond(z: Floats, truth: Array, stage: Stage, *, classes: bool) -> bool:
    """Whether some rows show signs of groups."""
    some = min(stage.rows, len(z))
    rows = np.arange(0, len(z), len(z) // some)[:some]
    distances = np.zeros((rows.size, len(z)))
    for column in z.T:
        distances += (column - column[rows, None]) ** 2
    distances[np.arange(rows.size), rows] = np.inf
    near = np.argsort(distances, axis=1, kind="stable")[:, :NEIGHBOURS]
    growth = growth_of(np.take_along_axis(distances, near, axis=1))
    gaps = target_gaps(truth, rows, near, classes=classes)
    agreed = gaps[-FURTHEST_ROWS:].mean() - gaps[:NEAREST_ROWS].mean()
    with np.errstate(all="ignore"):
        growth = (growth / growth.mean() - 1) * np.sqrt(rows.size)
    peak = growth.max()
    return (
        not peak < stage.peak or not (peak < stage.agreed_peak or agreed < stage.agreed) or not growth[0] < stage.first
    )
