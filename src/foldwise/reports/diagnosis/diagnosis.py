"""A diagnosis as data: what holds one model back, and what to do about it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from foldwise.advice import spoils
from foldwise.errors import InputError, printable
from foldwise.reports.diagnosis.records import part_records
from foldwise.reports.shared.advice import noted
from foldwise.reports.shared.records import SCHEMA_VERSION, json_value
from foldwise.reports.shared.reported_result import KeptResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.data import Dataset
    from foldwise.diagnoses import Decomposition, FitVerdict, LabelSuspects, PermutationImportance, WeakSlices
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports.diagnosis.parts import (
        ClassCalibration,
        InSampleCriteria,
        ModelCapacity,
        ModelInstability,
        ModelLearningCurve,
        Suggestion,
    )
    from foldwise.reports.report import Report
    from foldwise.reports.selection import ComplexityCurve
    from foldwise.reports.shared.finding import Finding

__all__ = ["Diagnosis"]

NO_BETTER = "FW207"
"""Code of the check that speaks where a model is not shown to be better than the baseline."""


@final
@dataclass(frozen=True, eq=False)
class Diagnosis(KeptResult):
    """What holds one model back: every part that was asked for, or why it was left out.

    Parameters
    ----------
    dataset
        The rows.
    model
        Name of the model.
    measure
        The loss that everything is told in.
    findings
        Error of the model and of the baseline, with intervals.
    predictions
        Predictions of rows left out, from which the error, calibration, slices and checks come.
    plan, level, seed, fits
        How it was done.
    training_error
        Error on the rows that the models were trained on.
    decompositions
        Bias, variance and noise; the form for the measure first, then all others that its predictions allow.
    instability
        How much predictions depend on the training rows.
    learning_curve
        Error against training rows, extrapolated.
    complexity
        Training and left-out error against the parameter that governs the complexity of the model.
    verdict
        Overfitting, underfitting, both or neither, with the signs.
    criteria
        In-sample criteria.
    capacity
        VC dimension, Rademacher complexity and bounds.
    calibration
        Calibration of the probabilities, one entry for each class (one for two classes).
    slices
        Slices of rows with a higher loss.
    suspects
        Rows whose label may be wrong.
    importance
        Permutation importance of the columns.
    checks
        What the checks of rows, plan and predictions found.
    advice
        What to do, the most important first.
    left_out
        Parts that were not made, and why.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("tree", foldwise.sample("iris"), parts=["bias-variance", "fit"])
    >>> found.decompositions[0].method, found.left_out["importance"]
    ('kohavi-wolpert', 'not asked for')
    """

    dataset: Dataset
    model: str
    measure: Measure
    findings: tuple[Finding, ...]
    predictions: Predictions
    plan: str
    level: float
    seed: int
    fits: int
    training_error: float
    decompositions: tuple[Decomposition, ...] = ()
    instability: ModelInstability | None = None
    learning_curve: ModelLearningCurve | None = None
    complexity: ComplexityCurve | None = None
    verdict: FitVerdict | None = None
    criteria: InSampleCriteria | None = None
    capacity: ModelCapacity | None = None
    calibration: tuple[ClassCalibration, ...] = ()
    slices: WeakSlices | None = None
    suspects: LabelSuspects | None = None
    importance: PermutationImportance | None = None
    checks: tuple[Advice, ...] = ()
    advice: tuple[Suggestion, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    def finding(self, model: str = "", measure: str = "") -> Finding:
        """Error of the model, or another finding by model and measure."""
        wanted = (model or self.model, measure or self.measure.name)
        for one in self.findings:
            if (one.model, one.measure.name) == wanted:
                return one
        message = f"there is no finding of {wanted[0]} under {wanted[1]}"
        raise InputError(message, hint="foldwise.assess, which takes any measure")

    @property
    def error(self) -> float:
        """Error on rows left out."""
        return self.finding().estimate.value

    @property
    def spoiled(self) -> tuple[Advice, ...]:
        """What casts doubt on the figures."""
        return spoils(self.checks)

    @property
    def failing(self) -> tuple[Advice, ...]:
        """What `diagnose --check` fails on: doubts about the figures, and a model that is no better than the baseline."""
        return tuple(check for check in self.checks if check in self.spoiled or check.code == NO_BETTER)

    def records(self) -> list[dict[str, Any]]:
        """The findings as plain records."""
        return [noted(finding.record(self.plan, self.level), self.checks) for finding in self.findings]

    def to_frame(self) -> pd.DataFrame:
        """The findings: one line for each model and measure."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def rows_frame(self) -> pd.DataFrame:
        """One line for each row: its loss, bias, variance, flips and spread, as far as they were asked for."""
        import numpy as np
        import pandas as pd

        frame = pd.DataFrame({"row": np.arange(self.dataset.n), "truth": self.dataset.target})
        if self.decompositions:
            parts = self.decompositions[0].rows_frame()
            frame = frame.assign(**{name: parts[name] for name in ("loss", "bias", "variance", "noise")})
        if self.instability is not None:
            frame = frame.assign(flips=self.instability.flips, spread=self.instability.spread)
        if self.suspects is not None:
            frame = frame.assign(suspect=frame["row"].isin(self.suspects.rows))
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "diagnose",
            "dataset": {
                "name": self.dataset.name,
                "rows": self.dataset.n,
                "columns": self.dataset.p,
                "fingerprint": self.dataset.fingerprint,
            },
            "model": self.model,
            "measure": self.measure.name,
            "plan": self.plan,
            "level": self.level,
            "seed": self.seed,
            "fits": self.fits,
            "training_error": json_value(self.training_error),
            "rows": [{key: json_value(value) for key, value in record.items()} for record in self.records()],
            **part_records(self),
            "checks": [check.record() for check in self.checks],
            "advice": [
                {key: json_value(value) for key, value in advice_item.record().items()} | {"rank": rank}
                for rank, advice_item in enumerate(self.advice, 1)
            ],
            "left_out": dict(self.left_out),
            "notes": list(self.notes),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.diagnosis.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.report import card

        return card(self.report())

    def __repr__(self) -> str:
        """One line: what was diagnosed, its error and the verdict."""
        kind = "" if self.verdict is None else f", {self.verdict.kind}"
        return printable(
            f"<Diagnosis of {self.model} on {self.dataset.name}: {self.measure.name} {self.error:.4g}{kind}>"
        )

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.diagnosis.text import render

        return printable(render(self))
