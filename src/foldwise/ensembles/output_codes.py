"""Error-correcting output codes: many classes told apart by two-class members, each of which codes one bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import check_random_state

from foldwise.ensembles.ensemble import EnsembleClassifier
from foldwise.ensembles.members import highest, seeded_clone
from foldwise.ensembles.tables import check_count, fit_labels, new_table

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["OutputCodes", "code_book", "least_distance"]

MOST_EXHAUSTIVE = 7
"""Classes up to which all bits are used."""
TRIES = 50


class OutputCodes(EnsembleClassifier):
    """Classes as words of bits, a two-class member for each bit, and the class whose word is nearest.

    For up to seven classes every way to split them in two is a bit, 2^(C-1) - 1 of them; for more, the best of random
    books of `bits` bits, whose words differ in as many bits as possible.

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    bits
        Number of bits for eight classes and more; 10 · log₂ C by default.
    random_state
        Seed of the book and of the members.

    Attributes
    ----------
    book_
        Word of each class (C, L), of 0 and 1.
    members_
        A member for each bit.
    corrects_
        Bits that may be wrong without another class being nearer.

    References
    ----------
    dietterich1995.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> OutputCodes(random_state=0).fit(iris.X, iris.target).book_
    array([[1, 1, 1],
           [0, 0, 1],
           [0, 1, 0]])
    """

    def __init__(self, estimator: Given = None, *, bits: int | None = None, random_state: Given = None) -> None:
        self.estimator = estimator
        self.bits = bits
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Draw the book, and fit a member to each bit.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        bits = None if self.bits is None else check_count(self, "bits", least=2)
        X, _, codes = fit_labels(self, X, y)
        rng, base = check_random_state(self.random_state), self._base()
        self.book_ = code_book(self.classes_.size, bits=bits, rng=rng)
        self.corrects_ = max(0, (least_distance(self.book_) - 1) // 2)
        self.members_ = [seeded_clone(base, rng).fit(X, word[codes]) for word in self.book_.T]
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier() if self.estimator is None else self.estimator

    def _distances(self, X: Given) -> Floats:
        """Mean difference of the bits of each row from the word of each class (N, C)."""
        ones = np.column_stack([_probability_of_one(member, X) for member in self.members_])
        return np.asarray(np.abs(ones[:, None, :] - self.book_[None]).mean(axis=2))

    def predict_proba(self, X: Given) -> Floats:
        """Closeness to the word of each class, made to add up to 1: an order of the classes, not calibrated.

        Parameters
        ----------
        X
            Features (N, p).
        """
        near = 1 - self._distances(new_table(self, X)) + 1e-12
        return near / near.sum(axis=1, keepdims=True)

    def predict(self, X: Given) -> Array:
        """The class whose word is nearest; the first of several.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return self.classes_[highest(-self._distances(X))]


def code_book(classes: int, *, bits: int | None, rng: np.random.RandomState) -> Array:
    """Words (C, L) of 0 and 1; no bit is the same for all classes, and no two are the same or opposite.

    Examples
    --------
    >>> code_book(4, bits=None, rng=np.random.RandomState(0)).shape
    (4, 7)
    """
    if classes <= 2:
        return np.arange(classes)[:, None]
    if classes <= MOST_EXHAUSTIVE:
        splits = np.arange(2 ** (classes - 1) - 1)
        rest = (splits >> np.arange(classes - 2, -1, -1)[:, None]) & 1
        return np.vstack([np.ones(splits.size, dtype=np.intp), rest])
    length = int(np.ceil(10 * np.log2(classes))) if bits is None else bits
    books = [_random_book(classes, length, rng) for _ in range(TRIES)]
    return max(books, key=least_distance)


def _random_book(classes: int, bits: int, rng: np.random.RandomState) -> Array:
    book = rng.randint(0, 2, (classes, bits))
    same = book.min(axis=0) == book.max(axis=0)
    book[0, same] = 1 - book[0, same]
    return book


def least_distance(book: Array) -> int:
    """Fewest bits in which two words differ.

    Examples
    --------
    >>> least_distance(code_book(5, bits=None, rng=np.random.RandomState(0)))
    8
    """
    if len(book) < 2:
        return 0
    distances = (book[:, None] != book[None]).sum(axis=2)
    return int(distances[~np.eye(len(book), dtype=bool)].min())


def _probability_of_one(member: Given, X: Given) -> Floats:
    known = np.asarray(member.classes_)
    if known.size == 1:
        return np.full(X.shape[0], float(known[0]))
    if hasattr(member, "predict_proba"):
        return np.asarray(member.predict_proba(X)[:, 1], dtype=np.float64)
    return np.asarray(member.predict(X), dtype=np.float64)
