"""What an accelerated call can be asked for beside its scores: an assessment with valid intervals, from the same fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.metrics._scorer import _BaseScorer

from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.errors import InputError, UnknownNameError
from foldwise.estimates import bbc
from foldwise.evaluation import Request, check_rows, evaluate, mark_bias, notes_on, with_samples, withhold_intervals
from foldwise.intervals import check_level
from foldwise.measures import Direction, ModelScores, as_measures, default_measures, measure
from foldwise.models import gradual_models
from foldwise.predictions import Predictions
from foldwise.reports import Assessment
from foldwise.sklearn.admission import last_step_of_pipeline
from foldwise.sklearn.record import LOG

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.sklearn.record import CallRecord
    from foldwise.typing import Given, Measures, Untyped

NOT_OF_ONE_MODEL = {
    "learning_curve": "training sets of several sizes",
    "permutation_test_score": "targets that were shuffled",
}
"""Calls whose fits are of several questions."""

__all__ = ["Accelerated", "CrossValidation", "last", "measure_of"]


@final
class Accelerated:
    """The predictions of a batched call, and what follows from them.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from foldwise.sklearn import cross_val_score, last
    >>> scores = cross_val_score(GaussianNB(), *load_iris(return_X_y=True), cv=10)
    >>> finding = last().assessment().finding("GaussianNB", "error")
    >>> print(f"{finding.estimate.value:.3f} {finding.interval.low:.3f} {finding.interval.high:.3f}")
    0.047 0.017 0.104
    """

    def __init__(self, record: CallRecord) -> None:
        self.record = record
        self._predictions: Predictions | None = None

    def __repr__(self) -> str:
        """One line: which call, of how many fits."""
        one = self.record
        return f"<{one.name} of {type(one.estimator).__name__}: {one.fits - one.left} of {one.fits} fits batched>"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the candidates in results: the class of the model, with its settings where there are several."""
        batch = self.record.batch
        title = type(last_step_of_pipeline(self.record.estimator)).__name__
        short = tuple(_named(title, settings, digits=4) for settings in batch.asked.candidates)
        if len(set(short)) == len(short):
            return short
        return tuple(_named(title, settings, digits=17) for settings in batch.asked.candidates)

    @property
    def predictions(self) -> Predictions:
        """Predictions of all candidates; a split that had to be left to scikit-learn is fitted once more."""
        if self._predictions is None:
            self._predictions = self._gather()
        return self._predictions

    def _rows(self) -> Dataset:
        """The rows as they were when the call was made, in their groups."""
        one = self.record
        if one.name in NOT_OF_ONE_MODEL:
            message = f"the fits of {one.name} are of {NOT_OF_ONE_MODEL[one.name]}, which are no estimate of one model"
            raise InputError(message, hint="cross_val_score, and last() after it")
        task = str(one.batch.dataset.task)
        return as_dataset(one.batch.asked.X, one.truth, task=task, groups=one.groups)

    def _gather(self) -> Predictions:
        batch, names = self.record.batch, self.names
        checked = self._rows()
        models = dict(zip(names, batch.models.values(), strict=True))
        found = {name: batch.found.outputs.get(str(at)) for at, name in enumerate(names)}
        whole = batch.found.test.size
        if batch.asked.train or any(one is None or one.output.size < whole for one in found.values()):
            return run(checked, models, batch.resamples, Settings(progress=False, jobs=1))
        predicted = {name: one for name, one in found.items() if one}
        return Predictions.of_dataset(checked, predicted, batch.resamples, gradual=gradual_models(models, checked))

    def assessment(self, measures: Measures | None = None, *, level: float = 0.95) -> Assessment:
        """Tell how good each candidate is, and how sure one can be of that.

        Parameters
        ----------
        measures
            Names of measures; by default those of `foldwise.assess`.
        level
            Level of the intervals.
        """
        level = check_level(level)
        dataset = self._rows()
        models = dict(zip(self.names, self.record.batch.models.values(), strict=True))
        predictions = with_samples(self.predictions, models, dataset, Settings(progress=False, jobs=1))
        shown = default_measures(predictions) if measures is None else as_measures(measures, predictions.task)
        asked = Request(level=level).sparing(shown if measures is None else ())
        findings, _ = withhold_intervals(
            evaluate(predictions, shown, asked), (), models=models, dataset=dataset, predictions=predictions
        )
        advice = check_rows("assess", dataset, predictions.resamples)
        return Assessment(
            dataset=dataset,
            findings=mark_bias(findings, advice),
            predictions=predictions,
            plan=predictions.resamples.plan,
            plan_reason="",
            level=level,
            seed=0,
            notes=notes_on(predictions, findings),
            seconds=self.record.seconds,
            advice=advice,
        )

    def honest_score(self, wanted: Measure, best: float, seed: int = 0) -> float:
        """Give the score of the best candidate less what choosing it flatters (BBC); larger is better.

        Parameters
        ----------
        wanted
            What the search scores by.
        best
            Its score of the winner, a mean over folds. What is taken off is found on the predictions of all folds together.
        seed
            Seed of the bootstrap.
        """
        predictions = self.predictions
        scored = [ModelScores(predictions, name, wanted) for name in predictions.models]
        value = bbc(scored, np.random.default_rng([seed, 2])).value
        higher = wanted.direction is Direction.HIGHER
        naive = max(one.value for one in scored) if higher else min(one.value for one in scored)
        return best - max(0.0, naive - value if higher else value - naive)


def _named(title: str, settings: Mapping[str, Given] | None, digits: int) -> str:
    if not settings:
        return title
    shown = [f"{key}={f'{value:.{digits}g}' if isinstance(value, float) else value}" for key, value in settings.items()]
    return f"{title}({', '.join(shown)})"


class CrossValidation(dict[str, "Untyped"]):
    """The dictionary that `cross_validate` returns; `foldwise` gives what else follows from the same fits."""

    def __init__(self, found: dict[str, Untyped], record: CallRecord) -> None:
        super().__init__(found)
        self._record = record

    @property
    def foldwise(self) -> Accelerated:
        """What else follows from the same fits."""
        return Accelerated(self._record)

    def __reduce__(self) -> Untyped:
        """Travel as a plain dictionary."""
        return dict, (dict(self),)


def last() -> Accelerated:
    """Give the last call that was batched.

    Raises
    ------
    InputError
        Where none was.
    """
    if LOG.last is None:
        message = "no call was batched yet"
        raise InputError(message, hint="foldwise.sklearn.cross_val_score(GaussianNB(), X, y)")
    return Accelerated(LOG.last)


def measure_of(scorer: Untyped, *, classes: bool) -> Measure:
    """Find the measure that a scorer computes, up to its sign."""
    from sklearn import metrics

    known: Sequence[tuple[object, str]] = (
        (metrics.accuracy_score, "accuracy"),
        (metrics.balanced_accuracy_score, "balanced-accuracy"),
        (metrics.roc_auc_score, "auc"),
        (metrics.log_loss, "log-loss"),
        (metrics.r2_score, "r2"),
        (metrics.mean_squared_error, "mse"),
        (metrics.root_mean_squared_error, "rmse"),
        (metrics.mean_absolute_error, "mae"),
    )
    if not isinstance(scorer, _BaseScorer):
        return measure("accuracy" if classes else "r2")
    name = next((name for function, name in known if function is scorer._score_func and not scorer._kwargs), "")
    if not name:
        raise UnknownNameError.of("measure", str(scorer), [name for _, name in known])
    return measure(name)
