"""Where a model fails: slices of rows with a higher loss, found on one half of the rows and tested on the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias, final

import numpy as np
from scipy.special import stdtr, stdtrit

from foldwise.comparisons import adjust
from foldwise.diagnoses.slice_condition import columns_of, conditions_of
from foldwise.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.diagnoses.slice_condition import SliceCondition
    from foldwise.typing import Given

    Candidate: TypeAlias = tuple[tuple[SliceCondition, ...], Mask, float]

__all__ = ["WeakSlice", "WeakSlices", "find_slices"]

SINGLES = 40
"""Conditions with the highest losses that are joined in pairs."""
LEAST_T_GAIN = 1.0
"""How much larger the t statistic of a pair of conditions is than that of each alone: simple slices come first."""
OVERLAP = 0.5
"""Slices that share more of their rows than this (intersection over union) are taken for one."""


@final
@dataclass(frozen=True)
class WeakSlice:
    """A slice of rows, with what the half that did not find it says.

    Parameters
    ----------
    conditions
        What its rows have in common.
    rows
        Its rows in the tested half.
    loss
        Their mean loss.
    elsewhere
        Mean loss of the other rows of that half.
    low, high
        Interval of the difference.
    p_value
        One-sided p-value of a higher loss.
    p_adjusted
        The same, adjusted by Holm for all slices that were tested.
    """

    conditions: tuple[SliceCondition, ...]
    rows: int
    loss: float
    elsewhere: float
    low: float
    high: float
    p_value: float
    p_adjusted: float

    @property
    def difference(self) -> float:
        """How much higher the loss is than elsewhere."""
        return self.loss - self.elsewhere

    def __str__(self) -> str:
        """What its rows have in common."""
        return " and ".join(str(condition) for condition in self.conditions)


@final
@dataclass(frozen=True, eq=False)
class WeakSlices:
    """Slices that were tested, those with the smallest p-value first.

    Parameters
    ----------
    tested
        Every slice that was tested.
    searched
        Number of slices that were looked at on the first half.
    level
        Level of the verdicts and intervals.
    """

    tested: tuple[WeakSlice, ...]
    searched: int
    level: float

    @property
    def shown(self) -> tuple[WeakSlice, ...]:
        """Slices with a loss that is shown to be higher, at the level and after adjusting for all that were tested."""
        return tuple(one for one in self.tested if one.p_adjusted <= 1 - self.level)

    def to_frame(self) -> pd.DataFrame:
        """One line for each slice that was tested."""
        import pandas as pd

        rows = [{"slice": str(one), **vars(one), "difference": one.difference} for one in self.tested]
        return pd.DataFrame(rows).drop(columns="conditions", errors="ignore")


def find_slices(
    X: Given,
    losses: ArrayLike,
    *,
    names: tuple[str, ...] | None = None,
    groups: ArrayLike | None = None,
    most: int = 10,
    fewest: int = 20,
    level: float = 0.95,
    seed: int = 0,
) -> WeakSlices:
    """Find slices of rows with a higher loss on one half of the rows, and test them on the other half.

    Conditions are the values of a category, and tails and stretches between quantiles of a number, alone and in pairs. Those
    with the largest t statistic on the first half, and that are not nearly the same rows, are tested on the second: by
    Fisher's exact test for losses of 0 and 1, by Welch's t for others, by a t over groups where rows belong together; with
    Holm's adjustment. Since the halves are different rows, searching costs nothing but power.

    Parameters
    ----------
    X
        Features: a frame, a mapping of columns, or a table (n, p).
    losses
        Loss of each row, from predictions that were not trained on it (n,).
    names
        Names of the columns of a table.
    groups
        Rows of one group go to one half.
    most
        Slices that are tested, at most.
    fewest
        Rows that a slice has in each half, at least.
    level
        Level of the verdicts and intervals.
    seed
        Seed of the halves.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = {"age": rng.uniform(20, 80, 1000), "town": rng.choice(["A", "B", "C"], 1000)}
    >>> wrong = rng.random(1000) < np.where(X["town"] == "B", 0.5, 0.1)
    >>> found = find_slices(X, wrong)
    >>> str(found.shown[0])
    'town = B'
    """
    columns = columns_of(X, names)
    loss = np.asarray(losses, dtype=np.float64)
    n = len(next(iter(columns.values())))
    if loss.shape != (n,) or not np.isfinite(loss).all() or fewest < 5 or most < 1 or not 0 < level < 1:
        message = f"a finite loss for each of {n} rows, fewest ≥ 5, most ≥ 1 and a level between 0 and 1 are needed"
        raise InputError(message)
    if groups is not None and np.shape(groups) != (n,):
        message = f"groups have one value for each of {n} rows, not shape {np.shape(groups)}"
        raise InputError(message, hint="groups=None, or one for each row")
    units = np.arange(n) if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1].reshape(-1)
    first, second = _halves(units, seed)
    slices = _candidates(columns, loss, first, fewest)
    chosen = _spread_out(slices, first, most)
    masks = [mask[second] for _, mask, _ in chosen]
    kept = [at for at, mask in enumerate(masks) if fewest <= mask.sum() <= mask.size - fewest]
    grouped = None if groups is None else units[second]
    found = [_tested(chosen[at][0], masks[at], loss[second], groups=grouped, level=level) for at in kept]
    adjusted = adjust([one.p_value for one in found]) if found else np.zeros(0)
    final = [replace(one, p_adjusted=float(p)) for one, p in zip(found, adjusted, strict=True)]
    return WeakSlices(tuple(sorted(final, key=lambda one: (one.p_value, -one.difference))), len(slices), level)


def _halves(units: Codes, seed: int) -> tuple[Codes, Codes]:
    """Rows of two halves of the units."""
    count = int(units.max()) + 1
    in_first = np.random.default_rng(seed).permutation(count) < count // 2
    return np.flatnonzero(in_first[units]), np.flatnonzero(~in_first[units])


def _candidates(columns: dict[str, Array], loss: Floats, rows: Codes, fewest: int) -> list[Candidate]:
    """Conditions, their rows and their t statistic on the first half, alone and in pairs, highest first."""
    singles: list[Candidate] = []
    for name, values in columns.items():
        for condition in conditions_of(name, values, rows):
            mask = condition.rows(values)
            t = _t_statistic(mask[rows], loss[rows], fewest)
            if t > 0:
                singles.append(((condition,), mask, t))
    singles.sort(key=lambda one: -one[2])
    found = list(singles)
    for (a, left, one), (b, right, other) in combinations(singles[:SINGLES], 2):
        if a[0].column != b[0].column:
            both = left & right
            t = _t_statistic(both[rows], loss[rows], fewest)
            if t > max(one, other) + LEAST_T_GAIN:
                found.append(((*a, *b), both, t))
    return sorted(found, key=lambda one: (-one[2], len(one[0])))


def _t_statistic(mask: Mask, loss: Floats, fewest: int) -> float:
    """Welch's t of a slice against the rest; 0 where it has too few rows."""
    inside = int(mask.sum())
    if inside < fewest or mask.size - inside < fewest:
        return 0.0
    here, there = loss[mask], loss[~mask]
    return float((here.mean() - there.mean()) / _welch(here, there)[0])


