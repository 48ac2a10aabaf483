"""`experiment`: several models on several datasets, and whether they differ beyond single datasets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from foldwise.api.assess import assess
from foldwise.comparisons import ADJUSTMENTS
from foldwise.data import Task
from foldwise.data.checks import check_kinds
from foldwise.errors import InputError, UnknownNameError
from foldwise.evaluation import options_of, recorded, running
from foldwise.experiments import TrialRun, read_datasets
from foldwise.intervals import check_level
from foldwise.measures import as_measures, measure
from foldwise.models import BASELINE, check_name, name_models
from foldwise.renamed import renamed
from foldwise.reports import Experiment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine import Progress, Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.measures import Measure
    from foldwise.reports import Assessment
    from foldwise.typing import Measures, Models, PlanLike

__all__ = ["experiment"]

SETTINGS_USED = ("seed", "jobs", "engine", "timeout", "memory_limit", "store", "progress", "backend", "backend_params")


MOST_NAMES = 4
"""Datasets that a run names."""


@renamed()
def experiment(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    models: Models,
    datasets: Mapping[str, Any] | Iterable[str | Path | Dataset],
    *,
    target: str | Mapping[str, str] | None = None,
    plan: PlanLike | None = None,
    measures: Measures | None = None,
    level: float = 0.95,
    adjust: str = "holm",
    reference: str | None = None,
    groups: str | None = None,
    order: str | None = None,
    weights: str | None = None,
    task: str | None = None,
    drop_missing_target: bool = False,
    baseline: bool = True,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Experiment:
    """Try several models on several datasets and tell whether they differ beyond single datasets.

    Every model gets one value per dataset, marked where it is better or worse than the reference there. Over the datasets
    the models are ranked (Friedman, Iman-Davenport) and compared in pairs (Wilcoxon); Nemenyi and Bayesian posteriors are
    questions put to the result. A cell that fails is shown with its cause, and its dataset is not ranked.

    Parameters
    ----------
    models
        Several estimators or names, as a list, a text with commas, or ``{name: model}``.
    datasets
        ``{name: dataset}``, each a `Dataset`, a path, a dataframe with the target in it, or a pair ``(X, y)``; or a list
        of paths or datasets, which are called by their own names.
    target
        Column to predict, the same in all datasets or ``{name: column}``.
    plan
        How to resample; by default ten stratified parts, three times, or what suits groups and time.
    measures
        Names of the measures, the first of which is ranked; by default the error, or the root relative squared error of
        real targets, which can be compared between datasets.
    level
        Level of intervals and verdicts.
    adjust
        How the p-values of all pairs are adjusted.
    reference
        Model the marks are held against; by default the first.
    groups, order, weights, task, drop_missing_target
        As for `assess`; columns are given by name and are the same in all datasets.
    baseline, settings
        As for `assess`; fits that fail are always recorded.

    Returns
    -------
    Experiment
        Values and marks, ranks and tests over datasets, tables for papers.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> result = foldwise.experiment("lda, gaussian-nb, qda", files, plan="kfold(5)")
    >>> sorted(result.mean_ranks())
    ['gaussian-nb', 'lda', 'qda']
    """
    check_kinds(locals())
    check_level(level)
    if adjust not in ADJUSTMENTS:
        raise UnknownNameError.of("adjustment", adjust, ADJUSTMENTS)
    named_models = name_models(models)
    for one in named_models.values():
        if isinstance(one, str):
            check_name(one)  # a misspelt name is no failure of a dataset
    if reference is not None and reference not in (*named_models, BASELINE):
        raise UnknownNameError.of("model to take as reference", reference, (*named_models, BASELINE))
    roles = {"groups": groups, "order": order, "weights": weights, "task": task}
    options = {**roles, "drop_missing_target": drop_missing_target}
    tables, unread = read_datasets(datasets, target, options)
    measures_used = measures_for(tables.values(), measures)
    with_baseline = baseline or reference == BASELINE
    with running(experiment, settings, shortcuts, uses=SETTINGS_USED, about=dataset_names(tables)) as run:
        quiet = replace(run, on_failure="record", train=False, progress=None)

        def assess_models(estimators: dict[str, Any], dataset: Dataset, progress: Progress | None) -> Assessment:
            how = replace(quiet, progress=progress)
            return assess(
                estimators,
                dataset,
                plan=plan,
                measures=measures_used,
                level=level,
                baseline=with_baseline,
                settings=how,
            )

        trial = TrialRun(
            assess=assess_models,
            models=named_models,
            measures=measures_used,
            level=level,
            reference=reference or next(iter(named_models)),
            baseline=with_baseline,
            settings=quiet,
        )
        cells, assessments = trial.run(tables, unread, run.listener)
    baseline_name = BASELINE if with_baseline or BASELINE in named_models else ""
    result = Experiment(
        cells, assessments, tuple(named_models), trial.reference, baseline_name, level, adjust, run.seed
    )
    return recorded(run, result, options_of(experiment, locals()))


def dataset_names(datasets: Iterable[str]) -> str:
    """Names of the datasets, or how many they are."""
    names = list(datasets)
    return ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} datasets"


def measures_for(datasets: Iterable[Dataset], measures: Measures | None) -> tuple[Measure, ...]:
    """Take the measures asked for, or the one that can be compared between datasets of this task."""
    tasks = {dataset.task for dataset in datasets}
    if len(tasks) > 1:
        message = "some of the datasets have classes as target and some have real values"
        raise InputError(message, hint="one experiment for each, or task='classification'")
    if measures is not None:
        found = as_measures(measures, next(iter(tasks), None))
        if not found:
            message = "no measure was given"
            raise InputError(message, hint="measures='error', or the call without measures=")
        return found
    return (measure("error" if tasks == {Task.CLASSIFICATION} else "rrse"),)
