"""How many rows and groups the classes of one test set have, and the degrees of freedom of their groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.variances.linearised import by_group, free_units

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Outcomes

__all__ = ["class_sizes", "fewest_groups", "group_freedom"]


def class_sizes(outcomes: Outcomes) -> Floats:
    """Rows of each class; the effective number, (Σw)²/Σw², where they are weighted (C,).

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> class_sizes(
    ...     Outcomes(np.array([0, 0, 1, 1]), np.zeros(4, dtype=int), classes=2, weights=np.array([1.0, 1, 1, 3]))
    ... )
    array([2. , 1.6])
    """
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    mass, squares = (
        np.bincount(outcomes.truth, weights=weights**power, minlength=outcomes.classes) for power in (1, 2)
    )
    return np.asarray(mass**2 / np.maximum(squares, 1e-300))


def fewest_groups(outcomes: Outcomes, groups: Codes) -> int:
    """Number of groups with rows of the class that has rows in the fewest of them.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(np.array([0, 0, 1, 1]), np.zeros(4, dtype=int), classes=2)
    >>> fewest_groups(rows, np.array([0, 1, 2, 2]))
    1
    """
    return min(np.unique(groups[outcomes.truth == code]).size for code in range(outcomes.classes))


def group_freedom(outcomes: Outcomes, groups: Codes) -> float:
    """Degrees of freedom by the sizes of the groups (`free_units`), of the class with the fewest.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(np.array([0, 0, 0, 1, 1]), np.zeros(5, dtype=int), classes=2)
    >>> round(group_freedom(rows, np.array([0, 1, 2, 3, 4])), 6)
    1.0
    """
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    of_class = [outcomes.truth == code for code in range(outcomes.classes)]
    return min(free_units(by_group(weights[rows], groups[rows]) / weights[rows].sum()) for rows in of_class)
