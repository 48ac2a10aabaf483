"""Information gained by tests, and which test a node gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.mdl_cuts import code_lengths

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["Gains", "best_column", "cut_gains", "level_gains", "merged_levels"]

MISSING = np.iinfo(np.int32).max
"""Rank of a missing number."""
EPSILON = 1e-3
"""How far below the average a gain may be, and the least information of a split; Quinlan's."""
RATIO_TOLERANCE = 1e-6
"""Gain ratios nearer than this are equal, and the first column has it."""
SLACK = 1e-9
"""Digits that fractions of cases may lose."""
MOST_CASES = 25.0
"""A branch of numbers needs a tenth of the cases of a class, but no more than this."""


@final
@dataclass(frozen=True, eq=False)
class Gains:
    """What the best test on each column gains, in bits a case.

    Parameters
    ----------
    gains
        Information gained; -∞ where the column has no test.
    infos
        Information of the split itself.
    """

    gains: Floats
    infos: Floats


def level_gains(counts: Floats, starts: Codes, *, cases: float, least: float) -> Gains:
    """Gains of tests with one branch for each level, of all columns of categories at once.

    Parameters
    ----------
    counts
        Weight of each class in each level (S, C), columns one after the other; the last line of each is what is missing.
    starts
        First line of each column.
    cases
        Weight of all cases.
    least
        Weight that two branches must have.
    """
    ends = np.append(starts[1:], len(counts)) - 1
    level = np.ones(len(counts), dtype=bool)
    level[ends] = False
    totals = counts.sum(axis=1)
    known = np.add.reduceat(counts * level[:, None], starts, axis=0)
    after = np.add.reduceat(code_lengths(counts) * level, starts)
    enough = np.add.reduceat((totals >= least - SLACK) & level, starts, dtype=np.intp) >= 2
    gains = np.where(enough, (code_lengths(known) - after) / cases, -np.inf)
    return Gains(gains, _split_info(totals, starts, cases))


def _split_info(totals: Floats, starts: Codes, cases: float) -> Floats:
    inside = totals * np.log2(np.where(totals > 0, totals, 1.0))
    return np.asarray(np.log2(cases) - np.add.reduceat(inside, starts) / cases)


def cut_gains(cumulated: Floats, ranks: Array, *, cases: float, least: float) -> tuple[Gains, Codes]:
    """Gains of the best cut of each column of numbers, and the place of the last value below it.

    Parameters
    ----------
    cumulated
        Weight of each class up to each case in the order of the column (C, q, k).
    ranks
        Ranks of the values in that order (q, k), missing ones last.
    cases
        Weight of all cases.
    least
        Weight that two branches must have.

    Notes
    -----
    The logarithm of the number of cuts that were possible is subtracted from the gain: the choice among them is paid for
    (release 8). A branch has at least a tenth of the mean weight of a class, between `least` and 25.
    """
    columns = np.arange(len(ranks))
    count = (ranks < MISSING).sum(axis=1)
    known = cumulated[:, columns, np.maximum(count, 1) - 1] * (count > 0)
    weight = known.sum(axis=0)
    smallest = np.clip(0.1 * weight / len(cumulated), least, max(least, MOST_CASES))
    # A missing value has the highest rank: no cut lies before the first of them.
    column, place = np.nonzero((ranks[:, 1:] != ranks[:, :-1]) & (ranks[:, 1:] < MISSING))
    low = cumulated[:, column, place]
    below = low.sum(axis=0)
    kept = (below >= smallest[column] - SLACK) & (below <= (weight - smallest)[column] + SLACK)
    column, place, low, below = column[kept], place[kept], low[:, kept], below[kept]
    gains, infos, places = np.full(len(ranks), -np.inf), np.zeros(len(ranks)), np.zeros(len(ranks), dtype=np.intp)
    if column.size == 0:
        return Gains(gains, infos), places
    high = np.maximum(known[:, column] - low, 0)
    bits = code_lengths(known, 0)[column] - code_lengths(low, 0) - code_lengths(high, 0)
    gained = np.round(bits / cases, 12)
    tries = np.bincount(column, minlength=len(ranks))
    tried = np.flatnonzero(tries)
    starts = (np.cumsum(tries) - tries)[tried]
    best = np.maximum.reduceat(gained, starts)
    first = np.flatnonzero(gained == np.repeat(best, tries[tried]))
    winners = first[np.searchsorted(column[first], tried)]
    paid = best - np.log2(tries[tried]) / cases
    parts = np.array([below[winners], weight[tried] - below[winners], np.maximum(cases - weight[tried], 0)])
    gains[tried] = np.where(paid > 0, paid, -np.inf)
    infos[tried] = code_lengths(parts, 0) / cases
    places[tried] = place[winners]
    return Gains(gains, infos), places