def _spread_out(slices: list[Candidate], rows: Codes, most: int) -> list[Candidate]:
    """The first slices that are not nearly the same rows as one before."""
    kept: list[Candidate] = []
    for one in slices:
        mine = one[1][rows]
        close = any((mine & other[1][rows]).sum() > OVERLAP * (mine | other[1][rows]).sum() for other in kept)
        if not close:
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _tested(
    conditions: tuple[SliceCondition, ...], mask: Mask, loss: Floats, *, groups: Codes | None, level: float
) -> WeakSlice:
    """Test a slice on rows that did not find it."""
    from scipy.stats import hypergeom

    here, there = loss[mask], loss[~mask]
    difference = float(here.mean() - there.mean())
    error, df = _welch(here, there) if groups is None else _clustered(mask, loss, groups)
    reach = float(stdtrit(df, (1 + level) / 2)) * error
    if groups is None and np.isin(loss, (0, 1)).all():
        p = float(hypergeom.sf(here.sum() - 1, loss.size, loss.sum(), here.size))
    else:
        p = float(stdtr(df, -difference / error))
    ends = (difference - reach, difference + reach)
    return WeakSlice(conditions, here.size, float(here.mean()), float(there.mean()), *ends, p, p)


def _welch(here: Floats, there: Floats) -> tuple[float, float]:
    """Standard error of a difference of means and Satterthwaite's degrees of freedom.

    Losses that do not vary on a side are not certain to be the same on new rows: half a row is supposed to have the other
    side's mean, or one with the next loss where both means are equal.
    """
    apart = abs(float(here.mean() - there.mean())) or max(abs(float(here.mean())), 1.0)
    a, b = (max(float(one.var(ddof=1)), apart**2 / (2 * one.size)) / one.size for one in (here, there))
    return float(np.sqrt(a + b)), float((a + b) ** 2 / (a**2 / (here.size - 1) + b**2 / (there.size - 1)))


def _clustered(mask: Mask, loss: Floats, groups: Codes) -> tuple[float, float]:
    """Standard error of a difference of means over groups, with as many degrees of freedom as the smaller side leaves."""
    influence = np.where(mask, (loss - loss[mask].mean()) / mask.sum(), -(loss - loss[~mask].mean()) / (~mask).sum())
    sums = np.bincount(np.unique(groups, return_inverse=True)[1].reshape(-1), weights=influence)
    count = sums.size
    sides = [np.unique(groups[side]).size for side in (mask, ~mask)]
    apart = abs(float(loss[mask].mean() - loss[~mask].mean())) or max(abs(float(loss.mean())), 1.0)
    least = sum(apart**2 / (2 * size**2) for size in sides)  # half a group, as half a row in `_welch`
    return float(np.sqrt(max((sums**2).sum() * count / max(count - 1, 1), least))), float(max(1, min(sides) - 1))
