"""Instability of the predictions, from models of bootstrap samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnoses import RunKind, Runs, calibration_instability, decision_instability, flip_shares
from foldwise.diagnosing.part import DiagnosisPart, no_bootstrap
from foldwise.predictions import Part
from foldwise.reports import ModelInstability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats, Mask
    from foldwise.diagnosing.subject import Subject

__all__ = ["InstabilityPart"]


@final
@dataclass(frozen=True)
class InstabilityPart(DiagnosisPart):
    """Share of the models of bootstrap samples that flip the label of each row, and the spread of its probability or value.

    Only rows that a model was not trained on count, each by its weight. For two classes with probabilities the calibration and the decisions of
    the models are held side by side too, unless the rows have weights; decisions on all rows, as in Riley and Collins (2023).
    """

    name: ClassVar[str] = "instability"
    summary: ClassVar[str] = "rows whose prediction depends on which rows the model was trained on"
    fields: ClassVar[tuple[str, ...]] = ("instability",)

    def refusal(self, subject: Subject) -> str:
        """Time order, and few groups."""
        return no_bootstrap(subject)

    def fits(self, subject: Subject) -> int:
        """One for each bootstrap sample, which bias and variance share."""
        return subject.samples

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Hold the models of bootstrap samples side by side."""
        table = subject.bootstrapped
        runs = Runs.of_predictions(table, subject.name)
        none = np.full(table.n, np.nan)
        models, given = table.resamples.count, subject.dataset.weights
        weights = None if given is None else np.asarray(given, dtype=np.float64)
        if runs.kind is RunKind.VALUES:
            over_models = _over_models(runs.predicted, runs, subject.level)
            return {"instability": ModelInstability(none, models=models, weights=weights, **over_models)}
        flips = np.where(runs.counts > 1, flip_shares(runs.predicted, trained=~runs.given), np.nan)
        if not subject.gives_probabilities:
            return {"instability": ModelInstability(flips, none, models, weights=weights)}
        own = Runs.of_predictions(table, subject.name, probabilities=True)
        if len(table.classes) != 2:
            over_models = _over_models(_likeliest(own), own, subject.level)
            return {"instability": ModelInstability(flips, models=models, weights=weights, **over_models)}
        positive = max(table.positive, 0)
        over_models = _over_models(own.predicted[:, :, positive], own, subject.level)
        # Calibration and decisions of the models count all rows alike.
        both = _of_two_classes(subject, positive) if weights is None else {}
        return {"instability": ModelInstability(flips, models=models, weights=weights, **over_models, **both)}


def _likeliest(runs: Runs) -> Floats:
    """Probability of the class that is likeliest for each row on average, by every model (n, B)."""
    known = np.where(runs.given[:, :, None], runs.predicted, 0.0)
    best = known.sum(axis=1).argmax(axis=1)
    return np.take_along_axis(runs.predicted, best[:, None, None], axis=2)[:, :, 0]


def _over_models(values: Floats, runs: Runs, level: float) -> dict[str, Any]:
    """Spread, mean and quantiles of each row over the models that did not see it (n,)."""
    enough = runs.counts > 1
    known = np.where(runs.given, values, np.nan)[enough]
    summary = np.full((4, enough.size), np.nan)
    summary[0, enough] = np.nanstd(known, axis=1, ddof=1)
    summary[1, enough] = np.nanmean(known, axis=1)
    summary[2:, enough] = np.nanquantile(known, [(1 - level) / 2, (1 + level) / 2], axis=1)
    return dict(zip(("spread", "reference", "low", "high"), summary, strict=True))


def _of_two_classes(subject: Subject, positive: int) -> dict[str, Any]:
    """Calibration on rows out of bag, and decisions on all rows."""
    table, trained = _all_rows(subject, positive)
    if np.isnan(table).any() or ((~trained).sum(axis=1) < 2).any():
        return {}
    truth = (subject.dataset.truth == positive).astype(np.float64)
    rows, scores = subject.probabilities
    reference = table.mean(axis=1)
    reference[rows] = scores[:, positive]
    known = [bool(np.unique(truth[~one]).size == 2) for one in trained.T]
    return {
        "calibration": calibration_instability(truth, table[:, known], trained=trained[:, known])
        if sum(known) > 1
        else None,
        "decision": decision_instability(truth, table, reference),
    }


def _all_rows(subject: Subject, positive: int) -> tuple[Floats, Mask]:
    """Probability of the positive class of every row by every model (n, B), and which rows each was trained on."""
    outputs = subject.bootstrapped.outputs[subject.name]
    shape = (subject.dataset.n, subject.bootstrapped.resamples.count)
    table, trained = np.full(shape, np.nan), np.zeros(shape, dtype=np.bool_)
    if outputs.scores is not None:
        table[outputs.row, outputs.resample] = outputs.scores[:, positive]
        trained[outputs.row, outputs.resample] = outputs.part == Part.TRAIN
    return table, trained
