"""The search of a selection: its rows, plan and settings; the candidates tried, their findings, the corrected score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn, final

import numpy as np

from foldwise.engine import run
from foldwise.errors import InputError, PlanError
from foldwise.estimates import Bias, Estimate, Target, bbc
from foldwise.evaluation import Request, check_measures, evaluate, heavy_tails, with_samples, withhold_intervals
from foldwise.intervals import Interval, too_few
from foldwise.measures import Direction, ModelScores, class_of, default_measures
from foldwise.measures import measure as find_measure
from foldwise.models import as_models
from foldwise.plans import draw
from foldwise.predictions import Part
from foldwise.reports import Finding
from foldwise.selection.candidates import Candidate, candidates_of, named
from foldwise.selection.choice import note_on_luck
from foldwise.selection.trials import Trials, run_rounds, run_trials, without_failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator, Given, Study

__all__ = ["SearchJob", "notes_on", "refuse_overlap"]


@final
@dataclass(frozen=True, eq=False)
class SearchJob:
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

    def with_measure(self, predictions: Predictions) -> SearchJob:
        """Take the first default measure where none was asked for."""
        return self if self.measure is not None else replace(self, measure=default_measures(predictions)[0])

    def search(
        self,
        model: Estimator,
        space: Given,
        search: str | Study,
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

    def _study(
        self, model: Estimator, space: Given, study: Estimator, draws: int
    ) -> tuple[tuple[Candidate, ...], Trials]:
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
                predictions = run(self.dataset, {candidate.name: candidate.model}, resamples, self.settings)
                together = predictions if together is None else together.merge(predictions)
                candidates[candidate.name] = candidate
            if together is not None:
                report_trial(study, trial, together, candidate.name, goal)
        if together is None:
            message = f"the study of {name} was given {draws} trials"
            raise InputError(message, hint="draws=20")
        sound, failed = without_failed(together)
        return tuple(candidates.values()), Trials(sound, (), resamples.count * len(candidates), failed)

    def findings(self, predictions: Predictions, candidates: Sequence[Candidate]) -> tuple[Finding, ...]:
        """Every candidate by its own score: on the validation rows of a three-way plan, else on the rows left out."""
        if not predictions.resamples.keeps_validation:
            return self._left_out(predictions, candidates)
        fits = predictions.resamples.count
        return tuple(
            Finding(
                name,
                self.goal,
                Estimate(
                    ModelScores(predictions, name, self.goal, Part.VALIDATION).value,
                    "pooled",
                    Target.PROXY,
                    Bias.OPTIMISTIC,
                    fits,
                ),
                None,
                "the validation rows chose the candidate; its error is that of the test rows",
                positive=class_of(self.goal, predictions.classes, predictions.positive),
            )
            for name in predictions.models
            if predictions.of(name).size
        )

    def _left_out(self, predictions: Predictions, candidates: Sequence[Candidate]) -> tuple[Finding, ...]:
        """Findings on the rows left out, without the intervals that would not hold."""
        findings = evaluate(predictions, (self.goal,), Request(level=self.level))
        models = {candidate.name: candidate.model for candidate in candidates}
        return withhold_intervals(findings, (), models=models, dataset=self.dataset, predictions=predictions)[0]

    def with_samples(self, predictions: Predictions, winner: Candidate) -> Predictions:
        """Fit the chosen candidate to a few bootstrap samples, where its interval looks at them."""
        if predictions.resamples.keeps_validation:
            return predictions
        return with_samples(predictions, {winner.name: winner.model}, self.dataset, self.settings)

    def correct(self, predictions: Predictions, winner: Candidate) -> Finding:
        """Correct the winner's score: BBC, or the test rows of a three-way plan that the choice never saw."""
        (own,) = self._left_out(predictions.only(winner.name), [winner])
        if predictions.resamples.keeps_validation:
            return own
        scored = [ModelScores(predictions, name, self.goal) for name in predictions.models if predictions.of(name).size]
        rng = np.random.default_rng([self.settings.seed, 2])
        corrected = bbc(scored, rng)
        low, high = corrected.interval(self.level, own.interval)
        fits = predictions.resamples.count
        estimate = Estimate(corrected.value, corrected.method, Target.RISK, Bias.UNKNOWN, fits)
        interval = None
        if not (too_few(predictions, self.goal) or own.not_assessable):
            note = "; ".join(filter(None, [note_of(own), note_on_luck(corrected)]))
            interval = Interval(low, high, self.level, corrected.method, note=note)
        reason = own.reason if own.not_assessable else ""
        return Finding(winner.name, self.goal, estimate, interval, reason, positive=own.positive)


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
    too_few_rows = too_few(trials.predictions, corrected.measure)
    if too_few_rows:
        notes.append(f"too few rows to assess a model, so there is no interval: {too_few_rows}")
    elif corrected.not_assessable:
        notes.append(f"there is no interval: {corrected.reason.removeprefix('not assessable: ')}")
    notes += [text for text in (trials.predictions.resamples.note, "" if nested else note_of(corrected)) if text]
    if not nested:
        notes += heavy_tails(trials.predictions, (corrected,))
    if eliminate and trials.dropped and not nested:
        notes.append(trials.words_of_dropped)
    notes += [f"{name} is left out, since its fits failed: {cause}" for name, cause in trials.failed.items()]
    return tuple(notes)


def note_of(finding: Finding) -> str:
    """What the reader should know of the interval."""
    return "" if finding.interval is None else finding.interval.note


def default_goal(dataset: Dataset) -> Measure:
    """The error, or the root mean squared error."""
    return find_measure("error" if dataset.is_classification else "rmse")


def report_trial(study: Estimator, trial: Estimator, predictions: Predictions, name: str, goal: Measure) -> None:  # noqa: PLR0917
    """Tell the study what came of a trial, on the validation rows where the plan keeps test rows for the end."""
    if any(failure.model == name for failure in predictions.failures):
        from optuna.trial import TrialState

        study.tell(trial, state=TrialState.FAIL)
        return
    part = Part.VALIDATION if predictions.resamples.keeps_validation else Part.TEST
    study.tell(trial, ModelScores(predictions, name, goal, part).value)


def check_direction(study: Estimator, goal: Measure) -> None:
    """Refuse a study that would look for the worst."""
    direction = "MAXIMIZE" if goal.direction is Direction.HIGHER else "MINIMIZE"
    if study.direction.name != direction:
        message = f"the study wants to {study.direction.name.lower()}, and for {goal.name} {goal.direction}"
        raise InputError(message, hint=f"optuna.create_study(direction='{direction.lower()}')")
