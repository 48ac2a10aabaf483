"""The result of `improve`: which variant of a model is significantly better, what it costs, and which are not worth it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from foldwise.comparisons import Verdict
from foldwise.errors import UnknownNameError, printable
from foldwise.reports.shared.advice import noted
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt
    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.comparisons import Judgement
    from foldwise.data import Dataset
    from foldwise.ensembles import Redundancy
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports.comparison.comparison import ModelComparison
    from foldwise.reports.improvement.error_profile import ErrorProfile
    from foldwise.reports.improvement.tried_variant import LeftOutVariant, TriedVariant
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding
    from foldwise.typing import Estimator

__all__ = ["Improvement"]


@final
@dataclass(frozen=True, eq=False)
class Improvement(KeptResult):
    """Which variant of a model is significantly better, by how much, and at what cost.

    Parameters
    ----------
    comparison
        The model and its variants on the same resamples, each held against the model; blends by their nested predictions.
    original
        Name of the model.
    chosen
        Name of the variant that is significantly better and has the best estimate; the model itself, where none is.
    corrected
        What the chosen one is worth, the choice among the variants taken into account.
    tried
        The model and every variant that was tried, the model first.
    left_out
        Variants that were not tried, or whose fits failed.
    profile
        Bias and variance of the model, by which variants were chosen; None where they are not known.
    redundancy
        How differently the base models of the blends predict; None without blends.
    fits
        Number of fits that the figures rest on.
    model
        The chosen one, fitted to all rows; None when that was not asked for.
    models
        The model and its variants as estimators, not fitted, by name.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.improve("tree", foldwise.sample("iris"), variants="bagging", plan="kfold(5)")
    >>> found.original, [one.name for one in found.tried]
    ('tree', ['tree', 'bagging'])
    """

    comparison: ModelComparison
    original: str
    chosen: str
    corrected: Finding
    tried: tuple[TriedVariant, ...]
    left_out: tuple[LeftOutVariant, ...]
    profile: ErrorProfile | None
    redundancy: Redundancy | None
    fits: int
    model: Estimator
    models: dict[str, Estimator]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def dataset(self) -> Dataset:
        """The rows."""
        return self.comparison.dataset

    @property
    def predictions(self) -> Predictions:
        """The table everything was computed from; of blends the nested predictions."""
        return self.comparison.predictions

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures; the first decides."""
        return self.comparison.measures

    @property
    def plan(self) -> str:
        """Text of the plan."""
        return self.comparison.plan

    @property
    def level(self) -> float:
        """Level of intervals and verdicts."""
        return self.comparison.level

    @property
    def seed(self) -> int:
        """Seed of everything."""
        return self.comparison.assessment.seed

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the checks of rows and plan found."""
        return self.comparison.advice

    @property
    def notes(self) -> tuple[str, ...]:
        """What the reader should know."""
        return self.comparison.assessment.notes

    @property
    def failed(self) -> tuple[str, ...]:
        """Variants that were left out because a fit of theirs failed."""
        return tuple(one.name for one in self.left_out if one.failed)

    @property
    def improved(self) -> bool:
        """Whether a variant is significantly better than the model."""
        return self.chosen != self.original

    def variant(self, name: str) -> TriedVariant:
        """Return what is known of the model or of a variant that was tried."""
        for one in self.tried:
            if one.name == name:
                return one
        raise UnknownNameError.of("variant here", name, [one.name for one in self.tried])

    def finding(self, name: str, measure: str | None = None) -> Finding:
        """Return the estimate and interval of the model or of a variant; of a blend the nested one."""
        return self.comparison.finding(name, measure or self.measures[0].name)

    def judgement(self, name: str, measure: str | None = None) -> Judgement | None:
        """Return the test of a variant against the model; None where no test is valid."""
        self.variant(name)
        return self.comparison.judgement(name, self.original, measure)

    def standing(self, name: str) -> str:
        """How a variant stands against the model: better, worse, equivalent or undecided; empty where there is no test."""
        held = None if name == self.original else self.judgement(name)
        return "" if held is None else str(held.verdict)

    def better(self) -> tuple[str, ...]:
        """Variants that are significantly better than the model, the best first."""
        ranking = self.comparison.ranking()
        return tuple(name for name in ranking if self.standing(name) == Verdict.BETTER)

    def cost_ratio(self, name: str) -> float:
        """How many times the fit of the model the fit of a variant takes; none where one of them is not known."""
        own, base = self.variant(name).cost, self.variant(self.original).cost
        return float("nan") if own is None or base is None else own.fit_seconds / max(base.fit_seconds, 1e-9)

    def records(self) -> list[dict[str, Any]]:
        """One plain record per model, variant and measure; under the first measure with verdict, nested gap and cost."""
        known = {one.name: one.record() for one in self.tried}
        first = self.measures[0].label
        records = []
        for record in self.comparison.assessment.records():
            own = known.get(record["model"], {}) if record["measure"] == first else {}
            extra = {
                key: own.get(key) for key in ("training", "naive", "gap", "fit_seconds", "predict_seconds", "size")
            }
            standing = self.standing(record["model"]) if own else ""
            chosen = record["model"] == self.chosen
            records.append({**noted(record, self.advice), "against_model": standing, "chosen": chosen, **extra})
        return records

    def to_frame(self) -> pd.DataFrame:
        """One row per model, variant and measure."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """One row per variant and measure: the difference to the model, its interval, p-values and the verdict."""
        return self.comparison.pairs(measure)

    def costs(self) -> pd.DataFrame:
        """One row for the model and each variant: the first measure with interval, fit and predict seconds, size."""
        import pandas as pd

        rows = []
        for one in self.tried:
            found = self.finding(one.name)
            low, high = (None, None) if found.interval is None else (found.interval.low, found.interval.high)
            cost = one.record()
            rows.append(
                {
                    "model": one.name,
                    "value": found.estimate.value,
                    "low": low,
                    "high": high,
                    **{key: cost[key] for key in ("fit_seconds", "predict_seconds", "size")},
                    "times_the_fit": self.cost_ratio(one.name),
                }
            )
        return pd.DataFrame.from_records(rows)

    def verdict(self) -> str:
        """Say in a few sentences what came out."""
        from foldwise.reports.improvement.wording import sentences

        return " ".join(sentences(self))

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions and the models, as plain data."""
        corrected = noted(self.corrected.record(self.plan, self.level), self.advice)
        return {
            **self.comparison.to_dict(),
            "schema_version": SCHEMA_VERSION,
            "verb": "improve",
            "original": self.original,
            "chosen": self.chosen,
            "corrected": json_record(corrected),
            "profile": None if self.profile is None else json_record(self.profile.record()),
            "diversity": None if self.redundancy is None else json_record(vars(self.redundancy)),
            "variants": [json_record({**one.record(), "against_model": self.standing(one.name)}) for one in self.tried],
            "left_out": [one.record() for one in self.left_out],
            "fits": self.fits,
            "rows": [json_record(record) for record in self.records()],
            "verdict": self.verdict(),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def plot(self, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
        """Chart of the estimates and their intervals (needs the extra ``charts``)."""
        return self.comparison.plot(measure)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.improvement.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.improvement.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was tried on what, and what is chosen."""
        return printable(
            f"<Improvement of {self.original} on {self.dataset.name} by {self.measures[0].label}: "
            f"{self.chosen} of {len(self.tried)}>"
        )

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.improvement.text import render

        return printable(render(self))
