"""Trees that are grown by the compiled kernel and kept as scikit-learn keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    MOST_CLASSES,
    MOST_ROWS,
    PER_CELL,
    TREE_CLASSES,
    UNLIMITED_DEPTH,
    Growth,
    SortedTable,
    growth_arguments,
    refuse_growth,
)
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["KeptTrees"]

LEFT, RIGHT, FEATURE, SAMPLES, MISSING_LEFT, LINKS = range(6)
THRESHOLD, IMPURITY, WEIGHT, NUMBERS = range(4)
"""Columns in which the kernel writes what it knows of a node."""
NO_FEATURE = -2
"""What scikit-learn writes for column and threshold of a leaf."""
NODE_BYTES_HELD, WEIGHTS_HELD = 64_000_000, 2_000_000
"""Bytes of nodes, and weights, that are held at once beside the trees."""
SHALLOW_DEPTH, MANY_ROWS = 2, 1000
"""Weights that are no whole numbers: depth up to which, and rows from which on, the order in which they are added up has not
changed the choice between cuts."""


@final
@dataclass(frozen=True, eq=False)
class KeptTrees:
    """Grows trees of scikit-learn on one table, each on its own weights of the rows.

    `model` is a tree that scikit-learn has fitted to the table: the others get what it knows of columns and classes.
    """

    table: SortedTable
    growth: Growth
    model: Any

    @classmethod
    def like(cls, model: Estimator, X: Given, y: Array, weights: Array) -> Self | None:
        """Grow trees like one that scikit-learn has fitted; None where they would not be the same, or it is no tree.

        Where its weights are whole numbers, those of the others must be.
        """
        if not _is_plain(X) or _refuses(model, weights):
            return None
        with np.errstate(over="ignore"):
            rows = np.ascontiguousarray(X, dtype=np.float32)
        if not np.isfinite(rows).all() or not rows.shape[0] < MOST_ROWS:
            return None
        classes = int(model.tree_.value.shape[2])
        if type(model).__name__.endswith("Classifier"):
            codes = np.searchsorted(model.classes_, y).astype(np.int32)
            table = SortedTable(rows, codes, np.zeros(0), classes)
        else:
            table = SortedTable(rows, np.zeros(0, dtype=np.int32), np.ascontiguousarray(y, dtype=np.float64), 1)
        if table.told_apart:
            return None
        made = cls(table, Growth.of(model), model)
        again = made.grow([model], [weights])[0]
        return made if _is_same(again, model.tree_) else None

    def fit(self, members: Sequence[Any], weights: Sequence[Array]) -> None:
        """Grow the trees of estimators that have a seed, each on its weights of the rows (n,)."""
        given = self.model.get_params(deep=False)
        known = {name: value for name, value in vars(self.model).items() if name not in given and name != "tree_"}
        for member, tree in zip(members, self.grow(members, weights), strict=True):
            vars(member).update(known, tree_=tree)

    def grow(self, members: Sequence[Any], weights: Sequence[Array]) -> list[Any]:
        """The trees of estimators that have a seed, as scikit-learn keeps them."""
        limits, classes, n = self._limits(), self.table.classes, len(self.table.rows)
        rows = max((int(np.count_nonzero(own)) for own in weights), default=1)
        room = _most_nodes(rows, limits["depth"], limits["leaves"])
        together = max(
            native.cores(), min(WEIGHTS_HELD // n, NODE_BYTES_HELD // (room * (4 * LINKS + 8 * NUMBERS + 8 * classes)))
        )
        seeds = np.array([member.random_state for member in members], dtype=np.uint32)
        found: list[Any] = []
        for start, stop in blocks(len(members), together):
            links, numbers, shares = (
                np.empty((stop - start, room, width), dtype)
                for width, dtype in ((LINKS, np.int32), (NUMBERS, np.float64), (classes, np.float64))
            )
            sizes = np.empty((stop - start, 2), dtype=np.int64)
            native._native.grow_nodes(
                **limits,
                weights=np.array(weights[start:stop], dtype=np.float64),
                seeds=seeds[start:stop],
                threads=thread_count(PER_CELL * (stop - start) * self.table.rows.size),
                links=links,
                numbers=numbers,
                shares=shares,
                sizes=sizes,
            )
            found += [
                self._tree(link[:size], number[:size], share[:size], depth)
                for link, number, share, (size, depth) in zip(links, numbers, shares, sizes.tolist(), strict=True)
            ]
        return found

    def _limits(self) -> dict[str, Any]:
        """Arguments of the kernel that all trees have in common."""
        return growth_arguments(self.table, self.growth) | {
            "targets": self.table.targets,
            "features": self.growth.columns(self.table.rows.shape[1]),
            "leaves": self.growth.max_leaf_nodes or 0,
            "random": self.growth.random,
            "least": self.growth.least(np.array([len(self.table.rows)]))[0],
        }

    def _tree(self, links: Array, numbers: Floats, shares: Floats, depth: int) -> Untyped:
        """One tree in the type of scikit-learn."""
        kept = self.model.tree_
        make, arguments = kept.__reduce__()[:2]
        nodes = np.zeros(len(links), dtype=kept.__getstate__()["nodes"].dtype)
        inner = links[:, LEFT] >= 0
        nodes["left_child"], nodes["right_child"] = links[:, LEFT], links[:, RIGHT]
        nodes["feature"] = np.where(inner, links[:, FEATURE], NO_FEATURE)
        nodes["threshold"] = np.where(inner, numbers[:, THRESHOLD], NO_FEATURE)
        nodes["impurity"], nodes["weighted_n_node_samples"] = numbers[:, IMPURITY], numbers[:, WEIGHT]
        nodes["n_node_samples"] = links[:, SAMPLES]
        nodes["missing_go_to_left"] = links[:, MISSING_LEFT]
        made = make(*arguments)
        values = np.ascontiguousarray(shares)[:, None, :]
        made.__setstate__({"max_depth": depth, "node_count": len(nodes), "nodes": nodes, "values": values})
        return made


def _refuses(model: Estimator, weights: Array) -> bool:
    """Whether a model is no tree, has parameters that the kernel does not know, or depends on the order of its rows."""
    kind = type(model)
    if not kind.__module__.startswith("sklearn.tree.") or kind.__name__ not in TREE_CLASSES or model.n_outputs_ != 1:
        return True
    if refuse_growth(model) or model.random_state is None or model.ccp_alpha > 0:
        return True
    if not kind.__name__.endswith("Classifier"):
        return False
    deep = (model.max_depth or UNLIMITED_DEPTH) > SHALLOW_DEPTH or weights.size < MANY_ROWS
    if deep and bool((weights != np.floor(weights)).any()):
        return True
    return model.class_weight is not None or model.tree_.value.shape[2] > MOST_CLASSES


def _is_plain(X: Given) -> bool:
    return isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind in "fiub" and 0 not in X.shape


def _most_nodes(rows: int, depth: int, leaves: int) -> int:
    """How many nodes a tree of so many rows has at most."""
    ends = min(rows, leaves) if leaves else rows
    return 2 * (min(ends, 1 << depth) if depth < 32 else ends) - 1


def _is_same(one: Estimator, other: Estimator) -> bool:
    """Whether two trees have the same cuts, and in their leaves the same values up to rounding."""
    exact = ("children_left", "children_right", "feature", "threshold", "n_node_samples")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in exact) and np.allclose(
        one.value, other.value, rtol=1e-9, atol=1e-12
    )
