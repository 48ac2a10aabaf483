"""`select`: choose among models or settings, and tell what the choice is really worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, final

import numpy as np

from foldwise.api.assess import assess, check_measures, pick_plan
from foldwise.api.candidates import Candidate, candidates_of, named
from foldwise.api.checking import check_rows, leaning
from foldwise.api.choice import RULES, choose_candidate, has_validation, note_on_luck
from foldwise.api.find import find
from foldwise.api.own import own_roles
from foldwise.api.trials import Trials, run_rounds, run_trials, without_failed
from foldwise.data import as_dataset
from foldwise.data.checks.kinds import check_kinds
from foldwise.engine import Settings, Store, fit_final, run
from foldwise.errors import InputError, PlanError, UnknownNameError
from foldwise.estimates import Bias, Estimate, Target, bbc
from foldwise.intervals import Interval, check_level, too_few
from foldwise.measures import Direction, Scored, class_of, default_measures, one_measure
from foldwise.measures import measure as find_measure
from foldwise.models import as_models
from foldwise.plans import Nested, as_plan, draw
from foldwise.predictions import Part
from foldwise.reports import Finding, Selection

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine.execute import Progress
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions

__all__ = ["RULES", "choose_candidate", "select"]

CORRECTIONS = ("bbc", "nested")


def select(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Any,  # noqa: ANN401 - an estimator, a name, or several of them
    space: Any,  # noqa: ANN401 - parameter lists or distributions; a function of an Optuna trial; None
    X: Any,  # noqa: ANN401 - table, path or Dataset
    y: Any = None,  # noqa: ANN401 - array or column name
    *,
    plan: Any = None,  # noqa: ANN401 - Plan, text, or anything with scikit-learn's split
    measure: str | Measure | None = None,
    search: Any = "grid",  # noqa: ANN401 - a name, or an Optuna study
    draws: int = 20,
    rule: str = "best",
    correction: str = "bbc",
    outer: Any = None,  # noqa: ANN401 - the outer plan of a nested correction
    eliminate: bool = False,
    refit: bool = True,
    train: bool = False,
    level: float = 0.95,
    groups: Any = None,  # noqa: ANN401
    order: Any = None,  # noqa: ANN401
    weights: Any = None,  # noqa: ANN401
    costs: Any = None,  # noqa: ANN401
    task: str | None = None,
    positive: Any = None,  # noqa: ANN401
    seed: int = 0,
    jobs: int | None = None,
    on_failure: str = "raise",
    store: str | Path | None = None,
    progress: Progress | None = None,
) -> Selection:
    """Choose the best of several settings or models, and tell what the chosen one is really worth.

    The winner of many looks better than it is, because it was also chosen for its luck. Its score is therefore corrected:
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
        Drop hopeless candidates after every repeat of the plan (BBCD).
    refit
        Fit the chosen model to all rows.
    train
        Keep the predictions of training rows, for the complexity curve.
    on_failure
        Stop at a fit that fails (``raise``), or leave its candidate out and say so (``record``).
    level, groups, order, weights, costs, task, positive, seed, jobs, store, progress
        As in `assess`.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = foldwise.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, foldwise.sample("iris"))
    >>> found.chosen in {"n_neighbors=1", "n_neighbors=5", "n_neighbors=15"}
    True
    """
    check_kinds(locals())
    check_level(level)
    for what, name, known in (("rule", rule, RULES), ("correction", correction, CORRECTIONS)):
        if name not in known:
            raise UnknownNameError.of(what, name, known)
    dataset = as_dataset(
        X,
        y,
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        roles=own_roles(model, X, y, groups, order, weights),
    )
    wanted = None if plan is None else as_plan(plan)
    if isinstance(wanted, Nested):
        outer, correction = wanted.outer, "nested"
        wanted = wanted.inner
    if outer is not None and correction != "nested":
        message = f"outer= is the plan of the nested correction, and correction is '{correction}'"
        raise PlanError(message, hint="correction='nested'")
    if correction == "nested" and dataset.time_rank is not None:
        message = "the nested correction cannot tell its inner searches the time of the rows, and these are in the order of time"
        raise PlanError(message, hint="correction='bbc', which needs no more fits")
    recipe, _ = pick_plan(wanted, dataset)
    if recipe.name == "resubstitution":
        refuse_overlap(recipe)
    settings = Settings(
        seed=seed,
        jobs=jobs,
        train=train,
        on_failure=on_failure,
        progress=progress,
        store=None if store is None else Store(store),
    )
    job = Job(dataset, recipe, settings, None if measure is None else one_measure(measure, dataset.task), level)
    candidates, trials = job.search(model, space, search, draws=draws, eliminate=eliminate)
    picked = job.with_measure(trials.predictions)
    chosen = choose_candidate(trials.predictions, picked.goal, rule)
    corrected = (
        picked.nested(model, space, search, draws=draws, rule=rule, outer=outer or outer_plan(dataset))
        if correction == "nested"
        else picked.correct(trials.predictions, chosen)
    )
    advice = check_rows("select", dataset, trials.predictions.resamples)
    findings = leaning(picked.findings(trials.predictions), advice)
    by_name = {one.name: one for one in candidates}
    return Selection(
        dataset=dataset,
        chosen=chosen,
        settings={one.name: one.settings for one in candidates},
        corrected=leaning((corrected,), advice)[0],
        naive=next(one for one in findings if one.model == chosen),
        findings=findings,
        predictions=trials.predictions,
        model=fit_final(chosen, by_name[chosen].model, dataset, seed=seed).model if refit else None,
        measure=picked.goal,
        rule=rule,
        plan=trials.predictions.resamples.plan,
        level=level,
        seed=seed,
        fits=trials.fits,
        dropped=trials.dropped,
        notes=notes_on(trials, corrected, eliminate=eliminate or search == "halving"),
        advice=advice,
    )


def refuse_overlap(plan: Plan) -> NoReturn:
    """Refuse a plan that tests rows it trains on."""
    message = f"{plan} tests rows it trains on: the model that memorises them best would be chosen"
    raise PlanError(message, hint="plan='kfold(10, repeats=3)'")


def notes_on(trials: Trials, corrected: Finding, *, eliminate: bool) -> tuple[str, ...]:
    """What the reader should know."""
    notes = []
    nested = corrected.model not in trials.predictions.models
    if nested:
        notes.append(
            f"nested: the search was repeated in {corrected.estimate.fits} training sets, beside the fits above"
        )
    few = too_few(trials.predictions, corrected.measure)
    if few:
        notes.append(f"too few rows to assess a model, so there is no interval: {few}")
    notes += [text for text in (trials.predictions.resamples.note, "" if nested else note_of(corrected)) if text]
    if eliminate and trials.dropped and not nested:
        notes.append(trials.words_of_dropped)
    notes += [f"{name} is left out, since its fits failed: {cause}" for name, cause in trials.failed.items()]
    return tuple(notes)


def note_of(finding: Finding) -> str:
    """What the reader should know of the interval."""
    return "" if finding.interval is None else finding.interval.note


@final
@dataclass(frozen=True, eq=False)
class Job:
    """Rows, plan and settings of one selection."""

    dataset: Dataset
    plan: Plan
    settings: Settings
    measure: Measure | None
    level: float

    @property
    def goal(self) -> Measure:
        """What is optimised."""
        if self.measure is None:
            message = "no measure was chosen"
            raise InputError(message, hint="measure='error'")
        return self.measure

    def with_measure(self, predictions: Predictions) -> Job:
        """Take the first default measure where none was asked for."""
        return self if self.measure is not None else replace(self, measure=default_measures(predictions)[0])

    def search(
        self,
        model: Any,  # noqa: ANN401
        space: Any,  # noqa: ANN401
        search: Any,  # noqa: ANN401
        *,
        draws: int,
        eliminate: bool,
    ) -> tuple[tuple[Candidate, ...], Trials]:
        """List the candidates and try them."""
        if self.measure is not None:
            check_measures([self.measure], self.dataset)
        resamples = draw(self.plan, self.dataset, self.settings.seed)
        if resamples.overlapping and resamples.kind != "bootstrap":
            refuse_overlap(self.plan)
        if not isinstance(search, str):
            if eliminate:
                message = "eliminate=True drops candidates between repeats, and a study tries them one after the other"
                raise InputError(message, hint="search='grid' or search='random'")
            return self._study(model, space, search, draws)
        candidates = candidates_of(model, space, self.dataset, search=search, draws=draws, seed=self.settings.seed)
        if eliminate or search == "halving":
            goal = self.measure or default_goal(self.dataset)
            halving = search == "halving"
            return candidates, run_rounds(
                self.dataset, candidates, resamples, self.settings, measure=goal, halving=halving
            )
        return candidates, run_trials(self.dataset, candidates, resamples, self.settings)

    def _study(self, model: Any, space: Any, study: Any, draws: int) -> tuple[tuple[Candidate, ...], Trials]:  # noqa: ANN401
        """Let an Optuna study propose the settings, one after the other."""
        if not (hasattr(study, "ask") and callable(space)):
            message = "an Optuna study needs a function of a trial that returns the settings as space"
            raise InputError(message, hint="space=lambda trial: {'max_depth': trial.suggest_int('max_depth', 1, 9)}")
        ((name, base),) = as_models(model, self.dataset).items()
        resamples = draw(self.plan, self.dataset, self.settings.seed)
        goal = self.measure or default_goal(self.dataset)
        check_direction(study, goal)
        candidates: dict[str, Candidate] = {}
        together: Predictions | None = None
        for _ in range(draws):
            trial = study.ask()
            (candidate,) = named(base, [dict(space(trial))])
            if candidate.name not in candidates:
                found = run(self.dataset, {candidate.name: candidate.model}, resamples, self.settings)
                together = found if together is None else together.merge(found)
                candidates[candidate.name] = candidate
            if together is not None:
                tell(study, trial, together, candidate.name, goal)
        if together is None:
            message = f"the study of {name} was given {draws} trials"
            raise InputError(message, hint="draws=20")
        sound, failed = without_failed(together)
        return tuple(candidates.values()), Trials(sound, (), resamples.count * len(candidates), failed)

    def findings(self, predictions: Predictions) -> tuple[Finding, ...]:
        """Every candidate by its own score: on the validation rows of a three-way plan, else on the rows left out."""
        if not has_validation(predictions):
            return find(predictions, (self.goal,), "auto", self.level)
        fits = predictions.resamples.count
        return tuple(
            Finding(
                name,
                self.goal,
                Estimate(
                    Scored(predictions, name, self.goal, Part.VALIDATION).value,
                    "pooled",
                    Target.PROXY,
                    Bias.OPTIMISTIC,
                    fits,
                ),
                None,
                "validation rows choose, test rows tell",
                positive=class_of(self.goal, predictions.classes, predictions.positive),
            )
            for name in predictions.models
            if predictions.of(name).size
        )

    def correct(self, predictions: Predictions, chosen: str) -> Finding:
        """Correct the winner's score: BBC, or the test rows of a three-way plan that the choice never saw."""
        (own,) = find(predictions.only(chosen), (self.goal,), "auto", self.level)
        if has_validation(predictions):
            return own
        scored = [Scored(predictions, name, self.goal) for name in predictions.models if predictions.of(name).size]
        rng = np.random.default_rng([self.settings.seed, 2])
        corrected = bbc(scored, rng)
        ends = None if own.interval is None else (own.interval.low, own.interval.high)
        low, high = corrected.interval(self.level, ends)
        fits = predictions.resamples.count
        estimate = Estimate(corrected.value, corrected.method, Target.RISK, Bias.UNKNOWN, fits)
        interval = None
        if not too_few(predictions, self.goal):
            interval = Interval(low, high, self.level, corrected.method, note=note_on_luck(corrected))
        return Finding(chosen, self.goal, estimate, interval, positive=own.positive)

    def nested(self, model: Any, space: Any, search: Any, *, draws: int, rule: str, outer: Any) -> Finding:  # noqa: ANN401
        """Repeat the whole search inside every training set of the outer plan and score it on the rows left out."""
        from foldwise.api.select_cv import SelectCV

        searcher = SelectCV(
            model,
            space,
            plan=self.plan,
            measure=self.goal,
            search=search,
            draws=draws,
            rule=rule,
            positive=self.dataset.positive,
            costs=self.dataset.costs,
            seed=self.settings.seed,
        )
        result = assess(
            {"selected": searcher},
            self.dataset,
            plan=outer,
            measures=self.goal,
            level=self.level,
            seed=self.settings.seed,
            jobs=self.settings.jobs,
            progress=self.settings.progress,
            baseline=False,
        )
        return result.finding("selected", self.goal.name)


