"""The result of `experiment`: several models on several datasets, and whether they differ beyond single datasets."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons import Pair, Standings, Verdict, bayes_hierarchical, bayes_signed_rank, default_rope
from foldwise.errors import UnknownNameError, printable
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt
    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.comparisons import CriticalDifference, DrawnPosterior, Friedman, HierarchicalPosterior
    from foldwise.measures import Measure
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding

__all__ = ["Cell", "Experiment"]


@final
@dataclass(frozen=True)
class Cell:
    """One model on one dataset under one measure: what was found, or why nothing was.

    Parameters
    ----------
    dataset, model, measure
        Which cell it is.
    finding
        Estimate and interval; None where the cell failed.
    verdict
        How the model stands against the reference on this dataset; None for the reference and where one of them failed.
    cause
        Why the cell failed, or is empty where it did not.
    """

    dataset: str
    model: str
    measure: Measure
    finding: Finding | None
    verdict: Verdict | None = None
    cause: str = ""

    @property
    def value(self) -> float:
        """The estimate, not a number where the cell failed."""
        return math.nan if self.finding is None else self.finding.estimate.value

    @property
    def mark(self) -> str:
        """``v`` for better than the reference, ``*`` for worse, ``!`` for failed, else empty."""
        if self.cause:
            return "!"
        return {Verdict.BETTER: "v", Verdict.WORSE: "*"}.get(self.verdict, "") if self.verdict else ""


@final
@dataclass(frozen=True, eq=False)
class Experiment(KeptResult):
    """Several models on several datasets.

    Parameters
    ----------
    cells
        One per dataset, model and measure, failed ones among them.
    assessments
        What was found on each dataset, with its predictions; a dataset on which everything failed is not here.
    models
        Names of the models that are ranked.
    reference
        The model that marks are held against.
    baseline
        Name of the baseline, which is shown and not ranked; empty where there is none.
    level
        Level of intervals and verdicts.
    adjustment
        How the p-values of all pairs are adjusted.
    seed
        Seed of plans, models and posteriors.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> result = foldwise.experiment("lda, gaussian-nb", files, plan="kfold(5)")
    >>> result.table().round(2)
                    lda  gaussian-nb  baseline
    dataset
    iris           0.02         0.04      0.67
    breast-cancer  0.04         0.04      0.34
    """

    cells: tuple[Cell, ...]
    assessments: Mapping[str, Assessment]
    models: tuple[str, ...]
    reference: str
    baseline: str
    level: float
    adjustment: str
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return tuple(dict.fromkeys(cell.dataset for cell in self.cells))

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures; the first decides ranks and verdicts."""
        return tuple(dict.fromkeys(cell.measure for cell in self.cells))

    @property
    def measure(self) -> Measure:
        """The first measure."""
        return self.measures[0]

    @property
    def columns(self) -> tuple[str, ...]:
        """Models as they are shown: those that are ranked, then the baseline."""
        return (*self.models, self.baseline) if self.baseline and self.baseline not in self.models else self.models

    @property
    def failures(self) -> tuple[Cell, ...]:
        """Cells that failed."""
        return tuple(cell for cell in self.cells if cell.cause)

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the checks found in each dataset, with its name."""
        return tuple(
            replace(found, found=f"{name}: {found.found}")
            for name, assessment in self.assessments.items()
            for found in assessment.advice
        )

    @property
    def dropped_rows(self) -> dict[str, int]:
        """Rows of each dataset that were left out as they have no target; datasets without such rows are not here."""
        found = {name: assessment.dataset.dropped_rows for name, assessment in self.assessments.items()}
        return {name: count for name, count in found.items() if count}

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Cell]:
        return {(cell.dataset, cell.model, cell.measure.name): cell for cell in self.cells}

    def cell(self, dataset: str, model: str, measure: str | None = None) -> Cell:
        """Return one cell."""
        if dataset not in self.datasets:
            raise UnknownNameError.of("dataset in this experiment", dataset, self.datasets)
        if model not in self.columns:
            raise UnknownNameError.of("model in this experiment", model, self.columns)
        return self._by_key[dataset, model, self._named(measure).name]

    def _named(self, measure: str | None) -> Measure:
        known = {measure.name: measure for measure in self.measures}
        if measure is not None and measure not in known:
            raise UnknownNameError.of("measure in this experiment", measure, known)
        return self.measure if measure is None else known[measure]

    def table(self, measure: str | None = None) -> pd.DataFrame:
        """Values, one row per dataset and one column per model; failed cells are missing."""
        import pandas as pd

        rows = [[self.cell(name, model, measure).value for model in self.columns] for name in self.datasets]
        return pd.DataFrame(rows, index=pd.Index(self.datasets, name="dataset"), columns=list(self.columns))

    def standings(self, measure: str | None = None) -> Standings:
        """Values of the models that did not fail everywhere, as the tests over datasets see them."""
        one = self._named(measure)
        values = self.table(one.name)[list(self.models)].to_numpy(dtype=np.float64)
        # A model that failed everywhere must not keep the others from being ranked.
        known = ~np.isnan(values).all(axis=0)
        names = tuple(name for name, has in zip(self.models, known.tolist(), strict=True) if has)
        return Standings(values[:, known], names, one, self.level, self.adjustment)

    @cached_property
    def _standings(self) -> dict[str, Standings]:
        return {measure.name: self.standings(measure.name) for measure in self.measures}

    def records(self) -> list[dict[str, Any]]:
        """One plain record per cell."""
        return [self._record(cell) for cell in self.cells]

    def _record(self, cell: Cell) -> dict[str, Any]:
        assessment = self.assessments.get(cell.dataset)
        base: dict[str, Any] = {"model": cell.model, "measure": cell.measure.label, "value": math.nan}
        base |= {"low": math.nan, "high": math.nan, "level": self.level, "method": "none", "plan": "", "fits": 0}
        if cell.finding is not None and assessment is not None:
            base |= cell.finding.record(assessment.plan, self.level)
        rank = math.nan
        standings = self._standings[cell.measure.name]
        if cell.model in standings.models:
            rank = float(standings.ranks[self.datasets.index(cell.dataset), standings.models.index(cell.model)])
        verdict = None if cell.verdict is None else str(cell.verdict)
        told = {"rank": rank, "mark": cell.mark, "verdict": verdict, "cause": cell.cause}
        return {"dataset": cell.dataset, **base, **told}

    def to_frame(self) -> pd.DataFrame:
        """One row per dataset, model and measure."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def friedman(self, measure: str | None = None) -> Friedman:
        """Whether the models differ at all, over the datasets on which none failed."""
        return self._standings[self._named(measure).name].friedman()

    def mean_ranks(self, measure: str | None = None) -> dict[str, float]:
        """Mean rank of each model over the datasets on which none failed, the best first."""
        return self._standings[self._named(measure).name].mean_ranks

    def nemenyi(self, measure: str | None = None) -> CriticalDifference:
        """Critical difference between any two mean ranks; the p-values of the pairs are in `pairs` as ``p_nemenyi``."""
        return self._standings[self._named(measure).name].nemenyi()

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """Wilcoxon signed-rank tests of all pairs over the datasets, adjusted together; the better-ranked model is a."""
        import pandas as pd

        records = [pair.record() for pair in self._standings[self._named(measure).name].pairs]
        columns = ["a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict"]
        columns += ["p_nemenyi"]
        return pd.DataFrame.from_records(records) if records else pd.DataFrame(columns=columns)

    def wins(self, model: str, measure: str | None = None) -> tuple[int, int, int]:
        """On how many datasets a model is better than the reference, neither, and worse."""
        name = self._named(measure).name
        held = [self.cell(dataset, model, name).verdict for dataset in self.datasets]
        known = [verdict for verdict in held if verdict is not None]
        better, worse = known.count(Verdict.BETTER), known.count(Verdict.WORSE)
        return better, len(known) - better - worse, worse

    def untested(self, measure: str | None = None) -> tuple[str, ...]:
        """Datasets with values on which no model could be tested against the reference, such as those with too few rows."""
        name = self._named(measure).name
        others = [model for model in self.columns if model != self.reference]
        found = []
        for dataset in self.datasets:
            cells = [self.cell(dataset, model, name) for model in others]
            held = not self.cell(dataset, self.reference, name).cause and any(not cell.cause for cell in cells)
            if held and all(cell.verdict is None for cell in cells):
                found.append(dataset)
        return tuple(found)

    def rope(self, measure: str | None = None) -> float:
        """The difference that does not matter: .01 for rates and the like, else 1 % of the baseline's mean."""
        frame = self.table(measure)
        column = frame[self.baseline] if self.baseline in frame else frame.max(axis=1)
        return default_rope(self._named(measure), float(column.mean()))

    def signed_rank(self, a: str, b: str, *, rope: float | None = None, measure: str | None = None) -> DrawnPosterior:
        """Bayesian signed-rank test: what to expect of the difference of a and b on a new dataset."""
        d = self._standings[self._named(measure).name].differences(a, b)
        return bayes_signed_rank(d, self.rope(measure) if rope is None else rope, self._rng(a, b))

    def hierarchical(self, a: str, b: str, *, measure: str | None = None) -> HierarchicalPosterior:
        """Bayesian hierarchical comparison of a and b from their differences in every resample of every dataset."""
        one = self._named(measure)
        pairs = [
            Pair.of(assessment.predictions, a, b, one)
            for name, assessment in self.assessments.items()
            if not (self.cell(name, a, one.name).cause or self.cell(name, b, one.name).cause)
        ]
        usable = [pair for pair in pairs if pair.scores.size > 1]
        overlap = [pair.resamples.test_size / pair.resamples.train_size for pair in usable]
        return bayes_hierarchical([pair.scores for pair in usable], overlap, self._rng(a, b))

    def _rng(self, a: str, b: str) -> np.random.Generator:
        """A generator of its own for every pair of models."""
        key = (2, self.columns.index(a), self.columns.index(b))
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))

    def diagram(self, *, method: str = "wilcoxon", measure: str | None = None) -> str:
        """Critical-difference diagram as text: mean ranks, and bars joining models whose differences are undecided."""
        from foldwise.reports.experiment.rank_diagram import diagram

        return diagram(self._standings[self._named(measure).name], method)

    def plot(self, *, method: str = "wilcoxon", measure: str | None = None) -> alt.LayerChart:
        """Critical-difference diagram (needs the extra ``charts``)."""
        from foldwise.reports.experiment.rank_diagram import draw_ranks
        from foldwise.reports.shared.markup import without_markup

        return without_markup(draw_ranks(self._standings[self._named(measure).name], method))

    def to_latex(self, measure: str | None = None) -> str:
        """Table for LaTeX (package booktabs), marks as superscripts, the best of each dataset in bold."""
        from foldwise.reports.experiment.table import latex_table

        return latex_table(self, self._named(measure))

    def to_markdown(self, measure: str | None = None) -> str:
        """Table for Markdown, the best of each dataset in bold."""
        from foldwise.reports.experiment.table import markdown_table

        return markdown_table(self, self._named(measure))

    def to_csv(self) -> str:
        """All cells as comma-separated values."""
        return self.to_frame().to_csv(index=False)

    def verdict(self) -> str:
        """Say in a few sentences what came out."""
        from foldwise.reports.experiment.text import sentences

        return " ".join(sentences(self))

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions, as plain data."""
        standings = self._standings[self.measure.name]
        able = len(standings.complete) > 1 and len(standings.models) > 2
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "experiment",
            "advice": [advice_item.record() for advice_item in self.advice],
            "datasets": list(self.datasets),
            "dropped_rows": self.dropped_rows,
            "models": list(self.models),
            "reference": self.reference,
            "baseline": self.baseline,
            "level": self.level,
            "adjustment": self.adjustment,
            "seed": self.seed,
            "rows": [json_record(record) for record in self.records()],
            "pairs": [json_record(pair.record()) for pair in standings.pairs],
            "mean_ranks": standings.mean_ranks,
            "friedman": json_record(vars(standings.friedman())) if able else None,
            "critical_difference": standings.nemenyi().value if able else None,
            "failures": [[cell.dataset, cell.model, cell.cause] for cell in self.failures],
            "verdict": self.verdict(),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.experiment.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.report import card

        return card(self.report())

    def __repr__(self) -> str:
        """One line: what was tried on what."""
        return printable(f"<Experiment of {', '.join(self.models)} on {', '.join(self.assessments)}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.experiment.text import render

        return printable(render(self))
