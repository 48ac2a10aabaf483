"""Folds of scikit-learn's own splitters as part numbers: the same draws, without two lists of rows for every fold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.model_selection import KFold, RepeatedKFold, RepeatedStratifiedKFold, StratifiedKFold
from sklearn.utils import check_array, check_random_state
from sklearn.utils.validation import _num_samples

from foldwise import native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.arrays import Array, Codes
    from foldwise.typing import Given, Untyped

__all__ = [
    "FoldRows",
    "FoldSeries",
    "FoldSplitter",
    "Folds",
    "QuickSplitter",
    "fold_splitter",
    "folds_are_parts",
    "quick_splitter",
    "repeats_draws",
]

MOST_ROWS = 1 << 31
"""Rows from which on numpy shuffles with longer words."""
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

    def pair(self, number: int) -> tuple[FoldRows, FoldRows]:
        """Training and test rows of a fold."""
        return FoldRows(self, number, test=False), FoldRows(self, number, test=True)

    def pairs(self) -> Iterator[tuple[FoldRows, FoldRows]]:
        """Yield training and test rows of every fold."""
        return map(self.pair, range(self.count))


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
@dataclass(eq=False)
class FoldSeries:
    """All folds of a splitter, repeat by repeat, drawn as they are asked for: one task of scikit-learn stands for all.

    A repeat is given as `Folds`, or as its pairs (train, test) where those are left to scikit-learn. Where `dealt` is
    given, it draws all of them at once, or returns None.
    """

    repeats: Iterator[Folds | Iterator[tuple[Given, Given]]]
    dealt: Callable[[], Folds | None] = lambda: None

    def pairs(self) -> Iterator[tuple[Given, Given]]:
        """Yield pairs (train, test), as rows or as `FoldRows`."""
        for repeat in self.repeats:
            yield from repeat.pairs() if isinstance(repeat, Folds) else repeat

    @cached_property
    def whole(self) -> Folds | None:
        """Part numbers of all repeats, which are drawn for it; None where some are pairs of rows."""
        at_once = self.dealt()
        drawn = list(self.repeats) if at_once is None else [at_once]
        self.repeats = iter(drawn)
        folds = [repeat for repeat in drawn if isinstance(repeat, Folds)]
        if not folds or len(folds) < len(drawn):
            return None
        return folds[0] if len(folds) == 1 else Folds(np.concatenate([fold.parts for fold in folds]), folds[0].k)


@final
class QuickSplitter:
    """A splitter of scikit-learn that says which part each row is in, where that says it all.

    Examples
    --------
    >>> splitter = QuickSplitter(KFold(2))
    >>> train, test = next(splitter.series(np.zeros((4, 1)), None).pairs())
    >>> train.rows, test.rows
    (array([2, 3]), array([0, 1]))
    """

    def __init__(self, splitter: Untyped) -> None:
        self.splitter = splitter

    def split(self, X: Given, y: Given, groups: Given = None) -> Iterator[tuple[FoldSeries, FoldSeries]]:
        """Yield one pair, of the same `FoldSeries` twice."""
        series = self.series(X, y, groups)
        yield series, series

    def series(self, X: Given, y: Given, groups: Given = None) -> FoldSeries:
        """Give all folds, of which none is drawn yet."""
        return FoldSeries(self._drawn(X, y, groups), lambda: self._dealt(X, y) if groups is None else None)

    def _drawn(self, X: Given, y: Given, groups: Given) -> Iterator[Folds | Iterator[tuple[Given, Given]]]:
        if groups is not None:
            yield self.splitter.split(X, y, groups)
            return
        n = _num_samples(X)
        makers = iter([self.splitter]) if type(self.splitter) in SINGLE else self._repeats()
        maker = next(makers)
        if maker.n_splits > n:  # scikit-learn has the words for it
            yield maker.split(X, y)
            return
        strata = _strata(maker, y)
        if strata is None:
            yield from (Folds(_parts(each, X, y, n)[None], each.n_splits) for each in (maker, *makers))
            return
        stream = _stream(maker)
        for _ in range(self._times):
            yield Folds(strata.deal(stream)[None], maker.n_splits)

    def _dealt(self, X: Given, y: Given) -> Folds | None:
        """Draw all repeats at once, where classes are dealt from a stream that the compiled kernel can go on with."""
        maker = self.splitter if type(self.splitter) in SINGLE else next(self._repeats())
        strata = _strata(maker, y) if maker.shuffle and maker.n_splits <= _num_samples(X) else None
        parts = None if strata is None else strata.deal_all(_stream(maker), self._times)
        return None if parts is None else Folds(parts, maker.n_splits)

    @property
    def _times(self) -> int:
        return 1 if type(self.splitter) in SINGLE else int(self.splitter.n_repeats)

    def _repeats(self) -> Iterator[Untyped]:
        """Splitters of the repeats, which draw from one stream."""
        rng = check_random_state(self.splitter.random_state)
        for _ in range(self.splitter.n_repeats):
            yield self.splitter.cv(random_state=rng, shuffle=True, **self.splitter.cvargs)


@final
class FoldSplitter:
    """A splitter of scikit-learn for searches, which count their splits: as many pairs as it would give, of `FoldRows`.

    Examples
    --------
    >>> splitter = FoldSplitter(KFold(2))
    >>> splitter.get_n_splits(), [test.rows.tolist() for _, test in splitter.split(np.zeros((4, 1)))]
    (2, [[0, 1], [2, 3]])
    """

    def __init__(self, splitter: Untyped) -> None:
        self.splitter = splitter

    def get_n_splits(self, X: Given = None, y: Given = None, groups: Given = None) -> int:
        """Give the number of pairs."""
        return int(self.splitter.get_n_splits(X, y, groups))

    def split(self, X: Given, y: Given = None, groups: Given = None) -> Iterator[tuple[Given, Given]]:
        """Yield training and test rows of each fold."""
        return QuickSplitter(self.splitter).series(X, y, groups).pairs()


def _strata(splitter: Untyped, y: Given) -> DealtClasses | None:
    """Rows of the classes, where their parts can be dealt as scikit-learn does, with less ado; else None."""
    k, labels = splitter.n_splits, np.asarray(y)
    plain = isinstance(splitter, StratifiedKFold) and labels.ndim == 1 and labels.dtype.kind in "iub"
    if not (plain and _deals_alike()):
        return None
    strata = DealtClasses.of(labels, k)
    # scikit-learn warns of rare classes, in every repeat.
    return None if min(rows.size for rows in strata.rows) < k else strata


def _stream(maker: Untyped) -> np.random.RandomState | None:
    """What a splitter draws from, where it does; all repeats share it."""
    return check_random_state(maker.random_state) if maker.shuffle else None


@cache
def _deals_alike() -> bool:
    """Whether the installed scikit-learn deals classes to parts as `DealtClasses` does; another release may not."""
    y = np.array([2, 0, 1, 0, 2, 2, 0, 1, 1, 0, 2, 0, 1, 2, 2, 0, 0, 1])
    plain, shuffled = StratifiedKFold(3), StratifiedKFold(5, shuffle=True, random_state=2)
    found = DealtClasses.of(y, 3).deal(None), DealtClasses.of(y, 5).deal(np.random.RandomState(2))
    return all(
        np.array_equal(_parts(one, y, y, y.size), parts) for one, parts in zip((plain, shuffled), found, strict=True)
    )


@final
@dataclass(frozen=True, eq=False)
class DealtClasses:
    """Rows of each class in order of appearance, and part numbers that are dealt to them."""

    rows: list[Codes]
    numbers: list[Codes]
    n: int

    @classmethod
    def of(cls, y: Array, k: int) -> DealtClasses:
        """Look at the target once for all repeats."""
        labels, first = np.unique(y, return_index=True)
        rows = [np.flatnonzero(y == label) for label in labels[np.argsort(first)]]
        # Rows in order of their classes are given to the parts in turn: which of them get how many of a class?
        edges, parts = np.cumsum([0, *(mine.size for mine in rows)]), np.arange(k)
        shares = np.diff((edges[:, None] - parts + k - 1) // k, axis=0)
        return cls(rows, [parts.repeat(share) for share in shares], y.size)

    def deal(self, rng: np.random.RandomState | None) -> Array:
        """Shuffle the part numbers of each class, where a stream to draw from is given: the part of each row (n,)."""
        parts = np.empty(self.n, dtype=np.intp)
        for rows, numbers in zip(self.rows, self.numbers, strict=True):
            dealt = numbers.copy()
            if rng is not None:
                rng.shuffle(dealt)
            parts[rows] = dealt
        return parts

    def deal_all(self, stream: np.random.RandomState | None, repeats: int) -> Array | None:
        """Deal so many times in one compiled pass (repeats, n); None where that cannot go on with the stream."""
        if stream is None or not native.COMPILED or self.n >= MOST_ROWS:
            return None
        state: Untyped = stream.get_state(legacy=False)
        if state["bit_generator"] != "MT19937":
            return None
        inner, parts = state["state"], np.empty((repeats, self.n), dtype=np.int64)
        position = np.array([inner["pos"]])
        native._native.deal_strata(
            words=inner["key"],
            position=position,
            rows=np.concatenate(self.rows),
            numbers=np.concatenate(self.numbers),
            edges=np.cumsum([0, *(rows.size for rows in self.rows)]),
            parts=parts,
        )
        inner["pos"] = int(position[0])
        stream.set_state(state)
        return parts


def _parts(splitter: Untyped, X: Given, y: Given, n: int) -> Array:
    """Part of each row (n,), by scikit-learn's own code."""
    if isinstance(splitter, StratifiedKFold):
        return splitter._make_test_folds(X, check_array(y, input_name="y", ensure_2d=False, dtype=None))
    parts = np.empty(n, dtype=np.intp)
    for number, rows in enumerate(splitter._iter_test_indices(X, y)):
        parts[rows] = number
    return parts


def folds_are_parts(cv: Untyped) -> bool:
    """Whether this is a splitter whose folds are parts."""
    return type(cv) in (*SINGLE, *REPEATED)


def repeats_draws(cv: Untyped) -> bool:
    """Whether this is a splitter that draws its folds several times, and says each time that it leaves groups aside."""
    return type(cv) in REPEATED


def quick_splitter(cv: Untyped) -> Untyped:
    """Wrap a splitter whose folds are parts; any other is returned as it is."""
    return QuickSplitter(cv) if folds_are_parts(cv) else cv


def fold_splitter(cv: Untyped) -> Untyped:
    """Wrap a splitter whose folds are parts, for a search; any other is returned as it is."""
    return FoldSplitter(cv) if folds_are_parts(cv) else cv
