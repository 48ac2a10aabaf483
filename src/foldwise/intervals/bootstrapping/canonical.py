"""An order of rows, classes and systems that depends only on their content.

Draws are assigned in this order, so that a seed gives the same figures however the rows are ordered, the classes are named,
the scores are bent or the systems are listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes
    from foldwise.measures import Outcomes

__all__ = ["canonical_order", "cell_codes", "class_ranks"]


def canonical_order(systems: Sequence[Outcomes]) -> Codes:
    """Order of the rows by what they hold: rows that are alike in everything are next to each other.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(truth=np.array([2.0, 1.0, 2.0]), output=np.array([0.0, 5.0, -1.0]))
    >>> canonical_order([rows])
    array([1, 2, 0])
    """
    first, ranks = systems[0], class_ranks(systems)
    keys = [part for part in (first.weights, first.reference) if part is not None]
    for one in _in_order(systems, ranks):
        keys += _columns(one, ranks)
    return np.lexsort((*keys, _recoded(first.truth, ranks)))


def class_ranks(systems: Sequence[Outcomes]) -> Codes:
    """Place of each class in an order that does not depend on its code (C,): the positive of two is the last.

    More classes are ordered by their rows, then by the labels given to them and by the ranks of their scores.
    """
    first = systems[0]
    codes = np.arange(first.classes)
    if first.classes <= 2:
        return codes if first.positive == 1 else codes[::-1].copy()
    told = [(int(np.sum(first.truth == code)), *_labelled(systems, code)) for code in range(first.classes)]
    if len(set(told)) < first.classes:
        told = [(*known, *_ranked(systems, code)) for code, known in enumerate(told)]
    ranks = np.empty(first.classes, dtype=np.intp)
    ranks[sorted(codes, key=lambda code: told[code])] = codes
    return ranks


def cell_codes(systems: Sequence[Outcomes]) -> Codes:
    """Number of the joint cell (truth, prediction of each system) of each row, by the order of classes and systems (N,)."""
    first, ranks = systems[0], class_ranks(systems)
    columns = [_recoded(one.output, ranks) for one in _in_order(systems, ranks)]
    shape = (first.classes, *[first.classes + 1] * len(systems))
    return np.ravel_multi_index((_recoded(first.truth, ranks), *columns), shape)


def _labelled(systems: Sequence[Outcomes], code: int) -> list[tuple[int, int]]:
    """How often each system gives the label, and how often rightly; in no order of the systems."""
    given = [one.output == code for one in systems]
    return sorted(
        (int(mask.sum()), int((mask & (one.truth == code)).sum())) for mask, one in zip(given, systems, strict=True)
    )


def _ranked(systems: Sequence[Outcomes], code: int) -> list[int]:
    """Sum of the ranks that the rows of a class have by its score, for each system; in no order of the systems."""
    found = []
    for one in systems:
        if one.scores is not None:
            ranks = np.unique(one.scores[:, code], return_inverse=True)[1]
            found.append(int(ranks[one.truth == code].sum()))
    return sorted(found)


def _in_order(systems: Sequence[Outcomes], ranks: Codes) -> Sequence[Outcomes]:
    """Systems by a hash of what they say about which truth, whatever the order of the rows and the scale of the scores."""
    if len(systems) < 2:
        return systems
    return sorted(systems, key=lambda one: _hash(one, ranks))


def _hash(outcomes: Outcomes, ranks: Codes) -> str:
    columns = [_recoded(outcomes.truth, ranks), *_columns(outcomes, ranks)]
    places = [np.unique(column, return_inverse=True)[1] for column in columns]
    order = np.lexsort(places[::-1])
    return digest([place[order] for place in places])


def _columns(outcomes: Outcomes, ranks: Codes) -> list[Array]:
    """What a system says, one column after the other; the scores of the classes in their order."""
    scores = [] if outcomes.scores is None else [*outcomes.scores[:, np.argsort(ranks)].T]
    return [*scores, _recoded(outcomes.output, ranks)]


def _recoded(values: Array, ranks: Codes) -> Array:
    """Codes by the order of the classes, unclassified last; values as they are."""
    return values if ranks.size == 0 else np.append(ranks, ranks.size)[values]
