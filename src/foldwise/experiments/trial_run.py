"""Running the cells of an experiment, dataset by dataset; what fails becomes a cell with its cause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

from foldwise.comparisons import Pair, compare_pair, judge
from foldwise.errors import FoldwiseError
from foldwise.evaluation import untestable
from foldwise.measures import scores_of
from foldwise.model_comparison import with_bootstrapped
from foldwise.models import BASELINE, as_models
from foldwise.phrases import count_of
from foldwise.reports import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.comparisons import Verdict
    from foldwise.data import Dataset
    from foldwise.engine import Progress, Settings
    from foldwise.measures import Measure
    from foldwise.reports import Assessment, Finding

__all__ = ["TrialRun"]


@final
@dataclass(frozen=True, kw_only=True)
class TrialRun:
    """What is done on every dataset; `assess` takes models, rows and where to tell of progress."""

    assess: Callable[[dict[str, Any], Dataset, Progress | None], Assessment]
    models: Mapping[str, Any]
    measures: tuple[Measure, ...]
    level: float
    reference: str
    baseline: bool
    settings: Settings

    def run(
        self, datasets: Mapping[str, Dataset], unread: Mapping[str, str], progress: Progress | None
    ) -> tuple[tuple[Cell, ...], dict[str, Assessment]]:
        """Run all datasets, one after the other."""
        cells: list[Cell] = []
        assessments = {}
        for at, (name, dataset) in enumerate(datasets.items()):
            share_of_progress = None if progress is None else _Share(progress, at, len(datasets), name)
            estimators, causes = self._estimators(dataset)
            assessment, failed = self._assess(estimators, dataset, share_of_progress)
            if assessment is not None:
                assessments[name] = assessment
            cells += self._cells(name, assessment, {**causes, **failed})
        for name, cause in unread.items():
            cells += self._cells(name, None, dict.fromkeys(self._columns, cause))
        return tuple(cells), assessments

    @property
    def _columns(self) -> tuple[str, ...]:
        return (*self.models, BASELINE) if self.baseline and BASELINE not in self.models else tuple(self.models)

    def _estimators(self, dataset: Dataset) -> tuple[dict[str, Any], dict[str, str]]:
        """Make the models of this dataset; those that are not for it fail alone."""
        estimators: dict[str, Any] = {}
        causes: dict[str, str] = {}
        for name, model in self.models.items():
            try:
                estimators |= as_models({name: model}, dataset)
            except FoldwiseError as error:
                causes[name] = str(error.args[0])
        return estimators, causes

    def _assess(
        self, estimators: dict[str, Any], dataset: Dataset, progress: Progress | None
    ) -> tuple[Assessment | None, dict[str, str]]:
        """Assess all models at once; where that is refused, one by one, so that only those fail that must."""
        try:
            return self.assess(estimators, dataset, progress), {}
        except FoldwiseError as error:
            if len(estimators) < 2:
                return None, dict.fromkeys((*estimators, BASELINE), str(error.args[0]))
        joined: Assessment | None = None
        causes: dict[str, str] = {}
        for name, model in estimators.items():
            one, failed = self._assess({name: model}, dataset, progress)
            causes |= {key: text for key, text in failed.items() if key == name}
            joined = one if joined is None else joined if one is None else _joined(joined, one)
        return joined, causes

    def _cells(self, name: str, assessment: Assessment | None, causes: Mapping[str, str]) -> list[Cell]:
        failed = {**_failed_fits(assessment), **causes}
        found = (
            {}
            if assessment is None
            else {(finding.model, finding.measure.name): finding for finding in assessment.findings}
        )
        held = {} if assessment is None else self._verdicts(assessment, frozenset(failed))
        cells = []
        for model in self._columns:
            for measure in self.measures:
                finding: Finding | None = None if model in failed else found.get((model, measure.name))
                cause = failed.get(model, "") or ("" if finding is not None else "it was not assessed")
                if finding is not None and finding.estimate.value != finding.estimate.value:
                    finding, cause = None, f"{measure.name} has no value"
                verdict = None if cause else held.get((model, measure.name))
                cells.append(Cell(name, model, measure, finding, verdict, cause))
        return cells

    def _verdicts(self, assessment: Assessment, failed: frozenset[str]) -> dict[tuple[str, str], Verdict]:
        """How each model stands against the reference; every pair is a test of its own, as in a table of marks."""
        if self.reference in failed or self.reference not in assessment.models:
            return {}
        estimators = {
            name: model for name, model in self._estimators(assessment.dataset)[0].items() if name not in failed
        }
        quiet = replace(self.settings, progress=None)
        assessment = with_bootstrapped(estimators, assessment, self.measures, quiet) if estimators else assessment
        models = [name for name in assessment.models if name not in failed]
        scored = scores_of(assessment.predictions, models, self.measures)
        verdicts = {}
        for measure in self.measures:
            for model in models:
                if model == self.reference or untestable(assessment, measure.name, model, self.reference):
                    continue
                pair = Pair(scored[model, measure.name], scored[self.reference, measure.name])
                comparison = compare_pair(pair, level=self.level)
                if comparison is not None:
                    (judged,) = judge([(pair, comparison)], {measure.name: 0.0}, how="none", level=self.level)
                    verdicts[model, measure.name] = judged.verdict
        return verdicts


def _failed_fits(assessment: Assessment | None) -> dict[str, str]:
    """Models of which a fit failed: their resamples differ from those of the others, so they have no comparable value."""
    if assessment is None:
        return {}
    total = assessment.predictions.resamples.count
    causes: dict[str, str] = {}
    for failure in assessment.failures:
        times = sum(other.model == failure.model for other in assessment.failures)
        causes.setdefault(failure.model, f"{times} of {count_of(total, 'fit')} failed; {failure.cause}")
    return causes


def _joined(first: Assessment, second: Assessment) -> Assessment:
    """Put two assessments on the same resamples together; the baseline is in both."""
    more = [finding for finding in second.findings if finding.model not in first.models]
    new = [name for name in second.predictions.models if name not in first.predictions.models]
    base = [finding for finding in first.findings if finding.model == first.baseline]
    findings = (*(finding for finding in first.findings if finding.model != first.baseline), *more, *base)
    predictions = first.predictions.merge(second.predictions.only(*new)) if new else first.predictions
    return replace(first, findings=findings, predictions=predictions)


@final
class _Share:
    """Tells progress over all datasets, each counted the same, from the progress on one of them."""

    def __init__(self, progress: Progress, at: int, datasets: int, name: str) -> None:
        self.progress, self.at, self.datasets, self.name = progress, at, datasets, name

    def __call__(self, done: int, total: int, model: str) -> None:
        """Show or record it."""
        self.progress(self.at * total + done, self.datasets * total, f"{self.name}: {model}")
