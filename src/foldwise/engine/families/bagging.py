"""Bagging of trees: every tree draws rows and columns as scikit-learn does, from columns that are sorted once."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.trees import (
    TREE_CLASSES,
    Bags,
    Growth,
    grow_and_predict,
    refuse_growth,
    refuse_seed,
    refuse_table,
)
from foldwise.engine.families.forests import draws_of, refuse_draws, refuse_out_of_bag
from foldwise.engine.families.trees import TreeFit
from foldwise.engine.family import Family
from foldwise.engine.features import is_weighted, refuse_task
from foldwise.engine.single_fits.seeds import member_seeds, random_states
from foldwise.installed import SKLEARN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.data import Dataset
    from foldwise.engine.compiled.trees import SortedTable, TreeSamples
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["BagFit", "Bagging", "refuse_bagging"]


@final
class Bagging(Family):
    """`BaggingClassifier` and `BaggingRegressor` of trees.

    Seeds, draws of rows and columns, and trees are those of scikit-learn.
    """

    name: ClassVar[str] = "bagging"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    models: ClassVar[tuple[str, ...]] = ("BaggingClassifier", "BaggingRegressor")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Other estimators than trees, and draws that the kernel does not make, go the generic way."""
        return refuse_bagging(model, dataset, resamples) or refuse_table(dataset) or _refuse_columns(model, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> BagFit:
        """Sort the columns when they are needed."""
        return BagFit(models, data)


def refuse_bagging(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say why bags of trees cannot be grown by the kernel, whatever the table, or None."""
    weighted = is_weighted(dataset, resamples)
    return (
        refuse_task(model, dataset)
        or _refuse_estimator(model, dataset)
        or _refuse_rows(model, resamples, weighted=weighted)
        or (_refuse_release(type(model).__name__) if weighted else None)
        or refuse_draws(model, resamples, weighted=weighted)
        or refuse_out_of_bag(model, resamples)
        or refuse_growth()
        or refuse_seed(model)
    )


def _refuse_release(title: str) -> str | None:
    """Say that this release draws other bags of weighted rows, or None."""
    former = f"{title} of this release of scikit-learn draws other bags than the batched kernel"
    return former if SKLEARN < (1, 9) else None


def _refuse_estimator(model: Estimator, dataset: Dataset) -> str | None:
    """What is bagged must be a tree that the kernel can grow, whose classes have no weights of their own."""
    tree = model.estimator
    if tree is None:
        return None
    title, kind = type(tree).__name__, type(model).__name__.removeprefix("Bagging")
    if not (type(tree).__module__.startswith("sklearn.") and title in TREE_CLASSES and title.endswith(kind)):
        return f"bagging of {title} has no batched kernel"
    if getattr(tree, "class_weight", None) is not None:
        return "bagging of trees with class_weight has no batched kernel"
    if model.bootstrap_features and tree.splitter == "random":
        return "random cuts of columns that are drawn twice have no batched kernel"
    if tree.criterion == "poisson" and not bool((dataset.truth > 0).all()):
        return "criterion='poisson' of bags may meet zeros alone, about which a fit says something"
    return refuse_growth(tree)


def _refuse_rows(model: Estimator, resamples: Resamples, *, weighted: bool) -> str | None:
    """Draws without replacement by weight, or of more rows than there are; and settings that make a fit say something."""
    if model.verbose or model.warm_start:
        return "verbose and warm_start have no batched kernel"
    if model.bootstrap:
        return None
    if weighted:
        return "draws by weight without replacement have no batched kernel"
    if model.oob_score:
        return "oob_score needs bootstrap"
    few = isinstance(model.max_samples, Integral) and bool((resamples.train_sizes < int(model.max_samples)).any())
    return "more rows are drawn than there are" if few else None


def _refuse_columns(model: Estimator, dataset: Dataset) -> str | None:
    p = dataset.X.shape[1]
    return f"max_features={model.max_features} of {p} columns" if _columns(model, p) > p else None


def _columns(model: Estimator, p: int) -> int:
    """Columns that each tree draws, of p."""
    chosen = model.max_features
    return max(1, int(chosen if isinstance(chosen, Integral) else chosen * p))


class BagFit(TreeFit):
    """Several trees for every resample, each with columns of its own."""

    single: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    """Whether each tree votes for one class."""

    def read(self, model: Estimator) -> Growth:
        """How trees are grown."""
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        default = DecisionTreeClassifier if self.data.dataset.is_classification else DecisionTreeRegressor
        return Growth.of(default() if model.estimator is None else model.estimator)

    def bags(self, p: int) -> Bags:
        """How rows and columns are drawn, of p columns."""
        model = self.model
        return Bags(
            columns=_columns(model, p),
            bagging=True,
            replace=bool(model.bootstrap),
            replace_columns=bool(model.bootstrap_features),
            hard=self.hard,
        )

    def grown(self, table: SortedTable, training: TreeSamples, test: TestRows) -> Floats:
        """What the trees of a block say on average (1, N, C)."""
        return grow_and_predict(table, self.growths[0], training, test, bags=self.bags(table.rows.shape[1]))[None]

    def seeds(self, start: int, stop: int) -> Array:
        """Seeds of the trees (B, T), drawn from that of the bagging."""
        return member_seeds(random_states(self.wholes[0], self.data, start, stop), self.trees)

    def drawn(self, copies: Array) -> Array:
        """Samples that each tree draws (B,)."""
        return np.maximum(draws_of(self.model, copies), 1)
