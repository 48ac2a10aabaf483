"""One model under one measure: the losses, scores and counts that estimates and intervals are made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import MeasureError
from foldwise.measures.areas import sums_between
from foldwise.measures.measure import LossMeasure, Measure, divide
from foldwise.measures.outcomes import Outcomes
from foldwise.native import count_pairs
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Scores
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs, Predictions

__all__ = ["Scored", "outcomes_of"]


def outcomes_of(predictions: Predictions, answers: Outputs) -> Outcomes:
    """Put the truth beside the answers."""
    mean = predictions.training_mean
    return Outcomes(
        truth=predictions.truth[answers.row],
        output=answers.output,
        scores=answers.scores,
        score_kind=answers.score_kind,
        classes=len(predictions.classes),
        positive=predictions.positive,
        weights=None if predictions.weights is None else predictions.weights[answers.row],
        reference=None if mean is None else mean[answers.resample],
        costs=predictions.costs,
        names=predictions.classes,
    )


@final
@dataclass(frozen=True, eq=False)
class Sheet:
    """The answers of one model, ordered by resample, beside the truth: the same for every measure."""

    predictions: Predictions
    answers: Outputs

    @cached_property
    def outcomes(self) -> Outcomes:
        """The answers beside the truth."""
        return outcomes_of(self.predictions, self.answers)

    @cached_property
    def sizes(self) -> Floats:
        """Weight of the answers of each resample, their number where nothing is weighted (R,)."""
        weights = self.outcomes.weights
        return np.diff(self.edges).astype(np.float64) if weights is None else self.sums(weights)

    @cached_property
    def edges(self) -> Codes:
        """Where the answers of each resample start, and the end of the last (R + 1,)."""
        return np.searchsorted(self.answers.resample, np.arange(self.predictions.resamples.count + 1))

    def sums(self, values: Floats) -> Floats:
        """Sums of one number per answer over each resample (R,)."""
        return sums_between(values, self.edges)

    @cached_property
    def mix(self) -> Array:
        """How many rows of each class each resample tests (R, C)."""
        shape = (self.predictions.resamples.count, self.outcomes.classes)
        return count_pairs(self.answers.resample, self.outcomes.truth, shape)


@final
@dataclass(frozen=True, eq=False)
class Scored:
    """One model under one measure.

    Parameters
    ----------
    predictions
        The table.
    model
        Whose answers are looked at.
    measure
        What is asked of them.
    part
        Test rows, unless training or validation rows are asked about.
    every
        Look also at resamples that assess nothing and only serve an interval.
    """

    predictions: Predictions
    model: str
    measure: Measure
    part: Part = Part.TEST
    every: bool = False

    def under(self, measure: Measure) -> Scored:
        """Look at the same answers under another measure, without bringing them together again."""
        other = replace(self, measure=measure)
        other.__dict__["sheet"] = self.sheet
        return other

    @cached_property
    def sheet(self) -> Sheet:
        """What all measures look at."""
        answers = self.predictions.of(self.model, self.part)
        main = self.resamples.main
        return Sheet(self.predictions, answers if self.every or main is None else answers.where(main[answers.resample]))

    @property
    def answers(self) -> Outputs:
        """The model's answers, ordered by resample."""
        return self.sheet.answers

    @cached_property
    def whole(self) -> Scored:
        """The same over every resample, also those that only serve an interval."""
        return self if self.resamples.main is None else replace(self, every=True)

    @cached_property
    def trained(self) -> Scored:
        """The same model on the rows each fit was trained on; refused where they were not predicted."""
        found = replace(self, part=Part.TRAIN)
        if found.answers.size == 0:
            message = f"the training rows of '{self.model}' were not predicted"
            raise MeasureError(message, hint="train=True")
        return found

    @cached_property
    def apparent(self) -> Scored:
        """The same model fitted to all rows, on those rows; refused where it was not fitted."""
        return replace(self, predictions=self.predictions.resubstituted, part=Part.TEST)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The answers beside the truth; refused when the measure cannot be computed from them."""
        outcomes = self.measure.view(self.sheet.outcomes)
        self.measure.check(outcomes, self.model)
        return outcomes

    @property
    def resamples(self) -> Resamples:
        """Who was trained and tested on what."""
        return self.predictions.resamples

    @property
    def resample(self) -> Codes:
        """Resample of each answer (N,)."""
        return self.answers.resample

    @property
    def row(self) -> Codes:
        """Row of each answer (N,)."""
        return self.answers.row

    @property
    def has_losses(self) -> bool:
        """Whether the measure is a mean of one loss per row."""
        return isinstance(self.measure, LossMeasure)

    @cached_property
    def losses(self) -> Floats:
        """Loss of each answer (N,), before any transform."""
        if not isinstance(self.measure, LossMeasure):
            message = f"{self.measure.name} is not a mean of one loss per row"
            raise MeasureError(message, hint="a measure such as 'error' or 'mae'")
        return self.measure.loss(self.outcomes)

    @cached_property
    def _summary(self) -> tuple[Scores, float]:
        """Values in each resample, and brought together."""
        if not isinstance(self.measure, LossMeasure):
            return self.measure.summary(self.outcomes, self.resample, self.resamples.repeat)
        value = self.measure.pooled(*self._sums, self.resamples.repeat)
        return self.measure.finish(divide(*self._sums)), value

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        """Weighted losses and weights of each resample (R,), (R,)."""
        weights = self.sheet.outcomes.weights
        return self.sheet.sums(self.losses if weights is None else self.losses * weights), self.sheet.sizes

    @property
    def scores(self) -> Scores:
        """Value of the measure in each resample (R,); NaN where it is undefined or the fit failed."""
        return self._summary[0]

    @cached_property
    def mean_losses(self) -> Scores:
        """Mean loss of each resample before any transform (R,); the scores themselves for other measures."""
        return divide(*self._sums) if self.has_losses else self.scores

    @property
    def value(self) -> float:
        """The resamples brought together by the measure's aggregation rule."""
        return self._summary[1]

    @cached_property
    def raw_value(self) -> float:
        """The same before any transform: the mean loss behind an RMSE, the value itself for other measures."""
        if not isinstance(self.measure, LossMeasure) or self.measure.transform is None:
            return self.value
        return self.under(replace(self.measure, transform=None)).value

    @cached_property
    def undefined(self) -> int:
        """Number of resamples in which the measure has no value."""
        main = self.resamples.main
        asked = self.scores if self.every or main is None else self.scores[main]
        return int(np.isnan(asked).sum())
