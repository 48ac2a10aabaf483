"""One model under one measure: the losses, scores and counts from which estimates and intervals are computed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import cached_property, filled_at_once
from foldwise.errors import MeasureError
from foldwise.measures.contributions.association_influence import ASSOCIATIONS
from foldwise.measures.contributions.influence import base_name
from foldwise.measures.contributions.linearise import linearise
from foldwise.measures.contributions.row_influence import row_influence
from foldwise.measures.dependence.fit_variance import is_rule
from foldwise.measures.dependence.pairs_apart import area_apart, pairs_apart
from foldwise.measures.measure import CountMeasure, LossMeasure, Measure, Needs, RankMeasure, SumMeasure
from foldwise.measures.outcomes import Outcomes
from foldwise.measures.predicted_rows import PredictedRows
from foldwise.measures.spread import pool, score_spread
from foldwise.measures.tallies.areas import sums_between
from foldwise.measures.tallies.by_resample import mean_defined
from foldwise.measures.tallies.tally import tally_of
from foldwise.predictions import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.arrays import Codes, Floats, Scores
    from foldwise.measures.spread import Spread
    from foldwise.measures.tallies.tally import LossSums, Tally
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs, Predictions

__all__ = ["ModelScores", "outcomes_of", "scores_of"]

TIME_PLANS = ("forward", "purged")
POOLED_FORMS = CountMeasure, SumMeasure
"""Measures whose matrices or sums are added up within a repeat."""


def outcomes_of(predictions: Predictions, outputs: Outputs) -> Outcomes:
    """Pair the predictions with their true values."""
    mean = predictions.training_mean
    truth, output = predictions.truth, outputs.output
    if predictions.is_classification:  # sums of codes must not overflow
        truth, output = truth.astype(np.intp, copy=False), output.astype(np.intp, copy=False)
    return Outcomes(
        truth=truth[outputs.row],
        output=output,
        scores=outputs.scores,
        score_kind=outputs.score_kind,
        classes=len(predictions.classes),
        positive=predictions.positive,
        weights=None if predictions.weights is None else predictions.weights[outputs.row],
        reference=None if mean is None else mean[outputs.resample],
        costs=predictions.costs,
        names=predictions.classes,
    )


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Sheet:
    """The predictions of one model, ordered by resample, beside the truth: the same for every measure.

    `needs` are the sums that the measures will use, `tested` the rows that were predicted, which are those of other models too,
    `looks` caches the scores of measures that were asked for together.
    """

    predictions: Predictions
    model: str
    outputs: Outputs
    needs: Sequence[Needs]
    tested: PredictedRows
    looks: dict[int, ModelScores] = field(default_factory=dict)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The predictions with their true values."""
        return outcomes_of(self.predictions, self.outputs)

    @cached_property
    def tally(self) -> Tally | None:
        """Sums and counts of the predictions of each resample; None where single predictions are needed."""
        found = tally_of(self.predictions, self.outputs, self.tested.edges, self.needs)
        if found is not None and found.wrong.times is not None:  # they were counted on the way
            self.tested.__dict__.setdefault("counts", found.wrong.times)
        return found

    @cached_property
    def bootstrapped(self) -> Sheet | None:
        """The tally of the bootstrap samples that the model was fitted to besides the plan; None without them."""
        table = self.predictions.bootstrapped
        return None if table is None or self.model not in table.models else _sheet_of(table, self.model, self.needs)

    @cached_property
    def suggests_rule(self) -> bool:
        """Whether the first fit gives one class, where nearly every model gives several, and not every fit gives the commonest one."""
        labels, tested = self.outputs.output, self.tested
        first = labels[: tested.edges[1]]
        return bool((first == first[:1]).all() and (labels != tested.class_counts.argmax()).any())

    is_rule = cached_property(is_rule)
    """Whether the model is a rule without features, which gives one class and one score to all test rows of a fit."""

    def sums(self, values: Floats) -> Floats:
        """Sums of one number per prediction over each resample (R,)."""
        return sums_between(values, self.tested.edges)


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class ModelScores:
    """One model under one measure.

    Parameters
    ----------
    predictions
        The table.
    model
        Whose predictions are looked at.
    measure
        The measure.
    part
        Which rows: test rows by default, else training or validation rows.
    every
        Include resamples that only serve an interval.
    """

    predictions: Predictions
    model: str
    measure: Measure
    part: Part = Part.TEST
    every: bool = False
    resamples: Resamples = field(init=False, repr=False)
    """The training and test rows of each resample."""
    in_time: bool = field(init=False, repr=False)
    """Whether several periods of time were tested, by fits to other times."""
    has_losses: bool = field(init=False, repr=False)
    """Whether the measure is a mean of one loss per row."""

    def __post_init__(self) -> None:
        """Cache fields that are used often."""
        own, predictions = self.__dict__, self.predictions
        resamples = own["resamples"] = predictions.resamples
        own["in_time"] = predictions.time is not None and resamples.kind in TIME_PLANS and resamples.count > 1
        own["has_losses"] = isinstance(self.measure, LossMeasure)

    def under(self, measure: Measure) -> ModelScores:
        """The same predictions under another measure, sharing their sheet."""
        known = self.sheet.looks.get(id(measure))
        if known is not None:
            return known
        other = ModelScores(self.predictions, self.model, measure, self.part, self.every)
        other.__dict__["sheet"], other.__dict__["outputs"] = self.sheet, self.outputs
        return other

    @classmethod
    def together(
        cls, predictions: Predictions, model: str, measures: Sequence[Measure], *, tested: PredictedRows | None = None
    ) -> list[ModelScores]:
        """Look at the predictions of one model once for several measures; `tested` is what another model was asked about."""
        model_scores = [cls(predictions, model, one) for one in measures]
        sheet = _sheet_of(predictions, model, [one.needs for one in measures], tested=tested)
        for one in model_scores:
            own = one.__dict__
            own["sheet"], own["outputs"] = sheet, sheet.outputs
            sheet.looks[id(one.measure)] = one
            if one.measure.reads_tally and (
                isinstance(one.measure, CountMeasure) or getattr(one.measure, "sums", None)
            ):
                own["tally"] = sheet.tally  # its value is in it
        return model_scores

    @cached_property
    def sheet(self) -> Sheet:
        """The ordered predictions that all measures share."""
        return _sheet_of(self.predictions, self.model, [self.measure.needs], part=self.part, every=self.every)

    @cached_property
    def outputs(self) -> Outputs:
        """The model's predictions, ordered by resample."""
        return self.sheet.outputs

    @cached_property
    def whole(self) -> ModelScores:
        """The same model over every resample, including those that only serve an interval."""
        return self if self.resamples.main is None else replace(self, every=True)

    @cached_property
    def trained(self) -> ModelScores:
        """The same model on the rows each fit was trained on; refused where they were not predicted."""
        train_scores = replace(self, part=Part.TRAIN)
        if train_scores.outputs.size == 0:
            message = f"the training rows of '{self.model}' were not predicted"
            raise MeasureError(message, hint="train=True")
        return train_scores

    @cached_property
    def apparent(self) -> ModelScores:
        """The same model fitted to all rows, on those rows; refused where it was not fitted."""
        return replace(self, predictions=self.predictions.resubstituted, part=Part.TEST)

    @cached_property
    def bootstrapped(self) -> ModelScores | None:
        """The same model on the bootstrap samples besides the plan; None where it was not fitted to any."""
        sheet = self.sheet.bootstrapped
        if sheet is None:
            return None
        sampled_scores = ModelScores(sheet.predictions, self.model, self.measure)
        sampled_scores.__dict__.update(sheet=sheet, outputs=sheet.outputs)
        return sampled_scores

    @cached_property
    def outcomes(self) -> Outcomes:
        """The predictions beside the truth; refused when the measure cannot be computed from them."""
        outcomes = self.measure.view(self.sheet.outcomes)
        self.measure.check(outcomes, self.model)
        return outcomes

    @property
    def resample(self) -> Codes:
        """Resample of each prediction (N,)."""
        return self.outputs.resample

    @property
    def row(self) -> Codes:
        """Row of each prediction (N,)."""
        return self.outputs.row

    @cached_property
    def losses(self) -> Floats:
        """Loss of each prediction (N,), before any transform."""
        if not isinstance(self.measure, LossMeasure):
            message = f"{self.measure.name} is not a mean of one loss per row"
            raise MeasureError(message, hint="a measure such as 'error' or 'mae'")
        return self.measure.loss(self.outcomes)

    @cached_property
    def tally(self) -> Tally | None:
        """The tally of the predictions, where the measure can be computed from it."""
        return self.sheet.tally if self.measure.reads_tally else None

    @cached_property
    def loss_sums(self) -> LossSums | None:
        """Sums of the losses, where the tally has them: no loss need be computed then."""
        measure = self.measure
        if not isinstance(measure, LossMeasure) or measure.sums is None or self.tally is None:
            return None
        return measure.sums(self.tally)

    @cached_property
    def sums(self) -> Floats:
        """Weighted losses of each resample (R,)."""
        if self.loss_sums is not None:
            return self.loss_sums.by_resample
        weights = self.sheet.outcomes.weights
        return self.sheet.sums(self.losses if weights is None else self.losses * weights)

    @cached_property
    def scores(self) -> Scores:
        """Value of the measure in each resample (R,); NaN where it is undefined or the fit failed.

        The value of all of them together, the mean losses and how many have no value are found on the way.
        """
        measure, repeat, own = self.measure, self.resamples.repeat, self.__dict__
        if isinstance(measure, POOLED_FORMS) and not measure.counts_rows and 1 < repeat.size <= int(repeat[-1]) + 1:
            # Where each resample is a repeat, the matrices or sums of all are added: one test set may have a row or two of a class (METHODS N.34).
            repeat = np.zeros_like(repeat)
        scores_and_value: tuple[Scores, float] | None = None
        if isinstance(measure, LossMeasure):
            known = self.loss_sums
            scores_and_value = pool(self.sums if known is None else known.by_resample, self.sheet.tested.sizes, repeat)
            own["mean_losses"] = scores_and_value[0]
            if measure.transform is not None:
                scores_and_value = measure.finish(scores_and_value[0]), float(measure.finish(scores_and_value[1]))
        elif isinstance(measure, CountMeasure):
            # Where there are too many classes, the measure does not exist.
            too_many_classes = measure.two_classes and len(self.predictions.classes) != 2
            if self.tally is not None and not too_many_classes:
                scores_and_value = measure.of_tables(self.tally.tables, self.tally.positive, repeat)
        elif self.predictions.groups is not None and self.apart is not None:
            scores_and_value = area_apart(self, self.apart)
        elif isinstance(measure, RankMeasure) and self.in_time and base_name(measure) in ASSOCIATIONS:
            scores_and_value = _of_all_periods(self, measure)
        elif isinstance(measure, RankMeasure) and measure.sums is not None and self.tally is not None:
            pairs = measure.sums(self.tally)
            scores_and_value = None if pairs is None else pool(*pairs, repeat)
        if scores_and_value is None:
            scores_and_value = measure.summary(self.outcomes, self.outputs.resample, repeat)
        scores, own["value"] = scores_and_value
        main = None if self.every else self.resamples.main
        used = scores if main is None else scores[main]
        largest = used[used.argmax()] if used.size else 0.0  # NaN where there is one: quicker than to count them
        own["undefined"] = 0 if largest == largest else int(np.count_nonzero(np.isnan(used)))
        return scores

    @property
    def associated_rows(self) -> float:
        """Number of rows among which values are associated: those of a test set, in time those of all of them."""
        return float(self.sheet.tested.tests.rows.size) if self.in_time else self.resamples.test_size

    @cached_property
    def mean_losses(self) -> Scores:
        """Mean loss of each resample before any transform (R,); the scores themselves for other measures."""
        scores = self.scores  # the means are found on the way
        return self.__dict__["mean_losses"] if self.has_losses else scores

    @cached_property
    def spread(self) -> Spread:
        """Number, mean and variance of the mean losses, or scores, that are defined."""
        return score_spread(self.mean_losses)

    @cached_property
    def value(self) -> float:
        """The resamples aggregated by the rule of the measure."""
        self.scores  # noqa: B018 - the value is found on the way
        return float(self.__dict__["value"])

    @cached_property
    def raw_value(self) -> float:
        """The value before any transform: the mean loss behind an RMSE, the value itself for other measures."""
        if not isinstance(self.measure, LossMeasure) or self.measure.transform is None:
            return self.value
        return self.under(replace(self.measure, transform=None)).value

    apart = cached_property(pairs_apart)
    """Pairs of rows of different groups, over which areas are taken where rows come in groups; None where they are not."""
    linear = cached_property(linearise)
    """What each prediction contributes to the measure, to first order; None where the measure has no derivative."""
    influence = cached_property(row_influence)
    """How much each row moves the measure, over the resamples that tested it; None without a derivative."""

    @cached_property
    def undefined(self) -> int:
        """Number of resamples in which the measure has no value."""
        self.scores  # noqa: B018 - they are counted on the way
        return int(self.__dict__["undefined"])