def outer_plan(dataset: Dataset) -> str:
    """Outer plan of a nested correction: repeated, so that its interval holds, unless rows come in groups."""
    return "kfold(5, repeats=2)" if dataset.group_codes is None else "group-kfold(5)"


def default_goal(dataset: Dataset) -> Measure:
    """The error, or the root mean squared error."""
    return find_measure("error" if dataset.is_classification else "rmse")


def tell(study: Any, trial: Any, predictions: Predictions, name: str, goal: Measure) -> None:  # noqa: ANN401, PLR0917 - Optuna's
    """Tell the study what came of a trial, on the validation rows where the plan keeps test rows for the end."""
    if any(failure.model == name for failure in predictions.failures):
        from optuna.trial import TrialState

        study.tell(trial, state=TrialState.FAIL)
        return
    part = Part.VALIDATION if has_validation(predictions) else Part.TEST
    study.tell(trial, Scored(predictions, name, goal, part).value)


def check_direction(study: Any, goal: Measure) -> None:  # noqa: ANN401
    """Refuse a study that would look for the worst."""
    wanted = "MAXIMIZE" if goal.direction is Direction.HIGHER else "MINIMIZE"
    if study.direction.name != wanted:
        message = f"the study wants to {study.direction.name.lower()}, and for {goal.name} {goal.direction}"
        raise InputError(message, hint=f"optuna.create_study(direction='{wanted.lower()}')")
