"""Members of an ensemble: how each is fitted to its rows, and how its predictions are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.base import clone
from sklearn.utils import _safe_indexing, check_random_state

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.engine import KeptTrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = [
    "MemberFits",
    "class_codes",
    "fit_on_rows",
    "fit_on_samples",
    "highest",
    "label_codes",
    "mean_values",
    "one_hot",
    "probabilities",
    "seeded_clone",
    "vote_proportions",
    "vote_shares",
    "voted_labels",
]


def seeded_clone(estimator: Given, rng: np.random.RandomState) -> Given:
    """Clone an estimator with seeds drawn from `rng`, in the order in which scikit-learn's ensembles draw them."""
    member = clone(estimator)
    seeds = {
        name: int(rng.randint(np.iinfo(np.int32).max))
        for name in sorted(member.get_params(deep=True))
        if name == "random_state" or name.endswith("__random_state")
    }
    return member.set_params(**seeds) if seeds else member


@final
class MemberFits:
    """Fits the members of an ensemble to weights or samples of the rows of one table.

    The first is fitted by scikit-learn. Where it is a tree and the compiled kernel grows the same one, the kernel grows those
    that follow: it sorts the columns once for all of them.
    """

    def __init__(self, X: Given, y: Array) -> None:
        self.X, self.y = X, y
        self._kernel: KeptTrees | None = None
        self._asked = False

    def on_weights(self, members: Sequence[Given], weights: Sequence[Array]) -> list[Given]:
        """Fit seeded members, each to its weights of the rows (n,)."""
        done = 0
        if members and not self._asked:
            first = members[0].fit(self.X, self.y, sample_weight=weights[0])
            self._kernel, self._asked, done = KeptTrees.like(first, self.X, self.y, weights[0]), True, 1
        if self._kernel is not None:
            self._kernel.fit(members[done:], weights[done:])
            return list(members)
        for member, own in zip(members[done:], weights[done:], strict=True):
            member.fit(self.X, self.y, sample_weight=own)
        return list(members)

    def on_samples(self, members: Sequence[Given], samples: Sequence[Codes]) -> list[Given]:
        """Fit seeded members, each to some rows, as often as they are named.

        Trees of scikit-learn get the counts as weights, as in scikit-learn's bagging: nothing is copied, and ties between
        cuts are broken in the same way. Where limits on numbers of rows are set, these count different rows then.
        """
        if all(type(member).__module__.startswith("sklearn.tree.") for member in members):
            return self.on_weights(members, [np.bincount(rows, minlength=self.y.size) for rows in samples])
        return [
            member.fit(_safe_indexing(self.X, rows), self.y[rows])
            for member, rows in zip(members, samples, strict=True)
        ]


def fit_on_samples(
    estimator: Given, X: Given, y: Array, *, samples: Sequence[Codes], rngs: Sequence[Given]
) -> list[Given]:
    """Fit clones to some rows each, seeded from the generator beside them."""
    members = [seeded_clone(estimator, check_random_state(rng)) for rng in rngs]
    return MemberFits(X, y).on_samples(members, samples)


def fit_on_rows(estimator: Given, X: Given, y: Array, *, rows: Codes, rng: Given) -> Given:
    """Fit one seeded clone to some rows, each as often as it is named."""
    return fit_on_samples(estimator, X, y, samples=[rows], rngs=[rng])[0]


def class_codes(member: Given, classes: Array) -> Codes:
    """Places of the classes that a member knows among all classes."""
    return np.searchsorted(classes, member.classes_)


def label_codes(labels: Array, classes: Array) -> Codes:
    """Places of predicted labels among the classes; -1 for None, which is unclassified.

    Examples
    --------
    >>> label_codes(np.array(["b", None, "a"], dtype=object), np.array(["a", "b"]))
    array([ 1, -1,  0])
    """
    labels = np.asarray(labels)
    if labels.dtype.kind != "O":
        return np.searchsorted(classes, labels)
    known = np.array([label is not None for label in labels], dtype=bool)
    codes = np.full(labels.shape, -1, dtype=np.intp)
    codes[known] = np.searchsorted(classes, labels[known].astype(classes.dtype))
    return codes


def one_hot(codes: Codes, classes: int) -> Floats:
    """Indicators (N, C) of the codes (N,); a code of -1 has none.

    Examples
    --------
    >>> one_hot(np.array([1, -1]), 2)
    array([[0., 1.],
           [0., 0.]])
    """
    return np.asarray(codes[:, None] == np.arange(classes), dtype=np.float64)


def probabilities(member: Given, X: Given, classes: Array) -> Floats:
    """Probabilities (N, C) of a member for all classes; its votes, where it gives none."""
    if not hasattr(member, "predict_proba"):
        return one_hot(label_codes(member.predict(X), classes), classes.size)
    found = np.zeros((X.shape[0], classes.size))
    found[:, class_codes(member, classes)] = member.predict_proba(X)
    return found


def vote_shares(members: Sequence[Given], X: Given, classes: Array, *, soft: bool) -> Floats:
    """Mean probabilities (N, C) of the members, or the share of their votes."""
    total = np.zeros((X.shape[0], classes.size))
    for member in members:
        total += (
            probabilities(member, X, classes)
            if soft
            else one_hot(label_codes(member.predict(X), classes), classes.size)
        )
    return total / len(members)


def mean_values(members: Sequence[Given], X: Given) -> Floats:
    """Mean prediction (N,) of the members."""
    return np.asarray(np.mean([member.predict(X) for member in members], axis=0), dtype=np.float64)


def highest(scores: Floats) -> Codes:
    """Class with the highest score; the first of several, up to rounding.

    Examples
    --------
    >>> highest(np.array([[0.1 + 0.2, 0.3]]))
    array([0])
    """
    return np.round(scores, 12).argmax(axis=1)


def vote_proportions(votes: Floats) -> Floats:
    """Votes of each row as shares that add up to 1, alike for all classes where there are no votes.

    Examples
    --------
    >>> vote_proportions(np.array([[3.0, 1.0], [0.0, 0.0]]))
    array([[0.75, 0.25],
           [0.5 , 0.5 ]])
    """
    total = votes.sum(axis=1, keepdims=True)
    if np.all(np.abs(total - 1) <= ROUNDING_TOLERANCE):
        return votes
    return np.where(total > 0, votes / np.where(total > 0, total, 1.0), 1 / votes.shape[1])


def voted_labels(votes: Floats, classes: Array) -> Array:
    """Class with most votes, the first of several up to rounding; None where there are no votes.

    Examples
    --------
    >>> voted_labels(np.array([[0.1 + 0.2, 0.3], [0.0, 0.0]]), np.array(["a", "b"])).tolist()
    ['a', None]
    """
    found = classes[highest(votes)]
    silent = ~votes.any(axis=1)
    if silent.any():
        found = found.astype(object)
        found[silent] = None
    return np.asarray(found)
