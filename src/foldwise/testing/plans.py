"""Checks that every plan must pass, for foldwise's own plans and for anybody else's.

Each check raises `AssertionError` with a sentence that says what is wrong; `check_plan` runs them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.plans import HeldOut, Partition, RowLists, draw, from_saved, parse, to_saved

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Plan, Resamples

__all__ = [
    "check_counts",
    "check_disjoint",
    "check_groups",
    "check_inner",
    "check_partition",
    "check_plan",
    "check_rows",
    "check_saved",
    "check_seed",
    "check_sizes",
    "check_text",
    "check_time",
]

OTHER_SEEDS = range(1, 21)


def check_plan(plan: Plan, dataset: Dataset, *, seed: int = 0, both_sides: bool = False) -> Resamples:
    """Draw from the dataset and run every check; `both_sides` allows training rows that follow the test rows.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> from foldwise.plans import KFold
    >>> rows = Dataset(np.zeros((20, 1)), np.arange(20) % 2, Task.CLASSIFICATION)
    >>> check_plan(KFold(4), rows).count
    4
    """
    resamples = draw(plan, dataset, seed)
    check_rows(resamples, dataset)
    check_disjoint(resamples)
    check_counts(resamples)
    check_sizes(resamples)
    check_partition(resamples)
    check_inner(resamples)
    check_saved(resamples)
    check_seed(plan, dataset, seed)
    if dataset.group_codes is not None:
        check_groups(resamples, dataset)
    if dataset.time_rank is not None:
        reach = max(getattr(plan, "gap", 0), getattr(plan, "horizon", 0))
        check_time(resamples, dataset, reach=reach, both_sides=both_sides)
    return resamples


def check_text(plan: Plan) -> None:
    """The text form reads back as the same plan, whatever the case of its name."""
    text = str(plan)
    _expect(parse(text) == plan, f"{plan} does not read back as itself")
    _expect(parse(text.replace(plan.name, plan.name.upper(), 1)) == plan, f"{plan} does not read back in capitals")


def check_rows(resamples: Resamples, dataset: Dataset) -> None:
    """Rows are in range and ascending; every test set and every training set has some."""
    _expect(resamples.n == dataset.n, f"drawn from {resamples.n} rows, not {dataset.n}")
    _expect(resamples.count >= 1, "there are no resamples")
    _expect(resamples.repeat.shape == (resamples.count,), "repeat has not one number per resample")
    _expect(resamples.repeats == resamples.repeat.max() + 1, "repeats does not agree with repeat")
    for r in range(resamples.count):
        train, test = resamples.train_rows(r), resamples.test_rows(r)
        for what, rows in (("train", train), ("test", test)):
            _expect(rows.size > 0, f"{what} set {r} is empty")
            _expect(rows.min() >= 0 and rows.max() < dataset.n, f"{what} set {r} names a row that is not there")
            _expect(bool((np.diff(rows) >= 0).all()), f"{what} set {r} is not ascending")
        _expect(np.unique(test).size == test.size, f"test set {r} names a row twice")


def check_disjoint(resamples: Resamples) -> None:
    """No row is trained and tested on, unless the resamples say so; validation rows are neither."""
    if resamples.overlapping:
        return
    for r in range(resamples.count):
        sides = [resamples.train_rows(r), resamples.test_rows(r)]
        if isinstance(resamples, RowLists) and resamples.validation:
            sides.append(resamples.validation[r])
        rows = np.concatenate([np.unique(side) for side in sides])
        _expect(np.unique(rows).size == rows.size, f"resample {r} trains and tests on the same row")


def check_counts(resamples: Resamples) -> None:
    """Counts and masks agree with the lists of rows, one by one and in blocks."""
    everything = slice(0, min(resamples.count, 50))
    counts = resamples.train_counts(everything.start, everything.stop)
    mask = resamples.test_mask(everything.start, everything.stop)
    for r in range(everything.stop):
        rows, weights = resamples.train_rows(r), resamples.train_weights(r)
        expected = np.bincount(rows, weights=weights, minlength=resamples.n)
        _expect(np.array_equal(counts[r], expected), f"training counts of resample {r} are not those of its rows")
        _expect(np.array_equal(np.flatnonzero(mask[r]), resamples.test_rows(r)), f"test mask {r} differs from its rows")
    last = resamples.count - 1
    _expect(
        np.array_equal(resamples.test_mask(last, last + 1)[0].nonzero()[0], resamples.test_rows(last)),
        "the test mask of the last resample differs from its rows",
    )


def check_sizes(resamples: Resamples) -> None:
    """Sizes and means agree with the lists of rows."""
    values = np.linspace(-1, 2, resamples.n) ** 2
    means = resamples.train_means(values)
    for r in range(resamples.count):
        rows, weights = resamples.train_rows(r), resamples.train_weights(r)
        size = rows.size if weights is None else weights.sum()
        _expect(bool(np.isclose(resamples.train_sizes[r], size)), f"training size {r} is wrong")
        _expect(resamples.test_sizes[r] == resamples.test_rows(r).size, f"test size {r} is wrong")
        mean = np.average(values[rows], weights=weights)
        _expect(bool(np.isclose(means[r], mean)), f"training mean {r} is wrong")


def check_partition(resamples: Resamples) -> None:
    """A partition tests every row exactly once per repeat; held-out sets test every row equally often."""
    if isinstance(resamples, Partition):
        tested = np.zeros((resamples.repeats, resamples.n), dtype=np.intp)
        for r in range(resamples.count):
            tested[resamples.repeat[r], resamples.test_rows(r)] += 1
        _expect(bool((tested == 1).all()), "a row is not tested exactly once per repeat")
    elif isinstance(resamples, HeldOut) and resamples.note.startswith("all"):
        times = np.bincount(resamples.test.ravel(), minlength=resamples.n)
        _expect(bool((times == times[0]).all()), "rows are not tested equally often")


def check_groups(resamples: Resamples, dataset: Dataset) -> None:
    """No group is on both sides of a resample."""
    groups = dataset.group_codes
    if groups is None or resamples.overlapping:
        return
    for r in range(resamples.count):
        shared = np.intersect1d(groups[resamples.train_rows(r)], groups[resamples.test_rows(r)])
        _expect(shared.size == 0, f"resample {r} cuts group {shared[:1]}")


def check_time(resamples: Resamples, dataset: Dataset, *, reach: int = 0, both_sides: bool = False) -> None:
    """Training rows are more than `reach` times away from every test row, and before them unless `both_sides`."""
    rank = dataset.time_rank
    if rank is None or resamples.overlapping:
        return
    for r in range(resamples.count):
        train, test = np.unique(rank[resamples.train_rows(r)]), np.unique(rank[resamples.test_rows(r)])
        _expect(both_sides or train.max() < test.min(), f"resample {r} trains on the future of its test rows")
        distance = np.abs(train[:, None] - test[None, :]).min()
        _expect(
            distance > reach, f"resample {r} trains {distance} times away from its test rows, not more than {reach}"
        )


def check_inner(resamples: Resamples) -> None:
    """Inner resamples of a nested plan count positions within the training set, and are sound themselves."""
    inner = resamples.inner if isinstance(resamples, RowLists) else ()
    _expect(len(inner) in {0, resamples.count}, "there is not one set of inner resamples per training set")
    for r, within in enumerate(inner):
        _expect(within.n == resamples.train_rows(r).size, f"inner resamples {r} are not over their training set")
        check_disjoint(within)
        check_counts(within)


def check_seed(plan: Plan, dataset: Dataset, seed: int) -> None:
    """The same seed draws the same rows; another seed draws others if the plan is random."""
    first, second = (draw(plan, dataset, seed) for _ in range(2))
    _expect(first.fingerprint == second.fingerprint, f"{plan} draws different rows from the same seed")
    if plan.random:
        others = (draw(plan, dataset, seed + more).fingerprint for more in OTHER_SEEDS)
        _expect(any(other != first.fingerprint for other in others), f"{plan} draws the same rows from every seed")


def check_saved(resamples: Resamples) -> None:
    """Saving and rebuilding keeps every row, the plan, the note and the fingerprint, without pickled objects."""
    arrays = to_saved(resamples)
    _expect(not any(array.dtype.hasobject for array in arrays.values()), "a saved array holds objects")
    again = from_saved(arrays)
    kept = ("plan", "unit", "note", "kind", "n", "count", "repeats", "overlapping", "redraws", "fingerprint")
    for name in kept:
        _expect(getattr(again, name) == getattr(resamples, name), f"saving changes {name}")
    for r in range(resamples.count):
        _expect(np.array_equal(again.train_rows(r), resamples.train_rows(r)), f"saving changes training set {r}")
        _expect(np.array_equal(again.test_rows(r), resamples.test_rows(r)), f"saving changes test set {r}")


def _expect(true: bool, message: str) -> None:  # noqa: FBT001 - reads like assert
    if not true:
        raise AssertionError(message)
