"""Random forests and extra trees: the trees of every resample share the sorted columns of all."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.trees import Bags, grow_and_predict, refuse_table
from foldwise.engine.families.trees import TreeFit, refuse_missing, refuse_tree
from foldwise.engine.family import Family
from foldwise.engine.features import is_weighted
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
    from foldwise.typing import Estimator, Given

__all__ = ["ForestFit", "Forests", "balances_bags", "draws_of", "refuse_draws", "refuse_forest", "refuse_out_of_bag"]

NEGLIGIBLE_PROBABILITY = 1e-6
"""Chance of something that is not expected to happen."""
FEW_DRAWS = 10
"""Draws, and the cube root of the rows, below which scikit-learn warns."""
MANY_DRAWS = 64
"""Draws for each row beyond which the kernel does not go."""


@final
class Forests(Family):
    """`RandomForestClassifier` and `RandomForestRegressor`, `ExtraTreesClassifier` and `ExtraTreesRegressor`.

    Seeds, draws and trees are those of scikit-learn; the shares of the trees are averaged in their order.
    """

    name: ClassVar[str] = "forests"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    staged: ClassVar[bool] = True
    members: ClassVar[str] = "n_estimators"
    models: ClassVar[tuple[str, ...]] = (
        "RandomForestClassifier",
        "RandomForestRegressor",
        "ExtraTreesClassifier",
        "ExtraTreesRegressor",
    )

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What trees cannot have, missing values where cuts or rows are drawn, and settings that make a fit say something."""
        weighted = is_weighted(dataset, resamples) or getattr(model, "class_weight", None) is not None
        if model.bootstrap and weighted:
            return refuse_forest(model, dataset, resamples) or refuse_table(dataset)
        random = type(model).__name__.startswith("Extra")
        return refuse_forest(model, dataset, resamples) or refuse_missing(model, dataset, random=random)

    def prepare(self, models: Sequence[Any], data: Resampled) -> ForestFit:
        """Sort the columns when they are needed."""
        return ForestFit(models, data)


def refuse_forest(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say why a forest cannot be grown by the kernel, whatever the table, or None."""
    refusal = refuse_tree(model, dataset)
    if refusal:
        return refusal
    weighted = is_weighted(dataset, resamples)
    if weighted and _balances(model) and not balances_bags(model):
        return "class_weight='balanced' with weights of the rows has no batched kernel"
    if model.verbose or model.warm_start:
        return "verbose and warm_start have no batched kernel"
    if model.oob_score and not (model.bootstrap and model.oob_score is True):
        return "oob_score needs bootstrap, and no measure of its own, in the batched kernel"
    if model.max_samples is not None and not model.bootstrap:
        return "max_samples is given without bootstrap"
    draws = refuse_draws(model, resamples, weighted=weighted or getattr(model, "class_weight", None) is not None)
    return draws or refuse_out_of_bag(model, resamples) or _refuse_bags(model, weighted=weighted)


def _refuse_bags(model: Estimator, *, weighted: bool) -> str | None:
    """Say that this release draws other bags, or None: since 1.9 weights are chances to be drawn, and shares are cut off."""
    by_class = getattr(model, "class_weight", None) not in (None, "balanced_subsample")
    if SKLEARN >= (1, 9) or not model.bootstrap or not (weighted or by_class or model.max_samples is not None):
        return None
    return f"{type(model).__name__} of this release of scikit-learn draws other bags than the batched kernel"


def refuse_out_of_bag(model: Estimator, resamples: Resamples) -> str | None:
    """Say that so few trees may leave a row in all bags, which scikit-learn warns about where it has an OOB score, or None."""
    if not model.oob_score or not resamples.train_sizes.size:
        return None
    rows, chosen = resamples.train_sizes, model.max_samples
    drawn = (
        rows * 1.0
        if chosen is None
        else np.full(rows.size, int(chosen))
        if isinstance(chosen, Integral)
        else chosen * rows
    )
    with np.errstate(divide="ignore"):
        inside = -np.expm1(drawn * np.log1p(-1 / rows))  # chance that a bag holds a row
    often = bool((rows * inside ** int(model.n_estimators) > NEGLIGIBLE_PROBABILITY).any())
    return f"oob_score of {model.n_estimators} trees may lack rows, about which a fit warns" if often else None


def _balances(model: Estimator) -> bool:
    return str(getattr(model, "class_weight", None)).startswith("balanced")


def balances_bags(model: Estimator) -> bool:
    """Whether classes are weighed in each bag."""
    return bool(model.bootstrap) and str(getattr(model, "class_weight", None)) == "balanced_subsample"


def refuse_draws(model: Estimator, resamples: Resamples, *, weighted: bool) -> str | None:
    """Say why a number of draws is better left to scikit-learn, which refuses it or warns about it, or None."""
    if model.max_samples is None:
        return None
    if weighted and not isinstance(model.max_samples, Integral):
        return "max_samples as a share of the weights has no batched kernel"
    sizes = resamples.train_sizes
    if isinstance(model.max_samples, Integral):
        many = sizes.size and model.max_samples > MANY_DRAWS * sizes.min()
        return f"max_samples={model.max_samples} is many times the rows" if many else None
    few = sizes.size and bool((model.max_samples * sizes < np.maximum(FEW_DRAWS, sizes ** (1 / 3)) + 1).any())
    return f"max_samples={model.max_samples} makes few draws" if few else None


@final
class ForestFit(TreeFit):
    """Several trees for every resample."""

    single: ClassVar[bool] = False

    @property
    def class_weight(self) -> Given:
        """Weights of the classes, unless each bag has its own."""
        return None if balances_bags(self.model) else super().class_weight

    def grown(self, table: SortedTable, training: TreeSamples, test: TestRows) -> Floats:
        """Scores of the test rows of a block of resamples, for each number of trees (K, N, C)."""
        bags = Bags(balanced=balances_bags(self.model))
        return grow_and_predict(table, self.growths[0], training, test, marks=self.sizes, bags=bags)

    def seeds(self, start: int, stop: int) -> Array:
        """Seeds of the trees (B, T), drawn from that of the forest."""
        return member_seeds(random_states(self.wholes[0], self.data, start, stop), self.trees)

    def drawn(self, copies: Array) -> Array:
        """Samples that each tree draws (B,)."""
        if not self.model.bootstrap:
            return super().drawn(copies)
        return draws_of(self.model, copies)


def draws_of(model: Estimator, copies: Array) -> Array:
    """Samples that each tree of a forest or bag draws (B,)."""
    sizes, chosen = copies.sum(axis=1, dtype=np.int64), model.max_samples
    if chosen is None:
        return sizes
    if isinstance(chosen, Integral):
        return np.full(sizes.size, int(chosen), dtype=np.int64)
    return np.array([max(int(chosen * size), 1) for size in sizes.tolist()], dtype=np.int64)
