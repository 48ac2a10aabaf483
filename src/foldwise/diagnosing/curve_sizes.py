"""The training sets of a learning curve: nested, and tested on the same rows at every size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.plans import RowLists, as_plan, draw

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset

__all__ = ["CurveSets", "curve_sets", "rows_needed"]

RATIO, FEWEST_SIZES, MOST_SIZES = np.sqrt(2), 5, 9
SMALLEST, ROWS_PER_CLASS = 10, 4
PARTS, REPEATS, MANY_ROWS = 5, 3, 2000
"""Parts and repeats of the partition; of more rows one repeat is enough."""


@final
@dataclass(frozen=True, eq=False)
class CurveSets:
    """Training sets of several sizes, size by size; those of one size are tested on all rows, part by part.

    Parameters
    ----------
    sizes
        Mean number of training rows of each size, ascending (S,).
    resamples
        All training sets, those of the smallest size first.
    folds
        Training sets of one size.
    """

    sizes: Codes
    resamples: RowLists
    folds: int


def curve_sets(dataset: Dataset, seed: int) -> CurveSets | None:
    """Draw nested training sets in a geometric series of sizes (METHODS G.1); None where fewer than five sizes fit.

    The rows of a part are tested at every size, so that the sizes are compared on the same rows. Classes keep their shares;
    groups stay whole.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> sets = curve_sets(sample("iris"), 0)
    >>> sets.sizes.tolist(), sets.folds
    ([15, 21, 30, 42, 60, 85, 120], 15)
    """
    if dataset.group_codes is None and dataset.n < 2 * PARTS:
        return None
    repeats = REPEATS if dataset.n <= MANY_ROWS else 1
    grouped = dataset.group_codes is not None
    parts = PARTS if not grouped else min(PARTS, int(dataset.group_codes.max()) + 1)  # type: ignore[union-attr]
    text = f"group-kfold({parts})" if grouped else f"kfold({parts}, repeats={repeats})"
    base = draw(as_plan(text), dataset, seed)
    rng = np.random.default_rng([seed, 16])
    orders = [nested_order(dataset, base.train_rows(r), rng) for r in range(base.count)]
    wanted = wanted_sizes(dataset, min(rows.size for rows, _ in orders))
    if wanted.size < FEWEST_SIZES:
        return None
    train = [np.sort(rows[: _cut(ends, size)]) for size in wanted for rows, ends in orders]
    test = [base.test_rows(r) for r in range(base.count)] * wanted.size
    repeats_of = np.tile(base.repeat, wanted.size)
    means = np.array([len(rows) for rows in train]).reshape(wanted.size, base.count).mean(axis=1)
    resamples = RowLists(tuple(train), tuple(test), dataset.n, plan="learning-curve", repeats_of=repeats_of)
    return CurveSets(np.round(means).astype(np.intp), resamples, base.count)


def _smallest(dataset: Dataset) -> int:
    """Rows of the smallest training set: more where there are more classes."""
    return max(SMALLEST, ROWS_PER_CLASS * (len(dataset.classes) if dataset.is_classification else 0))


def rows_needed(dataset: Dataset) -> int:
    """Rows that training sets of five sizes take.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> rows_needed(sample("iris"))
    65
    """
    return (
        round(_smallest(dataset) * RATIO ** (FEWEST_SIZES - 1) * PARTS / (PARTS - 1)) + PARTS
    )  # parts differ by a row


def wanted_sizes(dataset: Dataset, largest: int) -> Codes:
    """Sizes in a geometric series that ends at the largest training set."""
    smallest = _smallest(dataset)
    count = min(MOST_SIZES, 1 + int(np.floor(np.log(max(largest / smallest, 1.0)) / np.log(RATIO))))
    return np.unique(np.round(largest / RATIO ** np.arange(count)).astype(np.intp))


def nested_order(dataset: Dataset, rows: Codes, rng: np.random.Generator) -> tuple[Codes, Codes]:
    """Rows of a training set in the order in which they are added, and the places at which it may be cut."""
    if dataset.group_codes is not None:
        groups = dataset.group_codes[rows]
        order = np.argsort(rng.permutation(int(groups.max()) + 1)[groups], kind="stable")
        ends = np.append(np.flatnonzero(np.diff(groups[order])) + 1, rows.size)
        return rows[order], ends
    place = rng.random(rows.size)
    if dataset.is_classification:
        codes = dataset.codes[rows]
        for code in np.unique(codes):
            mine = np.flatnonzero(codes == code)
            place[mine] = (rng.permutation(mine.size) + rng.random()) / mine.size
    return rows[np.argsort(place, kind="stable")], np.arange(1, rows.size + 1)


def _cut(ends: Codes, size: int) -> int:
    """The last place up to a size, or the first there is."""
    return int(ends[max(0, int(np.searchsorted(ends, size, side="right")) - 1)])
