"""Ensembles of ours in which trees vote: grown as scikit-learn's bagging and AdaBoost are, and read as shares of votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.bagging import BagFit, Bagging, refuse_bagging
from foldwise.engine.families.boosting import Boosting
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import is_weighted
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["VotedBagFit", "VotedBags", "VotedBoosting", "refuse_votes"]

BAGGING, BOOSTING = Bagging(), Boosting()
INVALID_PARAMETER = "scikit-learn refuses a parameter of the model"


@final
class VotedBags(Family):
    """`BaggedClassifier` of trees that vote."""

    name: ClassVar[str] = "voted-bags"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    models: ClassVar[tuple[str, ...]] = ("BaggedClassifier",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What bags of votes are refused for, and tables that are not dense numbers."""
        return refuse_votes(model, dataset, resamples) or BAGGING.refusal(model.same_trees(), dataset, resamples)

    def prepare(self, models: Sequence[Any], data: Resampled) -> VotedBagFit:
        """Sort the columns when they are needed."""
        return VotedBagFit([model.same_trees() for model in models], data)


def refuse_votes(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Signs of scores, strata, weights of rows, and what bagging of scikit-learn's is refused for, whatever the table; or None."""
    if model.combine != "votes" or model.stratified:
        return "BaggedClassifier with strata, or of summed scores, has no batched kernel"
    if is_weighted(dataset, resamples):
        return "BaggedClassifier takes no weights of rows"
    stand_in = _valid(model)
    return INVALID_PARAMETER if stand_in is None else refuse_bagging(stand_in, dataset, resamples)


@final
class VotedBagFit(BagFit):
    """Trees with bags of their own, one vote each."""

    hard: ClassVar[bool] = True


@final
class VotedBoosting(Family):
    """`AdaBoostSAMME` of trees."""

    name: ClassVar[str] = "voted-boosting"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    members: ClassVar[str] = "n_estimators"
    models: ClassVar[tuple[str, ...]] = ("AdaBoostSAMME",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What AdaBoost of scikit-learn's is refused for."""
        stand_in = _valid(model)
        return INVALID_PARAMETER if stand_in is None else BOOSTING.refusal(stand_in, dataset, resamples)

    def prepare(self, models: Sequence[Any], data: Resampled) -> VotedStages:
        """Sort the columns when they are needed."""
        return VotedStages(BOOSTING.prepare([model.same_trees() for model in models], data))


@final
class VotedStages(BlockFit):
    """Boosted trees whose weighted votes are read as shares."""

    def __init__(self, stages: BlockFit) -> None:
        self.stages, self.together, self.own_threads = stages, stages.together, stages.own_threads

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """What scikit-learn's AdaBoost decides: with s the share of the votes, 4 s - 2 of two classes, else (C s - 1)/(C - 1)."""
        return self.stages.scores(test)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with most votes, the first of several, and the shares."""
        classes = max(scores.shape[1], 2)
        if scores.shape[1] == 1:
            second = np.clip(0.5 + scores[:, 0] / 4, 0.0, 1.0)
            shares = np.stack([1.0 - second, second], axis=1)
        else:
            shares = np.clip((scores * (classes - 1) + 1) / classes, 0.0, 1.0)
        return np.round(shares, 12).argmax(axis=1).astype(label_type(classes)), shares


def _valid(model: Estimator) -> Estimator:
    """The estimator of scikit-learn's that grows the same trees, or None where it would refuse a parameter."""
    try:
        found = model.same_trees()
        found._validate_params()
    except (TypeError, ValueError):
        return None
    return found
