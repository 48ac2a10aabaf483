"""The result of `select`: the chosen model, what it is really worth, and what it seemed to be worth."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError, UnknownNameError, printable
from foldwise.measures import Direction, ModelScores
from foldwise.predictions import Part
from foldwise.reports.selection.complexity import ComplexityCurve
from foldwise.reports.shared.advice import noted
from foldwise.reports.shared.records import SCHEMA_VERSION, json_value
from foldwise.reports.shared.reported_result import KeptResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.data import Dataset
    from foldwise.engine import Times
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding

__all__ = ["Selection"]


@final
@dataclass(frozen=True, eq=False)
class Selection(KeptResult):
    """What was selected.

    Parameters
    ----------
    dataset
        The rows.
    chosen
        Name of the chosen candidate.
    settings
        The parameters of every candidate, by name.
    corrected
        Estimate for the chosen model, corrected for the selection.
    naive
        Estimate from the cross-validation that chose it, not corrected: optimistic as a rule.
    findings
        Every candidate that was tried to the end.
    predictions
        The table everything was computed from.
    model
        The chosen model, fitted to all rows; None when that was not asked for.
    measure
        What was optimised.
    rule
        ``best`` or ``one-se``.
    plan
        Text of the plan.
    level
        Level of the intervals.
    seed
        Seed of everything.
    fits
        Number of fits.
    dropped
        Candidates dropped on the way.
    notes
        What the reader should know.
    advice
        What the checks of rows and plan found.
    times
        Seconds per fit of every candidate, on average.
    base
        Name of the model whose settings were searched; empty where models were chosen among.
    options
        Arguments of the call that nothing else here tells, as Python writes them.
    """

    dataset: Dataset
    chosen: str
    settings: Mapping[str, Mapping[str, Any]]
    corrected: Finding
    naive: Finding
    findings: tuple[Finding, ...]
    predictions: Predictions
    model: Any
    measure: Measure
    rule: str
    plan: str
    level: float
    seed: int
    fits: int
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    times: Mapping[str, Times] = field(default_factory=dict)
    base: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def grid(self) -> dict[str, list[Any]]:
        """Values of each parameter, where the candidates are all their combinations; else empty."""
        found: dict[str, list[Any]] = {}
        for one in self.settings.values():
            for name, value in one.items():
                known = found.setdefault(name, [])
                known += [] if any(value is other or value == other for other in known) else [value]
        whole = all(setting.keys() == found.keys() for setting in self.settings.values())
        return found if whole and prod(map(len, found.values())) == len(self.settings) else {}

    @property
    def best_settings(self) -> Mapping[str, Any]:
        """Parameters of the chosen candidate."""
        return self.settings[self.chosen]

    @property
    def failed(self) -> tuple[str, ...]:
        """Candidates that were left out because a fit of theirs failed."""
        tried = {*self.predictions.models, *self.dropped}
        return tuple(name for name in self.settings if name not in tried)

    def records(self) -> list[dict[str, Any]]:
        """The corrected estimate, and the winner's own beside it, as plain records."""
        return [
            {**noted(finding.record(self.plan, self.level), self.advice), "fits": self.fits, "what": what}
            for finding, what in ((self.corrected, "selected, corrected"), (self.naive, "winner, not corrected"))
        ]

    def to_frame(self) -> pd.DataFrame:
        """The corrected estimate, and the winner's own beside it."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def candidates(self) -> pd.DataFrame:
        """Every candidate with its parameters and its own score, the best first."""
        import pandas as pd

        rows = [
            {
                "model": finding.model,
                **self.settings[finding.model],
                "value": finding.estimate.value,
                "chosen": finding.model == self.chosen,
            }
            for finding in self.findings
        ]
        frame = pd.DataFrame.from_records(rows)
        return frame.sort_values("value", ascending=self.measure.direction is not Direction.HIGHER, ignore_index=True)

    def complexity_curve(self, parameter: str) -> ComplexityCurve:
        """Training and validation error against one parameter, the others at the chosen values; needs ``train=True``."""
        if parameter not in self.best_settings:
            raise UnknownNameError.of("parameter in this selection", parameter, self.best_settings)
        others = {key: value for key, value in self.best_settings.items() if key != parameter}
        names = [
            name
            for name in self.predictions.models
            if {key: value for key, value in self.settings[name].items() if key != parameter} == others
        ]
        if any(self.predictions.of(name, Part.TRAIN).size == 0 for name in names):
            message = "the predictions of training rows were not kept"
            raise InputError(message, hint="train=True")
        values = tuple(self.settings[name][parameter] for name in names)
        training = tuple(ModelScores(self.predictions, name, self.measure, Part.TRAIN).value for name in names)
        chosen_on = [
            Part.VALIDATION if self.predictions.of(name, Part.VALIDATION).size else Part.TEST for name in names
        ]
        validation = tuple(
            ModelScores(self.predictions, name, self.measure, part).value
            for name, part in zip(names, chosen_on, strict=True)
        )
        place = int(np.argmax(validation) if self.measure.direction is Direction.HIGHER else np.argmin(validation))
        known = {
            finding.model: finding.interval for finding in self.findings if finding.measure.name == self.measure.name
        }
        spans = [known.get(name) for name in names]
        ends = tuple((span.low, span.high) for span in spans if span is not None)
        whole = ends if len(ends) == len(names) else ()
        return ComplexityCurve(parameter, values, training, validation, values[place], self.measure.name, whole)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions and the model, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "select",
            "advice": [advice_item.record() for advice_item in self.advice],
            "times": {name: time.record() for name, time in self.times.items()},
            "dataset": {
                "name": self.dataset.name,
                "rows": self.dataset.n,
                "dropped_rows": self.dataset.dropped_rows,
                "positive": self.naive.positive,
                "fingerprint": self.dataset.fingerprint,
            },
            "plan": self.plan,
            "level": self.level,
            "seed": self.seed,
            "chosen": self.chosen,
            "settings": {key: json_value(value) for key, value in self.best_settings.items()},
            "rule": self.rule,
            "dropped": list(self.dropped),
            "notes": list(self.notes),
            "rows": [{key: json_value(value) for key, value in record.items()} for record in self.records()],
            "candidates": [
                {"model": finding.model, "value": json_value(finding.estimate.value), "dropped": False}
                for finding in self.findings
            ],
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.selection.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.report import card

        return card(self.report())

    def __repr__(self) -> str:
        """One line: what was chosen, of how many, by what."""
        return printable(
            f"<Selection of {self.chosen} from {len(self.findings)} on {self.dataset.name} by {self.measure.label}>"
        )

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.selection.text import render

        return printable(render(self))
