"""The result of `score`: what existing predictions are worth, how sure one can be of it, and which system is better."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons import disagreement
from foldwise.errors import FoldwiseError, InputError, MeasureError, UnknownNameError, printable
from foldwise.intervals import roc_band
from foldwise.measures import class_f1, class_precision, class_recall, outcomes_of
from foldwise.measures.curves import RocCurve, make_curve
from foldwise.predictions import take_test_rows
from foldwise.reports.shared.advice import noted
from foldwise.reports.shared.against import check_given, held_against
from foldwise.reports.shared.finding import known_measure, listed_measure
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult
from foldwise.reports.shared.segment import ALL, Segment, known_segment
from foldwise.reports.unpaired import compare_parts, segment_tests

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt
    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.arrays import Array
    from foldwise.comparisons import CochranQ, Disagreement, Judgement, UnpairedMethod, ValueTest
    from foldwise.data import Task
    from foldwise.intervals import RocBand
    from foldwise.measures import Measure
    from foldwise.measures.curves import Curve, OperatingPoint
    from foldwise.predictions import Predictions
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding
    from foldwise.reports.unpaired import UnpairedComparison

__all__ = ["ALL", "SCOPE", "Score"]

SCOPE = "test-sampling only"
"""What the intervals are about: other test rows of the same kind, not another training set."""
PAIR_COLUMNS = ("a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict")


@final
@dataclass(frozen=True, eq=False)
class Score(KeptResult):
    """What the predictions of one or more systems are worth.

    Parameters
    ----------
    name
        Where the predictions came from.
    task
        What is predicted.
    rows
        Number of rows.
    findings
        One per system and measure, over all rows.
    segments
        The same for parts of the rows, where they were asked for.
    judgements
        One per pair of systems and measure.
    tables
        Confusion matrix of each system, true x predicted, unclassified last (C, C + 1); empty for values.
    classes
        Names of the classes.
    positive
        The class that rates are about; empty for values.
    level
        Level of the intervals.
    seed
        Seed of all draws.
    predictions
        The rows themselves; None where they were read in pieces and not kept.
    missing
        Why there is no test, for measures that have none.
    omnibus
        Cochran's Q over all systems, where there are three or more.
    bounds
        Guaranteed error of values that come from binned scores, by system and measure.
    adjustment
        How p-values were adjusted.
    notes
        What the reader should know.
    seconds
        How long it took.
    advice
        What the checks of predictions and question found.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.score([0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10, measures="error")
    >>> result.to_frame()[["model", "measure", "value", "method", "segment"]].to_dict("records")
    [{'model': 'system', 'measure': 'error', 'value': 0.25, 'method': 'wilson', 'segment': 'all'}]
    """

    name: str
    task: Task
    rows: int
    findings: tuple[Finding, ...]
    segments: tuple[Segment, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    tables: Mapping[str, Array] = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    positive: str = ""
    level: float = 0.95
    seed: int = 0
    predictions: Predictions | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
    omnibus: CochranQ | None = None
    bounds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    adjustment: str = "holm"
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    advice: tuple[Advice, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(dict.fromkeys(finding.model for finding in self.findings))

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures, in the order asked for."""
        return tuple(dict.fromkeys(finding.measure for finding in self.findings))

    @property
    def plan(self) -> str:
        """Text of the plan: one fixed test set."""
        return "fixed"

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Finding]:
        parts = (Segment(ALL, self.rows, self.findings), *self.segments)
        return {
            (finding.model, finding.measure.name, part.name): finding for part in parts for finding in part.findings
        }

    def finding(self, system: str, measure: str, segment: str = ALL) -> Finding:
        """Return what was found for one system under one measure, by any of its names."""
        if system not in self.systems:
            raise UnknownNameError.of("system here", system, self.systems)
        known = [measure.name for measure in self.measures]
        name = known_measure(measure, known)
        segment = known_segment(segment, self.segments)
        if (system, name, segment) not in self._by_key:
            raise UnknownNameError.of("measure here", measure, known)
        return self._by_key[system, name, segment]

    def records(self) -> list[dict[str, Any]]:
        """One plain record per system, measure and segment."""
        parts = (Segment(ALL, self.rows, self.findings), *self.segments)
        return [
            {
                **noted(finding.record(self.plan, self.level), self.advice),
                "segment": part.name,
                "rows": part.rows,
                "bound": self.bounds.get((finding.model, finding.measure.name), 0.0) if part.name == ALL else 0.0,
            }
            for part in parts
            for finding in part.findings
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row per system, measure and segment."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def segment_records(self) -> list[dict[str, Any]]:
        """The records of the segments alone."""
        return [record for record in self.records() if record["segment"] != ALL]

    def segment_frame(self) -> pd.DataFrame:
        """One row per segment, system and measure, without those of all rows."""
        import pandas as pd

        return pd.DataFrame.from_records(self.segment_records())

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """One row per pair of systems and measure: the difference, its interval, p-values and the verdict."""
        import pandas as pd

        name = None if measure is None else listed_measure(measure, [measure.name for measure in self.measures])
        records = [
            self._pair(judgement) for judgement in self.judgements if name in (None, judgement.comparison.measure.name)
        ]
        return pd.DataFrame.from_records(records) if records else pd.DataFrame(columns=list(PAIR_COLUMNS))

    def _pair(self, one: Judgement) -> dict[str, Any]:
        """Record of a pair, with the class that the measure is about."""
        return {**one.record(), "positive": self.finding(one.comparison.a, one.comparison.measure.name).positive}

    def confusion(self, system: str | None = None) -> pd.DataFrame:
        """Confusion matrix, rows the truth, columns the prediction."""
        import pandas as pd

        table = self._table(system)
        columns = pd.Index([*self.classes, "unclassified"], name="predicted")
        frame = pd.DataFrame(table, index=pd.Index(self.classes, name="truth"), columns=columns)
        return frame if table[:, -1].any() else frame[list(self.classes)]

    def per_class(self, system: str | None = None) -> pd.DataFrame:
        """Precision, recall and F1 of every class, and its rows."""
        import pandas as pd

        table = self._table(system)
        rates = {"precision": class_precision(table), "recall": class_recall(table), "f1": class_f1(table)}
        return pd.DataFrame({**rates, "rows": table.sum(axis=1)}, index=pd.Index(self.classes, name="class"))

    def _table(self, system: str | None) -> Array:
        if not self.classes:
            message = "a confusion matrix exists for classes only, and these are values"
            raise MeasureError(message, hint="measures='rmse,mae'")
        name = self.systems[0] if system is None else system
        if name not in self.tables:
            raise UnknownNameError.of("system here", name, self.tables)
        return self.tables[name]

    def curve(self, name: str, system: str | None = None) -> Curve:
        """Curve of one system as numbers: ``roc``, ``precision-recall``, ``calibration``…."""
        return make_curve(self._kept(), name, self.systems[0] if system is None else system)

    def plot_curve(self, name: str, *systems: str) -> alt.LayerChart | alt.HConcatChart:
        """Chart of a curve of one or more systems, by default of all (needs the extra ``charts``).

        The ROC curve of one system is marked where it costs least, if there are costs.
        """
        from foldwise.reports.curves.plot import plot
        from foldwise.reports.shared.markup import without_markup

        curves = {system: self.curve(name, system) for system in systems or self.systems}
        first = next(iter(curves.values()))
        marked = self._cheapest(first) if len(curves) == 1 and "[" not in name else None
        return without_markup(plot(curves, point=marked))

    def _cheapest(self, curve: Curve) -> OperatingPoint | None:
        """Point of a ROC curve of two classes that costs least; None where there is none to mark."""
        rows = self._kept()
        if not isinstance(curve, RocCurve) or rows.costs is None or rows.costs.shape != (2, 2):
            return None
        up, down = rows.positive, 1 - rows.positive
        (tp, fn), (fp, tn) = (rows.costs[row][[up, down]] for row in (up, down))
        return curve.best_point(fn=fn, fp=fp, tp=tp, tn=tn) if fn > tp and fp > tn else None

    def roc_band(self, system: str | None = None) -> RocBand:
        """Band that holds the whole ROC curve of two classes at once, at the level of the score."""
        rows = self._kept()
        name = self.systems[0] if system is None else system
        return roc_band(outcomes_of(rows, rows.of(name)), self.level, seed=self.seed)

    def disagreement(self) -> Disagreement:
        """Rows on which the systems disagree."""
        return disagreement(self._kept())

    def against(self, value: float, measure: str | None = None, *, segment: str = ALL) -> tuple[ValueTest, ...]:
        """Hold a measure of every system against a given value, such as an error of 0.1.

        The test is the one that the shown interval inverts, so that both always agree: the score test of a share for
        ``wilson``, the binomial tests for ``clopper-pearson`` and ``mid-p``, and the interval of any other measure.
        """
        check_given(value, measure)
        segment = known_segment(segment, self.segments)
        rows = self._kept() if segment == ALL else self._of_segment(segment)
        name = self.measures[0].name if measure is None else measure
        return tuple(
            held_against(rows, self.finding(system, name, segment), value, seed=self.seed) for system in self.systems
        )

    def _of_segment(self, name: str) -> Predictions:
        part = next(segment for segment in self.segments if segment.name == name)
        return take_test_rows(self._kept(), np.arange(self.rows) if part.places is None else part.places)

    def compare_segments(
        self,
        measure: str | None = None,
        system: str | None = None,
        *,
        test: str | UnpairedMethod = "auto",
        rope: float | None = None,
        adjust: str | None = None,
    ) -> UnpairedComparison:
        """Tell whether a measure of one system differs between the segments: all pairs, and any difference at all.

        Segments have different rows, so they are compared as systems on different rows are (`compare_unpaired`); p-values of
        the pairs are adjusted as those of systems. Rows of one group must lie in one segment.
        """
        name, what = (
            self.systems[0] if system is None else system,
            self.measures[0].name if measure is None else measure,
        )
        findings = [self.finding(name, what, part.name) for part in self.segments]
        places = {part.name: part.places for part in self.segments if part.places is not None}
        asked = {"test": test, "rope": rope, "how": self.adjustment if adjust is None else adjust}
        return compare_parts(self._kept(), places, findings, seed=self.seed, level=self.level, **asked)  # type: ignore[arg-type]

    def segment_tests(self, measure: str | None = None) -> dict[str, UnpairedComparison]:
        """Comparison of the segments of each system; empty where segments cannot be compared."""
        try:
            return {system: self.compare_segments(measure, system) for system in self.systems}
        except FoldwiseError:
            return {}

    def _kept(self) -> Predictions:
        if self.predictions is None:
            message = f"the {self.rows:,} rows were read in pieces and not kept"
            raise InputError(message, hint="stream=False, if they fit in memory")
        return self.predictions

    def to_dict(self) -> dict[str, Any]:
        """Everything but the rows, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "score",
            "advice": [advice_item.record() for advice_item in self.advice],
            "source": self.name,
            "task": str(self.task),
            "n": self.rows,
            "classes": list(self.classes),
            "positive": self.positive,
            "level": self.level,
            "seed": self.seed,
            "scope": SCOPE,
            "streamed": self.predictions is None,
            "adjustment": self.adjustment,
            "notes": list(self.notes),
            "missing": dict(self.missing),
            "omnibus": None if self.omnibus is None else json_record(vars(self.omnibus)),
            "confusion": {name: np.asarray(table).tolist() for name, table in self.tables.items()},
            "rows": [json_record(record) for record in self.records()],
            "segments": [json_record(record) for record in self.segment_records()],
            "pairs": [json_record(self._pair(judgement)) for judgement in self.judgements],
            **({"segment_tests": segment_tests(self.segment_tests())} if self.segments else {}),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def plot(self, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
        """Chart of the values and their intervals, for one measure or for all (needs the extra ``charts``)."""
        from foldwise.reports.score.notebook import chart
        from foldwise.reports.shared.markup import without_markup

        return without_markup(chart(self, measure))

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.score.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.score.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was scored and by what."""
        measures = ", ".join(measure.label for measure in self.measures)
        return printable(f"<Score of {', '.join(self.systems)} on {self.rows:,} rows: {measures}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.score.text import render

        return printable(render(self))
