"""The result of `assess`: what was measured, how sure one can be of it, and how it was done."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, final, overload

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.errors import InputError, MeasureError, UnknownNameError, ValidityError, printable
from foldwise.measures import class_f1, class_precision, class_recall, outcomes_of
from foldwise.measures.curves import make_curve
from foldwise.predictions import take_resampled_rows
from foldwise.reports.shared.advice import noted
from foldwise.reports.shared.against import check_given, held_against
from foldwise.reports.shared.finding import known_measure
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult
from foldwise.reports.shared.segment import ALL, Segment, known_segment

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt
    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.arrays import Array, Codes
    from foldwise.comparisons import UnpairedMethod, ValueTest
    from foldwise.data import Dataset
    from foldwise.engine import FittedModels, Times
    from foldwise.measures import Measure
    from foldwise.measures.curves import Curve
    from foldwise.predictions import Failure, Predictions
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding
    from foldwise.reports.unpaired import UnpairedComparison
    from foldwise.typing import Estimator

__all__ = ["Assessment", "tests_per_row"]


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Assessment(KeptResult):
    """How good one or more models are.

    Parameters
    ----------
    dataset
        The rows.
    findings
        One per model and measure, in the order asked for, the baseline last.
    predictions
        The table everything was computed from; ask it anything else without fitting again.
    plan
        Text of the plan.
    plan_reason
        Why this plan, where it was not asked for.
    level
        Level of the intervals.
    seed
        Seed of the plan and the models.
    baseline
        Name of the baseline row, or empty.
    notes
        What the reader should know.
    advice
        What the checks of rows and plan found.
    seconds
        How long the fits took.
    segments
        The same for parts of the rows, where they were asked for.
    times
        Seconds per fit of every model, on average.
    fits
        Fits the models again when they are asked for.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), measures="error")
    >>> frame = result.to_frame()
    >>> list(frame.columns[:9])
    ['model', 'measure', 'value', 'low', 'high', 'level', 'method', 'plan', 'fits']
    """

    dataset: Dataset
    findings: tuple[Finding, ...]
    predictions: Predictions
    plan: str
    plan_reason: str
    level: float
    seed: int
    baseline: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    advice: tuple[Advice, ...] = ()
    segments: tuple[Segment, ...] = ()
    times: Mapping[str, Times] = field(default_factory=dict)
    fits: FittedModels | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Names of the models, the baseline last."""
        return tuple(dict.fromkeys(finding.model for finding in self.findings))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The measures, in the order asked for."""
        return tuple(dict.fromkeys(finding.measure for finding in self.findings))

    @property
    def positive(self) -> str:
        """Name of the positive of two classes; empty where there are more, or values."""
        rows = self.predictions
        return rows.classes[rows.positive] if len(rows.classes) == 2 else ""

    @property
    def engines(self) -> Mapping[str, str]:
        """What computed each model's predictions: ``generic`` or the name of a batched kernel."""
        return {name: outputs.engine for name, outputs in self.predictions.outputs.items()}

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Fits that failed and were recorded."""
        return self.predictions.failures

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Finding]:
        parts = (Segment(ALL, self.dataset.n, self.findings), *self.segments)
        return {
            (finding.model, finding.measure.name, part.name): finding for part in parts for finding in part.findings
        }

    def finding(self, model: str, measure: str, segment: str = ALL) -> Finding:
        """Return what was found for one model under one measure, by any of its names, over all rows or in a segment."""
        if model not in self.models:
            raise UnknownNameError.of("model in this assessment", model, self.models)
        known = [measure.name for measure in self.measures]
        name = known_measure(measure, known)
        segment = known_segment(segment, self.segments)
        if (model, name, segment) not in self._by_key:
            raise UnknownNameError.of("measure in this assessment", measure, known)
        return self._by_key[model, name, segment]

    def against(self, value: float, measure: str | None = None, *, segment: str = ALL) -> tuple[ValueTest, ...]:
        """Hold a measure of every model but the baseline against a given value, such as an error of 0.1.

        The test is the one that the shown interval inverts, so that both always agree.
        """
        check_given(value, measure)
        name = self.measures[0].name if measure is None else measure
        segment = known_segment(segment, self.segments)
        models = [model for model in self.models if model != self.baseline] or list(self.models)
        findings = [self.finding(one, name, segment) for one in models]
        rows = self.predictions if segment == ALL else take_resampled_rows(self.predictions, self._places()[segment])
        return tuple(held_against(rows, one, value, seed=self.seed) for one in findings)

    def _places(self) -> dict[str, Codes]:
        """Rows of every segment."""
        owner = self.dataset.segments
        return {} if owner is None else {part.name: np.flatnonzero(owner == part.name) for part in self.segments}

    def compare_segments(
        self,
        measure: str | None = None,
        model: str | None = None,
        *,
        test: str | UnpairedMethod = "auto",
        rope: float | None = None,
        adjust: str = "holm",
    ) -> UnpairedComparison:
        """Tell whether a measure of one model differs between the segments of one test set, as `Score.compare_segments` does.

        Where a plan has several test sets, every segment is tested by models that were trained on rows of the others too, so
        that the segments are not independent: there is no such test then.
        """
        tested = self.predictions.resamples
        if tested.count != 1 and self.segments:
            message = f"segments are compared on one test set, and {self.plan} has {tested.count:,}, whose models share training rows"
            raise ValidityError(message, hint="plan='holdout(1/3)', or the intervals of the segments")
        from foldwise.reports.unpaired import compare_parts

        name, what = (model or self.models[0], measure or self.measures[0].name)
        own = {one: np.intersect1d(rows, tested.test_rows(0)) for one, rows in self._places().items()}
        places = {one: rows for one, rows in own.items() if rows.size}
        findings = [self.finding(name, what, place) for place in places]
        options = {"test": test, "rope": rope, "how": adjust}
        return compare_parts(self.predictions, places, findings, seed=self.seed, level=self.level, **options)  # type: ignore[arg-type]

    @overload
    def fitted(self, model: str) -> tuple[Estimator, ...]: ...

    @overload
    def fitted(self, model: str, resample: int) -> Estimator: ...

    def fitted(self, model: str, resample: int | None = None) -> Estimator:
        """Give the fitted estimators of one model, one per resample, or that of one resample.

        They are fitted when they are asked for, by scikit-learn's own `fit` on the same rows with the same seed, also where
        the engine had fitted all resamples at once; nothing is kept, so that no memory is taken unless they are asked for.
        XGBoost knows classes by their numbers.
        """
        if self.fits is None:
            message = "this assessment does not know its models"
            raise InputError(message, hint="the result of assess or compare")
        if resample is not None:
            return self.fits.of(model, resample)
        return tuple(self.fits.of(model, r) for r in range(self.predictions.resamples.count))

    def fit_final(self, model: str) -> Estimator:
        """Fit one of the models to all rows, to be used from now on; it is what the figures are about."""
        if self.fits is None:
            message = "this assessment does not know its models"
            raise InputError(message, hint="the result of assess or compare")
        return self.fits.final(model)

    def records(self) -> list[dict[str, Any]]:
        """One plain record per model, measure and segment; all rows are the segment ``all``."""
        parts = (Segment(ALL, self.dataset.n, self.findings), *self.segments)
        return [
            {**noted(finding.record(self.plan, self.level), self.advice), "segment": part.name, "rows": part.rows}
            for part in parts
            for finding in part.findings
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row per model, measure and segment."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def segment_records(self) -> list[dict[str, Any]]:
        """The records of the segments alone."""
        return [record for record in self.records() if record["segment"] != ALL]

    def segment_frame(self) -> pd.DataFrame:
        """One row per segment, model and measure, without those of all rows."""
        import pandas as pd

        return pd.DataFrame.from_records(self.segment_records())

    def confusion(self, model: str) -> pd.DataFrame:
        """Confusion matrix, rows the truth, columns the prediction, averaged over the repeats of the plan."""
        import pandas as pd

        table = self._table(model) / max(1, tests_per_row(self.predictions, model))
        names = [str(name) for name in self.predictions.classes]
        columns = [*names, "unclassified"]
        frame = pd.DataFrame(table, index=pd.Index(names, name="truth"), columns=pd.Index(columns, name="predicted"))
        return frame if table[:, -1].any() else frame[names]

    def per_class(self, model: str) -> pd.DataFrame:
        """Precision, recall and F1 of every class, from the summed confusion matrix, and the rows of the class."""
        import pandas as pd

        table = self._table(model)
        columns = {"precision": class_precision(table), "recall": class_recall(table), "f1": class_f1(table)}
        rows = np.bincount(self.predictions.truth, minlength=len(self.predictions.classes))
        return pd.DataFrame({**columns, "rows": rows}, index=pd.Index(self.predictions.classes, name="class"))

    def _table(self, model: str) -> Array:
        if not self.predictions.is_classification:
            message = "a confusion matrix exists for classes only, and this is a regression"
            raise MeasureError(message, hint="measures='rmse,mae'")
        return outcomes_of(self.predictions, self.predictions.of(model)).confusion()[0]

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions, as plain data."""
        dataset = self.dataset
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "assess",
            "advice": [advice_item.record() for advice_item in self.advice],
            "dataset": {
                "name": dataset.name,
                "rows": dataset.n,
                "dropped_rows": dataset.dropped_rows,
                "features": dataset.p,
                "task": str(dataset.task),
                "classes": list(dataset.classes),
                "positive": self.positive,
                "fingerprint": dataset.fingerprint,
            },
            "plan": self.plan,
            "plan_reason": self.plan_reason,
            "resamples": self.predictions.resamples.fingerprint,
            "level": self.level,
            "seed": self.seed,
            "baseline": self.baseline,
            "engines": dict(self.engines),
            "notes": list(self.notes),
            "times": {name: time.record() for name, time in self.times.items()},
            "failures": [[failure.model, failure.resample, failure.cause] for failure in self.failures],
            "rows": [json_record(record) for record in self.records()],
            "segments": [json_record(record) for record in self.segment_records()],
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def curve(self, name: str, model: str) -> Curve:
        """Curve of one model as numbers: ``roc``, ``precision-recall``, ``calibration``…, ``roc[setosa]`` for one class."""
        return make_curve(self.predictions, name, model)

    def plot_curve(self, name: str, *models: str) -> alt.LayerChart | alt.HConcatChart:
        """Chart of a curve of one or more models, by default of all but the baseline (needs the extra ``charts``)."""
        from foldwise.reports.curves.plot import plot
        from foldwise.reports.shared.markup import without_markup

        shown_models = models or tuple(model for model in self.models if model != self.baseline) or self.models
        return without_markup(plot({model: self.curve(name, model) for model in shown_models}))

    def plot(self, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
        """Chart of the estimates and their intervals, for one measure or for all (needs the extra ``charts``)."""
        from foldwise.reports.assessment.notebook import chart
        from foldwise.reports.shared.markup import without_markup

        return without_markup(chart(self, measure))

    def first_figures(self) -> str:
        """The table of the first measure alone, as it is shown while the other repeats of a plan are fitted."""
        from foldwise.reports.assessment.text import render_first

        return printable(render_first(self))

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.assessment.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.assessment.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was assessed, on what and how."""
        measures = ", ".join(measure.label for measure in self.measures)
        return printable(f"<Assessment of {', '.join(self.models)} on {self.dataset.name} by {self.plan}: {measures}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.assessment.text import render

        return printable(render(self))


def tests_per_row(predictions: Predictions, model: str) -> int:
    """How often a model predicted the average test row."""
    outputs = predictions.of(model)
    tested = np.bincount(outputs.row, minlength=1)
    return round(outputs.size / max(1, int((tested > 0).sum())))
