"""The bias and variance of a model on the data: they say which variants make sense."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.diagnoses import Runs, decompose
from foldwise.engine import run, timed
from foldwise.measures import ModelScores, Needs, measure
from foldwise.plans import Bootstrap, RowLists, draw
from foldwise.predictions import Part, ScoreKind
from foldwise.reports import ErrorProfile

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator

__all__ = ["profile_of"]

DRAWS, FEWEST_ROWS = 30, 3
SEED_SHIFT = 1
"""Bootstrap samples are drawn from a seed of their own."""


def profile_of(
    name: str, model: Estimator, dataset: Dataset, settings: Settings, *, goal: Measure
) -> ErrorProfile | None:
    """Fit the model to bootstrap samples, of groups where there are any, and take its error apart.

    None for rows in time, and for one or two rows.

    Classes are taken apart by 0-1 loss (Domingos), or by the Brier score where the measure is about probabilities; values by
    squared error.
    """
    if dataset.order is not None or dataset.n < FEWEST_ROWS:
        return None
    samples = _samples(dataset, settings.seed + SEED_SHIFT)
    quiet = replace(settings, train=True, on_failure="record", progress=None)
    with timed():
        predictions = run(dataset, {name: model}, samples, quiet)
    outputs = predictions.outputs[name]
    if outputs.size == 0 or len(predictions.failures) > DRAWS // 2:
        return None
    probable = goal.needs is Needs.PROBABILITY and outputs.score_kind is ScoreKind.PROBABILITY
    runs = Runs.of_predictions(predictions, name, probabilities=probable)
    if int(runs.counts.max()) < 2:
        return None
    how = "brier" if probable else "domingos" if dataset.is_classification else "squared"
    parts = decompose(runs, how)
    training = _training(predictions, name, how)
    return ErrorProfile(parts.loss, parts.bias, parts.variance, training, how, samples.count)


def _samples(dataset: Dataset, seed: int) -> Resamples:
    """Bootstrap samples of rows, or of whole groups."""
    if dataset.group_codes is None:
        return draw(Bootstrap(DRAWS), dataset, seed)
    rng, groups = np.random.default_rng([seed, 3]), dataset.group_codes
    count = int(groups.max()) + 1
    train, test = [], []
    for _ in range(DRAWS):
        times = np.bincount(rng.integers(0, count, count), minlength=count)[groups]
        if (times == 0).any():
            train.append(np.repeat(np.arange(dataset.n), times))
            test.append(np.flatnonzero(times == 0))
    return RowLists(tuple(train), tuple(test), dataset.n, unit="group")


def _training(predictions: Predictions, name: str, how: str) -> float:
    """Mean loss on training rows."""
    names = {"domingos": "error", "squared": "mse", "brier": "brier"}
    return ModelScores(predictions, name, measure(names[how]), Part.TRAIN).value
