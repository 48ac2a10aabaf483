"""`select`: choose among models or settings, and tell what the choice is really worth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from foldwise.api.assess import assess
from foldwise.data.checks import check_kinds
from foldwise.engine import fit_final, timed
from foldwise.errors import PlanError, UnknownNameError
from foldwise.evaluation import check_rows, check_search, mark_bias, options_of, pick_plan, read_rows, recorded, running
from foldwise.intervals import check_level
from foldwise.measures import one_measure
from foldwise.models import as_models
from foldwise.plans import Nested, as_plan
from foldwise.renamed import renamed
from foldwise.reports import Selection
from foldwise.selection import (
    RULES,
    SearchJob,
    best_candidates,
    choose_candidate,
    listed_values,
    notes_on,
    refuse_overlap,
)

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.plans import Plan
    from foldwise.reports import Finding
    from foldwise.typing import (
        ColumnLike,
        CostsLike,
        Label,
        MeasureLike,
        Models,
        PlanLike,
        Space,
        Study,
        TableLike,
    )

__all__ = ["RULES", "choose_candidate", "select"]

CORRECTIONS = ("bbc", "nested")


@renamed()
def select(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    space: Space | None,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    measure: MeasureLike | None = None,
    search: str | Study = "grid",
    draws: int = 20,
    rule: str = "best",
    correction: str = "bbc",
    outer: PlanLike | None = None,
    eliminate: bool = False,
    refit: bool = True,
    level: float = 0.95,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Selection:
    """Choose the best of several settings or models, and estimate its score corrected for the choice.

    The best of many candidates looks better than it is, since chance helped to choose it. Its score is therefore corrected:
    from the same fits by default (bootstrap bias-corrected cross-validation), or by nesting the whole search.

    Parameters
    ----------
    model
        One model whose parameters are searched, or several models (list or ``{name: model}``) with ``space=None``.
    space
        Values of each parameter, from simple to complex: ``{"max_depth": [2, 4, 8]}``, or a list of such dictionaries as
        in scikit-learn. A random search also takes anything with ``rvs``. With an Optuna study as `search`: a function of a trial that returns the settings.
        Parameters of the last step of a pipeline need no prefix.
    X, y
        As in `assess`.
    plan
        How to resample; a three-way plan chooses on the validation rows and reports on the test rows.
    measure
        What is optimised; the error, or the root mean squared error.
    search
        ``grid``, ``random``, ``halving``, or an Optuna study.
    draws
        Number of random settings, or of trials of the study.
    rule
        ``best``, or ``one-se``: the first listed that is within one standard error of the best.
    correction
        ``bbc`` from the same fits, or ``nested``: the search repeated inside every training set of `outer`.
    outer
        The outer plan of the nested correction; by default five parts, twice, or five parts of whole groups.
    eliminate
        Drop candidates that cannot win any more after every repeat of the plan (BBCD).
    refit
        Fit the chosen model to all rows.
    level, groups, order, weights, costs, task, positive, drop_missing_target
        As in `assess`.
    settings
        As in `assess`. ``train=True`` keeps the predictions of training rows, for the complexity curve;
        ``on_failure="record"`` leaves out a candidate of which a fit fails, and says so.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> selection = foldwise.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, foldwise.sample("iris"))
    >>> selection.chosen in {"n_neighbors=1", "n_neighbors=5", "n_neighbors=15"}
    True
    """
    check_kinds(locals())
    check_level(level)
    for what, name, known in (("rule", rule, RULES), ("correction", correction, CORRECTIONS)):
        if name not in known:
            raise UnknownNameError.of(what, name, known)
    dataset = read_rows(
        *(model, X, y),
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        drop_missing_target=drop_missing_target,
    )
    inner_plan, outer, correction = nesting(dataset, plan, outer=outer, correction=correction)
    recipe, _ = pick_plan(inner_plan, dataset)
    if recipe.name == "resubstitution":
        refuse_overlap(recipe)
    goal = None if measure is None else one_measure(measure, dataset.task)
    with running(select, settings, shortcuts, about=dataset) as run:
        job = SearchJob(dataset, recipe, run, goal, level)
        with timed() as clock:
            candidates, trials = job.search(model, space, search, draws=draws, eliminate=eliminate)
        picked = job.with_measure(trials.predictions)
        winner = choose_candidate(trials.predictions, picked.goal, rule)
        by_name = {candidate.name: candidate for candidate in candidates}
        trials = replace(trials, predictions=picked.with_samples(trials.predictions, by_name[winner]))
        corrected = (
            nested_correction(picked, model, space, search, draws=draws, rule=rule, outer=outer or outer_plan(dataset))
            if correction == "nested"
            else picked.correct(trials.predictions, by_name[winner])
        )
    advice = check_rows("select", dataset, trials.predictions.resamples)
    findings = mark_bias(picked.findings(trials.predictions, candidates), advice)
    winners = [by_name[name].settings for name in best_candidates(trials.predictions, picked.goal)]
    selection = Selection(
        dataset=dataset,
        chosen=winner,
        settings={candidate.name: candidate.settings for candidate in candidates},
        corrected=mark_bias((corrected,), advice)[0],
        naive=next(finding for finding in findings if finding.model == winner),
        findings=findings,
        predictions=trials.predictions,
        model=fit_final(winner, by_name[winner].model, dataset, seed=run.seed).model if refit else None,
        measure=picked.goal,
        rule=rule,
        plan=trials.predictions.resamples.plan,
        level=level,
        seed=run.seed,
        fits=trials.fits,
        dropped=trials.dropped,
        times=clock.times(),
        notes=notes_on(trials, corrected, eliminate=eliminate or search == "halving"),
        advice=(*advice, *check_search(listed_values(space), winners)),
        base=next(iter(as_models(model, dataset))) if space else "",
    )
    return recorded(run, selection, options_of(select, locals()))


def nesting(
    dataset: Dataset, plan: PlanLike | None, *, outer: PlanLike | None, correction: str
) -> tuple[Plan | None, Any, str]:
    """Inner plan, outer plan and correction that were asked for; a nested plan asks for the nested correction."""
    inner_plan = None if plan is None else as_plan(plan)
    if isinstance(inner_plan, Nested):
        outer, correction = inner_plan.outer, "nested"
        inner_plan = inner_plan.inner
    if outer is not None and correction != "nested":
        message = f"outer= is the plan of the nested correction, and correction is '{correction}'"
        raise PlanError(message, hint="correction='nested'")
    if correction == "nested" and dataset.time_rank is not None:
        message = "the nested correction cannot tell its inner searches the time of the rows, and these are in the order of time"
        raise PlanError(message, hint="correction='bbc', which needs no more fits")
    return inner_plan, outer, correction


def nested_correction(
    job: SearchJob,
    model: Models,
    space: Space | None,
    search: str | Study,
    *,
    draws: int,
    rule: str,
    outer: PlanLike | None,
) -> Finding:
    """Repeat the whole search inside every training set of the outer plan and score it on the rows left out.

    A candidate of which a fit fails is left out there too, if failures are recorded; a search in which all fail is an error.
    """
    from foldwise.api.select_cv import SelectCV

    searcher = SelectCV(
        model,
        space,
        plan=job.plan,
        measure=job.goal,
        search=search,
        draws=draws,
        rule=rule,
        positive=job.dataset.positive,
        costs=job.dataset.costs,
        seed=job.settings.seed,
        engine=job.settings.engine,
        on_failure=job.settings.on_failure,
    )
    result = assess(
        {"selected": searcher},
        job.dataset,
        plan=outer,
        measures=job.goal,
        level=job.level,
        settings=replace(job.settings, train=False, on_failure="raise"),
        baseline=False,
    )
    return result.finding("selected", job.goal.name)


def outer_plan(dataset: Dataset) -> str:
    """Outer plan of a nested correction: repeated, so that its interval holds, unless rows come in groups."""
    return "kfold(5, repeats=2)" if dataset.group_codes is None else "group-kfold(5)"
