"""Folds of scikit-learn's own splitters as part numbers: the same draws, without two lists of rows for every fold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.model_selection import KFold, RepeatedKFold, RepeatedStratifiedKFold, StratifiedKFold
from sklearn.utils import check_array, check_random_state
from sklearn.utils.validation import _num_samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.arrays import Array, Codes
    from foldwise.typing import Given, Untyped

__all__ = ["FoldRows", "Folds", "QuickSplitter", "quick_splitter"]

SINGLE = (KFold, StratifiedKFold)
REPEATED = (RepeatedKFold, RepeatedStratifiedKFold)


@final
@dataclass(frozen=True, eq=False)
class Folds:
    """Part numbers (repeats, n) of k parts each."""

    parts: Array
    k: int

    @property
    def count(self) -> int:
        """Number of folds."""
        return len(self.parts) * self.k


@final
@dataclass(frozen=True, eq=False)
class FoldRows:
    """Training or test rows of one fold; listed when somebody asks for them."""

    folds: Folds
    number: int
    test: bool

    @cached_property
    def rows(self) -> Codes:
        """Row numbers, ascending, as scikit-learn lists them."""
        repeat, part = divmod(self.number, self.folds.k)
        return np.flatnonzero((self.folds.parts[repeat] == part) == self.test)


@final
class QuickSplitter:
    """A splitter of scikit-learn that says which part each row is in, where that says it all.

    Examples
    --------
    >>> splitter = QuickSplitter(KFold(2))
    >>> train, test = next(splitter.split(np.zeros((4, 1)), None))
    >>> train.rows, test.rows
    (array([2, 3]), array([0, 1]))
    """

    def __init__(self, splitter: Untyped) -> None:
        self.splitter = splitter

    def split(self, X: Given, y: Given, groups: Given = None) -> Iterator[tuple[Given, Given]]:
        """Yield pairs (train, test), as rows or as `FoldRows`."""
        if groups is not None:
            yield from self.splitter.split(X, y, groups)
            return
        n, dealer = _num_samples(X), None
        for maker in [self.splitter] if type(self.splitter) in SINGLE else self._repeats():
            if maker.n_splits > n:  # scikit-learn has the words for it
                yield from maker.split(X, y)
                return
            if dealer is None:
                parts, dealer = _first_parts(maker, X, y, n)
            else:
                parts = dealer(maker)
            folds = Folds(parts[None], maker.n_splits)
            for number in range(folds.k):
                yield FoldRows(folds, number, test=False), FoldRows(folds, number, test=True)

    def _repeats(self) -> Iterator[Untyped]:
        """Splitters of the repeats, which draw from one stream."""
        rng = check_random_state(self.splitter.random_state)
        for _ in range(self.splitter.n_repeats):
            yield self.splitter.cv(random_state=rng, shuffle=True, **self.splitter.cvargs)


def _first_parts(splitter: Untyped, X: Given, y: Given, n: int) -> tuple[Array, Callable[[Untyped], Array]]:
    """Part of each row (n,), by scikit-learn's own code, and what gives those of later repeats."""

    def by_sklearn(maker: Untyped) -> Array:
        return _parts(maker, X, y, n)

    rng = splitter.random_state
    if not isinstance(splitter, StratifiedKFold) or not isinstance(rng, np.random.RandomState):
        return by_sklearn(splitter), by_sklearn
    labels = np.asarray(y)
    if labels.ndim != 1 or np.unique(labels, return_counts=True)[1].min() < splitter.n_splits:
        return by_sklearn(
            splitter
        ), by_sklearn  # scikit-learn reads columns, and warns of rare classes, in every repeat
    before = rng.get_state()
    parts, again = by_sklearn(splitter), np.random.RandomState()
    again.set_state(before)
    strata = DealtClasses.of(labels, splitter.n_splits)
    if not np.array_equal(strata.deal(again), parts):  # another release of scikit-learn may deal in another way
        return parts, by_sklearn
    return parts, lambda maker: strata.deal(maker.random_state)


@final
@dataclass(frozen=True, eq=False)
class DealtClasses:
    """Rows of each class in order of appearance, and part numbers that are dealt to them."""

    rows: list[Codes]
    numbers: list[Codes]

    @classmethod
    def of(cls, y: Array, k: int) -> DealtClasses:
        """Look at the target once for all repeats."""
        _, first, codes = np.unique(y, return_index=True, return_inverse=True)
        codes = np.argsort(np.argsort(first))[codes]
        ordered = np.sort(codes)
        shares = np.stack([np.bincount(ordered[at::k], minlength=first.size) for at in range(k)])
        rows = [np.flatnonzero(codes == code) for code in range(first.size)]
        return cls(rows, [np.arange(k).repeat(shares[:, code]) for code in range(first.size)])

    def deal(self, rng: np.random.RandomState) -> Array:
        """Shuffle the part numbers of each class: the part of each row (n,)."""
        parts = np.empty(sum(rows.size for rows in self.rows), dtype=np.intp)
        for rows, numbers in zip(self.rows, self.numbers, strict=True):
            dealt = numbers.copy()
            rng.shuffle(dealt)
            parts[rows] = dealt
        return parts


def _parts(splitter: Untyped, X: Given, y: Given, n: int) -> Array:
    """Part of each row (n,), by scikit-learn's own code."""
    if isinstance(splitter, StratifiedKFold):
        return splitter._make_test_folds(X, check_array(y, input_name="y", ensure_2d=False, dtype=None))
    parts = np.empty(n, dtype=np.intp)
    for number, rows in enumerate(splitter._iter_test_indices(X, y)):
        parts[rows] = number
    return parts


def quick_splitter(cv: Untyped) -> Untyped:
    """Wrap a splitter whose folds are parts; any other is returned as it is."""
    return QuickSplitter(cv) if type(cv) in (*SINGLE, *REPEATED) else cv
