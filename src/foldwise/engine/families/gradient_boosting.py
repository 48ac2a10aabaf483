"""Gradient boosting of small trees: all stages of all resamples share the sorted columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    Growth,
    TreeSamples,
    copies_and_weights,
    refuse_growth,
    refuse_seed,
    refuse_table,
    resamples_per_call,
    sorted_table,
    tree_arguments,
)
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import refuse_task
from foldwise.engine.single_fits.seeds import random_states
from foldwise.engine.threads import thread_count
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["GradientBoosting"]

KNOWN_LOSSES = {
    "GradientBoostingClassifier": ("log_loss", "exponential"),
    "GradientBoostingRegressor": ("squared_error",),
}
LOSS_CODES = {"squared_error": 0, "log_loss": 1, "multinomial": 2, "exponential": 3}
"""Losses that the kernel knows, by their number there."""


@final
class GradientBoosting(Family):
    """`GradientBoostingClassifier` and `GradientBoostingRegressor`.

    Trees, leaves and draws are those of scikit-learn; where two splits are equally good, rounding may decide otherwise.
    """

    name: ClassVar[str] = "gradient-boosting"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    members: ClassVar[str] = "n_estimators"
    models: ClassVar[tuple[str, ...]] = tuple(KNOWN_LOSSES)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Other losses, early stopping, and starts from another estimator go the generic way."""
        refusal = refuse_task(model, dataset) or _refuse_loss(model, dataset) or _refuse_settings(model)
        return refusal or refuse_growth() or refuse_table(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> GradientFit:
        """Sort the columns when they are needed."""
        return GradientFit(models, data)


def _refuse_loss(model: Estimator, dataset: Dataset) -> str | None:
    """Only losses whose leaves are averages have a kernel."""
    if model.loss not in KNOWN_LOSSES[type(model).__name__]:
        return f"loss={model.loss!r} has no batched kernel"
    if dataset.is_classification and len(dataset.labels) < 2:
        return f"{type(model).__name__} needs two classes"
    if model.loss == "exponential" and len(dataset.labels) > 2:
        return "loss='exponential' is for two classes"
    return None


def _refuse_settings(model: Estimator) -> str | None:
    """What stops early, says something, or starts from another estimator."""
    if model.n_iter_no_change is not None:
        return "n_iter_no_change stops at rows that are set aside: there is no batched kernel"
    if model.init is not None and not (isinstance(model.init, str) and model.init == "zero"):
        return f"init={type(model.init).__name__} has no batched kernel"
    if model.verbose or model.warm_start:
        return "verbose and warm_start have no batched kernel"
    if model.criterion != "deprecated":
        return "criterion is deprecated, and scikit-learn warns of it"
    return refuse_seed(model)


@final
class GradientFit(BlockFit):
    """Boosted stages for every resample."""

    own_threads = True

    def __init__(self, models: Sequence[Any], data: Resampled) -> None:
        self.model, self.data = models[0], data
        self.stages, self.places = np.unique([int(model.n_estimators) for model in models], return_inverse=True)
        model = self.model
        self.growth = replace(Growth.of(model), criterion="squared_error")
        dataset = data.dataset
        self.kind = ScoreKind.PROBABILITY if dataset.is_classification else ScoreKind.NONE
        self.classes = len(dataset.labels) if dataset.is_classification else 1
        self.loss = "multinomial" if self.classes > 2 else model.loss
        chosen = dataset.codes if dataset.is_classification else dataset.truth
        self.targets, self.table = np.ascontiguousarray(chosen, dtype=np.float64), sorted_table(dataset)
        each = self.classes if self.classes > 2 else 1
        self.together = resamples_per_call(self.table, int(self.stages[-1]) * each)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """What the stages say in all (N, K), for each of several models (M, N, K)."""
        samples, starting, usable = self.training(test.first, test.last)
        scores = np.zeros((self.stages.size, test.size, starting.shape[1]))
        done = np.zeros(test.count, dtype=np.bool_)
        work = 10 * int(self.stages[-1]) * samples.copies.size * self.table.rows.shape[1]
        shared = tree_arguments(self.table, [self.growth], samples, test)
        native._native.boost_gradients(
            **shared | {"targets": self.targets, "threads": thread_count(work)},
            loss=LOSS_CODES[self.loss],
            starting=starting,
            stages=self.stages,
            rate=float(self.model.learning_rate),
            subsample=float(self.model.subsample),
            decisions=scores,
            done=done,
        )
        return (scores[self.places] if self.places.size > 1 else scores[0]), usable & done

    def training(self, start: int, stop: int) -> tuple[TreeSamples, Floats, Mask]:
        """Samples of resamples start … stop-1, what their rows start from, and which have all classes."""
        copies, weights = copies_and_weights(self.data, start, stop)
        samples = TreeSamples.as_they_are(copies, weights, random_states(self.model, self.data, start, stop)[:, None])
        return samples, *self._starting(copies, None if weights is None else samples.weights)

    def _starting(self, copies: Array, weights: Floats | None) -> tuple[Floats, Mask]:
        """What every row starts from (B, K), and which resamples can be fitted (B,)."""
        if self.kind is ScoreKind.NONE:
            starting, usable = _means(self.targets, copies, weights)
        else:
            heavy, there = _class_weights(self.data.dataset.codes, self.classes, copies, weights)
            usable = there & (np.count_nonzero(heavy, axis=1) > 1)
            starting = _links(np.where(usable[:, None], heavy, 1.0), self.loss)
        return (np.zeros_like(starting) if self.model.init is not None else starting), usable

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """Labels and probabilities by the link of the loss."""
        from scipy.special import expit, softmax

        if self.classes > 2:
            return scores.argmax(axis=1).astype(label_type(self.classes)), softmax(scores, axis=1)
        second = expit(scores[:, 0] if self.loss == "log_loss" else 2 * scores[:, 0])
        return (scores[:, 0] >= 0).astype(label_type(2)), np.stack([1 - second, second], axis=1)


def _means(targets: Floats, copies: Array, weights: Floats | None) -> tuple[Floats, Mask]:
    """Mean of the values of each training set (B, 1), added up as numpy does, and which sets weigh anything (B,)."""
    usable = np.any(copies if weights is None else copies * weights, axis=1, keepdims=True)[:, 0]
    means = np.zeros((len(copies), 1))
    for b in np.flatnonzero(usable).tolist():
        rows = np.repeat(np.arange(copies.shape[1]), copies[b])
        means[b] = np.average(targets[rows], weights=None if weights is None else weights[b][rows])
    return means, usable


def _class_weights(codes: Array, classes: int, copies: Array, weights: Floats | None) -> tuple[Floats, Mask]:
    """Weight of each class (B, C), added up sample by sample as numpy does, and which sets have all classes (B,)."""
    counts = copies @ np.eye(classes)[codes]
    there = counts.min(axis=1) > 0
    if weights is None:
        return counts, there
    found = np.zeros_like(counts)
    for b in range(len(copies)):
        rows = np.repeat(np.arange(codes.size), copies[b])
        found[b] = np.bincount(codes[rows], weights=weights[b][rows], minlength=classes)
    return found, there


def _links(heavy: Floats, loss: str) -> Floats:
    """Shares of the classes by their weights (B, C), in the scale of the loss (B, K)."""
    from scipy.special import logit

    tiny = np.finfo(np.float64).eps
    shares = np.clip(heavy / heavy.sum(axis=1, keepdims=True), tiny, 1 - tiny)
    if loss == "multinomial":
        logs = np.log(shares)
        return np.log(shares / np.exp(logs.mean(axis=1, keepdims=True)))
    return np.ascontiguousarray(logit(shares[:, 1:]) * (0.5 if loss == "exponential" else 1.0))