def best_column(found: Gains, counted: Mask) -> int:
    """Column with the highest gain ratio among those with at least the average gain; -1 where no test gains anything.

    Parameters
    ----------
    found
        Gains of all columns.
    counted
        Columns that count in the average; a category with very many levels does not.
    """
    possible = found.gains > -np.inf
    average = found.gains[possible & counted]
    if average.size == 0:
        return -1
    chosen = possible & (found.gains >= average.mean() - EPSILON) & (found.infos > EPSILON)
    ratios = np.where(chosen, found.gains, 0) / np.where(chosen, found.infos, 1)
    best = ratios.max(initial=0)
    return int(np.argmax(ratios >= best - RATIO_TOLERANCE)) if best > RATIO_TOLERANCE else -1


def merged_levels(counts: Floats, missing: float, least: float) -> tuple[Codes, float, float]:
    """Merge levels, two groups at a time, as long as the gain ratio grows.

    Parameters
    ----------
    counts
        Weight of each class in each level (L, C).
    missing
        Weight of the cases whose level is missing.
    least
        Weight that two branches must have.

    Returns
    -------
    tuple
        Group of each level, levels without cases sharing one of their own; gain; information of the split. The gain is -∞
        where no grouping has two branches with enough cases.
    """
    groups = [[int(level)] for level in np.flatnonzero(counts.sum(axis=1) > 0)]
    parts = counts[[group[0] for group in groups]]
    best = _grouping(parts, missing, least)[0] if groups else -np.inf
    while len(groups) > 2:
        first, second = np.triu_indices(len(groups), 1)
        ratios = np.round(_pair_ratios(parts, first, second, missing=missing, least=least), 9)
        at = int(np.argmax(ratios))
        if best > -np.inf and ratios[at] < best + 1e-5:
            break
        joined = first[at], second[at]
        parts = np.vstack([np.delete(parts, joined, axis=0), parts[joined, :].sum(axis=0)])
        together = sorted(groups[joined[0]] + groups[joined[1]])
        groups = [group for place, group in enumerate(groups) if place not in joined] + [together]
        best = float(ratios[at])
    _, gain, info = _grouping(parts, missing, least) if groups else (0.0, -np.inf, 0.0)
    branch = np.full(len(counts), len(groups), dtype=np.intp)
    for place, group in enumerate(sorted(groups)):
        branch[group] = place
    return branch, gain, info


def _grouping(parts: Floats, missing: float, least: float) -> tuple[float, float, float]:
    """Gain ratio, gain and information of a split with these class counts in its branches."""
    totals = parts.sum(axis=1)
    cases = totals.sum() + missing
    info = float(code_lengths(np.append(totals, missing))) / cases
    if (totals >= least - SLACK).sum() < 2 or info <= 0:
        return -np.inf, -np.inf, info
    gain = float(code_lengths(parts.sum(axis=0)) - code_lengths(parts).sum()) / cases
    return gain / info, gain, info


def _pair_ratios(parts: Floats, first: Codes, second: Codes, *, missing: float, least: float) -> Floats:
    """Gain ratios after joining each pair of branches."""
    totals, bits = parts.sum(axis=1), code_lengths(parts)
    both = parts[first] + parts[second]
    gains = code_lengths(parts.sum(axis=0)) - (bits.sum() - bits[first] - bits[second] + code_lengths(both))
    each = totals * np.log2(totals)
    joined = both.sum(axis=1)
    inside = each.sum() - each[first] - each[second] + joined * np.log2(joined)
    cases = totals.sum() + missing
    infos = cases * np.log2(cases) - inside - (missing * np.log2(missing) if missing > 0 else 0.0)
    enough = totals >= least - SLACK
    branches = enough.sum() - enough[first].astype(int) - enough[second] + (joined >= least - SLACK)
    valid = (branches >= 2) & (infos > SLACK)
    return np.where(valid, gains / np.where(valid, infos, 1), -np.inf)