def _of_all_periods(scored: ModelScores, measure: RankMeasure) -> tuple[Scores, float]:
    """Correlation within each test period (R,), and that of the rows of all of them.

    Effects shared by all rows of a period cancel within it, so that a mean over periods is too high. Values are on one scale whichever fit
    predicted them, so that all rows of a repeat can be held together (METHODS N.22).
    """
    plain, repeat = measure.root or measure, scored.resamples.repeat
    within = plain.values(scored.outcomes, scored.resample, repeat.size)
    if np.isnan(within).all():  # one value in each period, as a mean has, is ordered by no row
        return within, float("nan")
    pooled = mean_defined(plain.values(scored.outcomes, repeat[scored.resample], int(repeat.max()) + 1))
    return (within, pooled) if measure.root is None else (within**2, pooled**2)


def scores_of(
    predictions: Predictions, models: Iterable[str], measures: Sequence[Measure]
) -> dict[tuple[str, str], ModelScores]:
    """Each model under each measure, by their names; the predictions of a model are brought together once.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes"], {"a": ["no", "yes"], "b": ["yes", "yes"]})
    >>> {key: one.value for key, one in scores_of(table, ("a", "b"), (measure("error"),)).items()}
    {('a', 'error'): 0.0, ('b', 'error'): 0.5}
    """
    scores_by_key: dict[tuple[str, str], ModelScores] = {}
    tested = None
    for model in models:
        model_scores = ModelScores.together(predictions, model, measures, tested=tested)
        tested = model_scores[0].sheet.tested
        scores_by_key.update({(model, one.measure.name): one for one in model_scores})
    return scores_by_key


def _sheet_of(
    predictions: Predictions,
    model: str,
    needs: Sequence[Needs],
    *,
    part: Part = Part.TEST,
    every: bool = False,
    tested: PredictedRows | None = None,
) -> Sheet:
    """Bring the predictions of a model together; `tested` is which rows another model predicted, and serves if it is the same."""
    outputs, main = predictions.of(model, part), predictions.resamples.main
    main_outputs = outputs if every or main is None else outputs.where(main[outputs.resample])
    if tested is None or tested.row is not main_outputs.row or tested.resample is not main_outputs.resample:
        tested = PredictedRows(predictions, main_outputs.resample, main_outputs.row)
    return Sheet(predictions, model, main_outputs, needs, tested)
