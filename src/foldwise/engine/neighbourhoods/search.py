"""The nearest rows of each row, searched once for all resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property
from foldwise.engine.linalg.design import centre_of
from foldwise.engine.threads import blocks, in_threads, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Estimator, Untyped

__all__ = ["Lists", "Search", "metric_of", "refuse_metric"]

METRICS = {
    "euclidean": "euclidean",
    "l2": "euclidean",
    "manhattan": "manhattan",
    "l1": "manhattan",
    "cityblock": "manhattan",
}
"""Names of metrics, and which of two they are."""
TILE_COLUMNS, PRODUCTS_HELD = 4096, 250_000
"""Columns, and columns times rows, of the products that are looked at together."""
TREE_COLUMNS, TREE_ROWS = 15, 4000
"""A tree pays up to so many columns and from so many rows on."""
NEAR_ROWS, SHORT_LISTS = 2000, 64
"""Rows, and lengths of lists, up to which rows are compared pair by pair where the lists of all of them are wanted."""
PAIRS_LEFT_OUT = 4
"""One pair in so many, about, is compared: most rows are too far away in one column."""


@final
@dataclass(frozen=True, eq=False)
class Lists:
    """Nearest rows of some rows, by distance and then by number: numbers and distances (L, k)."""

    numbers: Array
    distances: Floats


@final
@dataclass(frozen=True, eq=False)
class Search:
    """Finds nearest rows exactly; of rows at the same distance the one with the lower number counts as nearer.

    `among` are the numbers of the rows that may be neighbours, ascending, or None for all.

    Examples
    --------
    >>> Search(np.array([[0.0], [3.0], [1.0]]), "euclidean").nearest(np.array([0]), 2)
    Lists(numbers=array([[0, 2]], dtype=int32), distances=array([[0., 1.]]))
    """

    X: Floats
    metric: str
    among: Codes | None = None

    @property
    def size(self) -> int:
        """How many rows may be neighbours."""
        return self.X.shape[0] if self.among is None else self.among.size

    def _chosen(self, rows: Floats) -> Floats:
        """Those that may be neighbours."""
        return rows if self.among is None else rows[self.among]

    @cached_property
    def _centred(self) -> tuple[Floats, Floats, Floats]:
        """All rows about their middle, which keeps the digits of products; neighbours, and their squared lengths."""
        rows = self.X - centre_of(self.X)
        neighbours = self._chosen(rows)
        return rows, neighbours, np.einsum("ij,ij->i", neighbours, neighbours)

    @cached_property
    def _tree(self) -> Untyped:
        from sklearn.neighbors import KDTree

        return KDTree(self._chosen(self.X), metric=self.metric)

    def nearest(self, rows: Codes, k: int) -> Lists:
        """Find the k nearest rows of some rows, each row itself included."""
        n, p = self.size, self.X.shape[1]
        # What threads share is made before they start: each would make its own.
        if p <= TREE_COLUMNS and n >= TREE_ROWS and k <= n // 10:
            find, step, _ = self._by_tree, 1024, self._tree
        else:
            find, step, _ = (
                self._by_products,
                max(1, PRODUCTS_HELD // min(n, TILE_COLUMNS)) if native.COMPILED else max(1, 2_000_000 // n),
                self._centred,
            )
        found = in_threads(
            lambda a, b: self._measured(rows[a:b], self._numbered(find(rows[a:b], k))), blocks(rows.size, step)
        )
        return Lists(
            np.concatenate([each.numbers for each in found]), np.concatenate([each.distances for each in found])
        )

    def all_nearest(self, k: int) -> Lists:
        """Find the k nearest rows of every row, by distances to about twelve digits."""
        n, p = self.X.shape
        if not native.COMPILED or self.among is not None or n > NEAR_ROWS or k > SHORT_LISTS:
            return self.nearest(np.arange(n), k)
        numbers, distances = np.empty((n, k), dtype=np.int32), np.empty((n, k))
        native._native.nearest_rows(
            X=self.X,
            manhattan=self.metric == "manhattan",
            threads=thread_count(n * n * p / PAIRS_LEFT_OUT),
            distances=distances,
            numbers=numbers,
        )
        return Lists(numbers, distances)

    def _numbered(self, places: Array) -> Array:
        """Numbers of the rows at some places among those that may be neighbours."""
        return places if self.among is None else np.ascontiguousarray(self.among[places], dtype=np.int32)

    def _by_tree(self, rows: Codes, k: int) -> Array:
        return np.ascontiguousarray(self._tree.query(self.X[rows], k, return_distance=False), dtype=np.int32)

    def _by_products(self, rows: Codes, k: int) -> Array:
        """Compare |z|² - 2 x·z, which is the squared distance but for |x|², or distances where they have no such form."""
        everything, centred, lengths = self._centred
        chosen = everything[rows]
        euclidean = self.metric == "euclidean"
        factor, norms = (-2.0, lengths) if euclidean else (1.0, np.zeros(len(centred)))
        if native.COMPILED:
            smallest = np.full((rows.size, k), np.inf)
            numbers = np.zeros((rows.size, k), dtype=np.int32)
            for a, b in blocks(len(centred), TILE_COLUMNS):
                products = chosen @ centred[a:b].T if euclidean else _city_blocks(chosen, centred[a:b])
                native._native.push_nearest(
                    products=products, norms=norms[a:b], factor=factor, first=a, smallest=smallest, numbers=numbers
                )
            return numbers
        values = chosen @ centred.T if euclidean else _city_blocks(chosen, centred)
        values *= factor
        values += norms
        if k >= len(centred):
            return np.broadcast_to(np.arange(k, dtype=np.int32), (rows.size, k)).copy()
        return np.argpartition(values, k - 1, axis=1)[:, :k].astype(np.int32)

    def _measured(self, rows: Codes, numbers: Array) -> Lists:
        """Measure the rows that were found, and put them in order."""
        distances = np.empty(numbers.shape)
        if native.COMPILED:
            native._native.measure_nearest(
                X=self.X,
                rows=rows.astype(np.int64),
                manhattan=self.metric == "manhattan",
                distances=distances,
                numbers=numbers,
            )
            return Lists(numbers, distances)
        apart = self.X[rows][:, None, :] - self.X[numbers]
        distances = np.abs(apart).sum(axis=2) if self.metric == "manhattan" else np.sqrt(np.square(apart).sum(axis=2))
        order = np.lexsort((numbers, distances), axis=1)
        return Lists(np.take_along_axis(numbers, order, axis=1), np.take_along_axis(distances, order, axis=1))


def _city_blocks(some: Floats, others: Floats) -> Floats:
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(some, others, "cityblock"), dtype=np.float64)


def metric_of(model: Estimator) -> str | None:
    """The metric of a model, by one of two names, or None."""
    if model.metric == "minkowski":
        return {1: "manhattan", 2: "euclidean"}.get(model.p)
    return METRICS.get(model.metric) if isinstance(model.metric, str) else None


def refuse_metric(model: Estimator) -> str | None:
    """Say which part of the metric or the weights is not known here."""
    if metric_of(model) is None:
        return f"the metric is neither euclidean nor manhattan: {model.metric!r} with p={model.p}"
    if model.metric_params:
        return "metric_params change the metric"
    return "weights is a function" if callable(model.weights) else None
