"""What is diagnosed: one model on one dataset, and the runs of the engine that several parts share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine import fit_final, run
from foldwise.estimates import row_means
from foldwise.evaluation import FEW_DRAWS, sampled_beside, with_samples
from foldwise.measures import ModelScores
from foldwise.models import BASELINE, baseline_for
from foldwise.plans import as_plan, draw
from foldwise.predictions import Part, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine import Progress, Settings
    from foldwise.measures import LossMeasure
    from foldwise.plans import Plan, Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator, Given

__all__ = ["FitCount", "Subject"]


@final
class FitCount:
    """Fits of several runs, counted together for one display of progress."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.told, self.total = progress, total
        self.before, self.done = 0, 0

    def take(self, done: int, total: int, model: str) -> None:  # noqa: ARG002 - that of the run
        """Hear how many fits of the present run are done."""
        self.done = self.before + done
        if self.told is not None:
            self.told(min(self.done, self.total), self.total, model)

    def close(self, fits: int) -> None:
        """Hear that a run of so many fits is over."""
        self.before += fits
        self.done = self.before


@final
@dataclass(frozen=True, eq=False)
class Subject:
    """One model, its rows, and how it is looked at.

    Parameters
    ----------
    dataset
        The rows.
    name, model
        The model, not fitted.
    measure
        The loss that everything is told in.
    plan
        How rows are left out.
    settings
        How to run.
    level
        Level of intervals and verdicts.
    samples
        Number of bootstrap samples.
    reach
        Error whose rows are asked for; None for nine tenths of the error at hand.
    noise
        Variance of the noise in a numeric target, ``replicates``, or None where it is not known.
    new_rows
        Features of rows that the model is to be used on; None where there are none.
    rivals
        Other candidates by name, whose in-sample criteria are held against those of the model.
    count
        Counts the fits.
    """

    dataset: Dataset
    name: str
    model: Any
    measure: LossMeasure
    plan: Plan
    settings: Settings
    level: float = 0.95
    samples: int = 50
    reach: float | None = None
    noise: float | str | None = None
    new_rows: Given = None
    rivals: Mapping[str, Any] = field(default_factory=dict)
    count: FitCount = field(default_factory=lambda: FitCount(None, 0))

    def fit(self, models: dict[str, Any], resamples: Resamples, *, train: bool, record: bool = True) -> Predictions:
        """Fit models on resamples, and count the fits; those that fail are left out where they are to be recorded."""
        on_failure = "record" if record else self.settings.on_failure
        settings = replace(self.settings, train=train, on_failure=on_failure, progress=self.count.take)
        predictions = run(self.dataset, models, resamples, settings)
        self.count.close(resamples.count * len(models))
        return predictions

    @cached_property
    def models(self) -> dict[str, Any]:
        """The model and the baseline."""
        baseline = {} if self.name == BASELINE else {BASELINE: baseline_for(self.dataset)}
        return {self.name: self.model, **baseline}

    @cached_property
    def resamples(self) -> Resamples:
        """Rows that are left out in turn."""
        return draw(self.plan, self.dataset, self.settings.seed)

    @cached_property
    def held_out(self) -> Predictions:
        """Predictions of rows left out, and of training rows, of the model and the baseline."""
        predictions = self.fit(self.models, self.resamples, train=True, record=False)
        settings = replace(self.settings, progress=self.count.take)
        sampled = with_samples(predictions, {self.name: self.model}, self.dataset, settings)
        self.count.close(self.beside)
        return sampled

    @property
    def beside(self) -> int:
        """Fits to bootstrap samples beside the plan, which the interval of an unsteady model looks at."""
        return FEW_DRAWS * len(sampled_beside({self.name: self.model}, self.dataset, self.resamples))

    @cached_property
    def bootstrapped(self) -> Predictions:
        """Predictions of models of bootstrap samples, of rows they were not trained on and of those they were."""
        scheme = "" if self.dataset.groups is None else ", scheme=cluster"
        plan = as_plan(f"bootstrap({self.samples}{scheme})")
        return self.fit({self.name: self.model}, draw(plan, self.dataset, self.settings.seed), train=True)

    @cached_property
    def scored(self) -> ModelScores:
        """The model on rows left out."""
        return ModelScores(self.held_out, self.name, self.measure)

    @cached_property
    def error(self) -> float:
        """Error on rows left out."""
        return float(self.scored.value)

    @cached_property
    def baseline_error(self) -> float:
        """Error of the model that ignores the features."""
        return float(ModelScores(self.held_out, BASELINE, self.measure).value)

    @cached_property
    def training_error(self) -> float:
        """Error on training rows."""
        return float(ModelScores(self.held_out, self.name, self.measure, Part.TRAIN).value)

    @cached_property
    def row_losses(self) -> tuple[Codes, Floats]:
        """Rows that were left out, and their mean loss."""
        return row_means(self.scored)

    @cached_property
    def gives_probabilities(self) -> bool:
        """Whether the model gives probabilities."""
        outputs = self.held_out.of(self.name)
        return outputs.scores is not None and outputs.score_kind is ScoreKind.PROBABILITY

    @cached_property
    def probabilities(self) -> tuple[Codes, Floats]:
        """Rows that were left out, and the mean of their probabilities over the repeats (rows, C)."""
        outputs = self.held_out.of(self.name)
        scores = np.zeros((0, 0)) if outputs.scores is None else outputs.scores
        table = np.zeros((self.dataset.n, scores.shape[1]))
        np.add.at(table, outputs.row, scores)
        times = np.bincount(outputs.row, minlength=self.dataset.n)
        rows = np.flatnonzero(times)
        return rows, table[rows] / times[rows, None]

    @cached_property
    def first_probabilities(self) -> tuple[Codes, Floats]:
        """Rows and probabilities of the first repeat: those of single models, which a mean over repeats is not."""
        outputs = self.held_out.of(self.name)
        first = self.held_out.resamples.repeat[outputs.resample] == 0
        rows, places = np.unique(outputs.row[first], return_index=True)
        scores = np.zeros((first.sum(), 0)) if outputs.scores is None else outputs.scores[first]
        return rows, scores[places]

    @cached_property
    def final(self) -> Estimator:
        """The model fitted to all rows."""
        return fit_final(self.name, self.model, self.dataset, seed=self.settings.seed).model

    @cached_property
    def design(self) -> Floats:
        """The features as the last step of the model sees them, as numbers (n, columns)."""
        steps = getattr(self.final, "steps", None)
        table = self.dataset.X if steps is None or len(steps) < 2 else self.final[:-1].transform(self.dataset.X)
        dense = table.toarray() if hasattr(table, "toarray") else table
        return np.asarray(dense, dtype=np.float64)

    @cached_property
    def last(self) -> Estimator:
        """The last step of the fitted model."""
        steps = getattr(self.final, "steps", None)
        return self.final if steps is None else steps[-1][1]
