"""Groups: which rows belong together, and how groups are put into parts."""

from __future__ import annotations

from heapq import heapify, heapreplace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.kfold import check_parts
from foldwise.plans.resamples import Partition

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.plans.group_parts import GroupParts
    from foldwise.plans.plan import Plan

__all__ = ["balance", "balance_classes", "group_codes_of", "order_groups", "partition_groups"]


def group_codes_of(plan: Plan, dataset: Dataset) -> Codes:
    """The group of each row; a plan for groups cannot do without."""
    if dataset.group_codes is None:
        message = f"{plan} keeps groups of rows together, and no groups were given"
        raise PlanError(message, hint="groups=… or kfold(10)")
    return dataset.group_codes


def order_groups(sizes: Codes, k: int, rng: np.random.Generator, *, shuffled: bool) -> Codes:
    """Groups by size, largest first, ties at random; `shuffled` also mixes each k neighbours, for another repeat."""
    mixed = rng.permutation(sizes.size)
    order = mixed[np.argsort(-sizes[mixed], kind="stable")]
    if not shuffled:
        return order
    return order[np.argsort(np.arange(sizes.size) // k + rng.random(sizes.size))]


def partition_groups(
    plan: GroupParts, groups: Codes, put: Callable[[Codes], Codes], rng: np.random.Generator
) -> Partition:
    """Partitions of whole groups, one per repeat.

    Parameters
    ----------
    plan
        How many parts and repeats.
    groups
        Group of each row (n,).
    put
        Puts the groups, taken in a given order, into parts.
    rng
        Where the orders come from.
    """
    sizes = np.bincount(groups)
    check_parts(plan, plan.k, sizes.size, "groups")
    orders = [order_groups(sizes, plan.k, child, shuffled=at > 0) for at, child in enumerate(rng.spawn(plan.repeats))]
    return Partition(np.stack([put(order)[groups] for order in orders]), plan.k, plan=str(plan), unit="group")


def balance(sizes: Codes, order: Codes, k: int) -> Codes:
    """Put each group, in this order, into the part that is lightest so far (METHODS A.6).

    Examples
    --------
    >>> balance(np.array([5, 4, 3, 2]), np.array([0, 1, 2, 3]), 2)
    array([0, 1, 1, 0])
    """
    parts = np.empty(sizes.size, dtype=np.intp)
    weights = [(0, part) for part in range(k)]
    heapify(weights)
    for group in order.tolist():
        weight, part = weights[0]
        parts[group] = part
        heapreplace(weights, (weight + int(sizes[group]), part))
    return parts


def balance_classes(table: Codes, order: Codes, k: int) -> Codes:
    """Put each group where it keeps the class counts of the parts most alike (METHODS A.6), ties by size.

    Adding counts g to part j raises Σ over classes of the variance over parts by a constant plus 2 xⱼ·g / k, so the best
    part is the one with the smallest xⱼ·g.

    Examples
    --------
    >>> table = np.array([[2, 0], [2, 0], [0, 2], [0, 2]])
    >>> balance_classes(table, np.arange(4), 2)
    array([0, 1, 0, 1])
    """
    held = np.zeros((k, table.shape[1]), dtype=np.int64)
    parts = np.empty(len(table), dtype=np.intp)
    for group in order.tolist():
        best = np.lexsort((held.sum(axis=1), held @ table[group]))[0]
        parts[group] = best
        held[best] += table[group]
    return parts
