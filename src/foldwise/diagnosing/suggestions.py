"""What to do about the findings of a diagnosis: a short ranked list, each with its evidence and the command that acts on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from shlex import quote
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.advice import Severity, spoils
from foldwise.diagnoses import FitKind
from foldwise.diagnosing.check_command import check_command
from foldwise.diagnosing.threshold import better_threshold
from foldwise.phrases import count_of, percent, told_p_value
from foldwise.reports import Suggestion, rows_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from foldwise.diagnosing.subject import Subject
    from foldwise.typing import Untyped

__all__ = ["suggestions"]

MOST_SUGGESTIONS = 6
"""Suggestions that are made."""
NOTABLE_SHARE = 0.03
"""Share of the error that is worth a suggestion."""
UNKNOWN_GAIN_SHARE = 0.02
"""Share of the error by which a suggestion of unknown gain is ranked."""
AVERAGED = ("Forest", "Bagging", "ExtraTrees", "Voting", "Stacking", "Boost", "LGBM", "XGB")
"""Parts of the names of models that are ensembles already."""
BOOSTED = ("Boost", "LGBM", "XGB")
LOOK_AT_ROWS = ("look", "Look at the rows")
CHECK_ACTIONS = {
    **dict.fromkeys(("FW105", "FW209"), ("group-rows", "Group the rows or give their time")),
    "FW108": ("mend-data", "Leave out the column that names the rows"),
    "FW109": ("look", "Collect rows of the rare classes, or merge them"),
    **dict.fromkeys(("FW204", "FW205"), ("other-measure", "Take another measure")),
    "FW206": ("clean-labels", "Look at the labels that may be wrong"),
    "FW207": ("stronger-model", "Take another model, or keep the baseline"),
    "FW208": ("look", "Test more rows at a time"),
    "FW304": ("look", "Report the corrected figure of the winner"),
}
"""Action and text of a suggestion by the code of the check; to mend the data is only suggested where what was found spoils the figures."""


@final
@dataclass(frozen=True)
class SuggestionFacts:
    """What suggestions are made from: the subject, and the fields of the diagnosis that were found."""

    subject: Subject
    found: Mapping[str, Any]

    def of(self, name: str) -> Untyped:
        """One field, or None."""
        return self.found.get(name)

    @property
    def kind(self) -> str:
        """Class of the last step of the model."""
        steps = getattr(self.subject.model, "steps", None)
        return type(self.subject.model if steps is None else steps[-1][1]).__name__

    @property
    def rows(self) -> str:
        """File, columns and model as they are typed on the command line."""
        return f"{rows_typed(self.subject.dataset)} --model {quote(self.subject.name)}"

    def share(self, gain: float) -> float:
        """A gain as a share of the error."""
        return gain / self.subject.error if self.subject.error > 0 else 0.0


def suggestions(subject: Subject, results: Mapping[str, Any]) -> tuple[Suggestion, ...]:
    """What the findings suggest: what spoils the figures first, then by the share of the error that it may gain."""
    facts = SuggestionFacts(subject, results)
    from_checks = list(_once(_check_suggestions(facts)))
    spoiled = any(one.action in ("mend-data", "group-rows") for one in from_checks)
    others = [one for rule in RULES if (one := rule(facts)) is not None]
    others.sort(key=lambda one: -_weight(one, facts))
    return tuple(
        [*from_checks[:3], *others][:MOST_SUGGESTIONS]
        if spoiled
        else [*others[: MOST_SUGGESTIONS - min(2, len(from_checks))], *from_checks[:2]][:MOST_SUGGESTIONS]
    )


def _weight(one: Suggestion, facts: SuggestionFacts) -> float:
    """Share of the error that it may take off."""
    return UNKNOWN_GAIN_SHARE if isnan(one.gain) else facts.share(one.gain)


def _check_suggestions(facts: SuggestionFacts) -> Iterator[Suggestion]:
    """What to do about what the checks found, the most severe first."""
    checks = facts.of("checks") or ()
    bad = spoils(checks)
    for one in sorted(checks, key=lambda one: list(Severity).index(one.severity)):
        action, text = CHECK_ACTIONS.get(one.code, ("mend-data", "Correct the rows") if one in bad else LOOK_AT_ROWS)
        action = "look" if action == "mend-data" and one not in bad else action
        command = check_command(one, facts.rows, facts.of("complexity"))
        yield Suggestion(action, f"{text} ({one.code})", f"{one.found}; what to do: {one.mend}", command, one.mend)


def _once(mends: Iterator[Suggestion]) -> Iterator[Suggestion]:
    """All of them, but to group the rows only once: two checks may ask for it."""
    grouped = False
    for mend in mends:
        if mend.action != "group-rows" or not grouped:
            yield mend
        grouped |= mend.action == "group-rows"


def more_data(facts: SuggestionFacts) -> Suggestion | None:
    """More rows, where the curve still falls."""
    curve = facts.of("learning_curve")
    if curve is None or not curve.is_worthwhile:
        return None
    full, double, needed = curve.at_full, curve.doubled, curve.needed
    rows = (
        f"about {needed.rows:,.0f} rows for {needed.error:.3g}"
        if np.isfinite(needed.rows)
        else f"never {needed.error:.3g}"
    )
    return Suggestion(
        "more-data",
        "Collect more rows",
        f"twice as many would bring {curve.measure} from {full.value:.3g} to {double.value:.3g} [{double.low:.3g}, {double.high:.3g}]; {rows}",
        f"foldwise diagnose {facts.rows} --part learning-curve --reach {needed.error:.3g}",
        f"foldwise.diagnose(model, X, y, parts='learning-curve', reach={needed.error:.3g})",
        curve.gain,
    )


def other_complexity(facts: SuggestionFacts) -> Suggestion | None:
    """Another value of the parameter that governs complexity, where it does better on rows left out."""
    curve = facts.of("complexity")
    if curve is None:
        return None
    own = _own_value(facts, curve.parameter)
    if own not in curve.values or own == curve.best:
        return None
    at, best = curve.values.index(own), curve.values.index(curve.best)
    gain = curve.validation[at] - curve.validation[best]
    if facts.share(gain) < NOTABLE_SHARE:
        return None
    action = "simpler-model" if best < at else "stronger-model"  # values go from simple to complex
    values = [curve.values[place] for place in range(max(0, best - 1), min(len(curve.values), best + 2))]
    grid = ",".join("none" if value is None else str(value) for value in values)
    return Suggestion(
        action,
        f"Take a {'simpler' if action == 'simpler-model' else 'more flexible'} model",
        f"{curve.measure} on rows left out is {curve.validation[at]:.3g} with {curve.parameter}={own} and "
        f"{curve.validation[best]:.3g} with {curve.parameter}={curve.best}, which is a little too good as the best of {len(curve.values)}",
        f"foldwise select {facts.rows} --grid {quote(f'{curve.parameter}={grid}')}",
        f"foldwise.select(model, {{'{curve.parameter}': {values}}}, X, y)",
        gain,
    )


def _own_value(facts: SuggestionFacts, parameter: str) -> object:
    steps = getattr(facts.subject.model, "steps", None)
    last = facts.subject.model if steps is None else steps[-1][1]
    return last.get_params().get(parameter)


def bag(facts: SuggestionFacts) -> Suggestion | None:
    """An average of models, where they differ from each other."""
    parts = facts.of("decompositions")
    if not parts or any(word in facts.kind for word in AVERAGED):
        return None
    main = parts[0]
    if main.variance < 0.25 * max(main.loss, 1e-300) or not main.variance > 0:
        return None
    return Suggestion(
        "bag",
        "Average over bootstrap samples (bagging, a forest)",
        f"variance is {main.variance:.3g} of the loss {main.loss:.3g} ({main.method}), which is the most that averaging can remove",
        f"foldwise improve {facts.rows}",
        "foldwise.improve(model, X, y)",
        main.variance / 2,
    )


def boost(facts: SuggestionFacts) -> Suggestion | None:
    """A stronger model, where the training error itself is high."""
    verdict = facts.of("verdict")
    if verdict is None or verdict.kind not in (FitKind.UNDERFITTING, FitKind.BOTH):
        return None
    boosted = any(word in facts.kind for word in BOOSTED)
    evidence = "; ".join(sign.evidence for sign in verdict.signs if sign.points_to is FitKind.UNDERFITTING)
    named = ("random-forest", "svm") if boosted else ("hist-gradient-boosting", "random-forest")
    models = " ".join(f"--model {name}" for name in named)
    return Suggestion(
        "boost" if not boosted else "stronger-model",
        "Boost, or take a more flexible model" if not boosted else "Take a more flexible model",
        evidence,
        f"foldwise compare {facts.rows} {models}",
        "foldwise.compare(['hist-gradient-boosting', model], X, y)",
    )


def _little(gain: float, error: float) -> str:
    return f"only {gain:.2g}" if gain > 1e-3 * error else "nothing"


def better_features(facts: SuggestionFacts) -> Suggestion | None:
    """Other columns, where neither rows nor flexibility would help; or fewer, where most do nothing."""
    curve, verdict, columns = facts.of("learning_curve"), facts.of("verdict"), facts.of("importance")
    if verdict is not None and curve is not None and facts.share(curve.gain) < NOTABLE_SHARE:
        # Above the baseline the model is what is wrong.
        high = 0.5 < facts.subject.error / facts.subject.baseline_error <= 1
        if high and verdict.kind in (FitKind.UNDERFITTING, FitKind.GOOD, FitKind.UNDECIDED):
            return Suggestion(
                "better-features",
                "Look for more informative columns",
                f"{curve.measure} is still {percent(facts.subject.error / facts.subject.baseline_error)} of the baseline's, and twice the "
                f"rows would take {_little(curve.gain, facts.subject.error)} off it",
                f"foldwise diagnose {facts.rows} --part importance,slices",
                "foldwise.diagnose(model, X, y, parts=['importance', 'slices'])",
            )
    if columns is None or len(columns.columns) < 4:
        return None
    idle = [column.column for column in columns.columns if column.high <= NOTABLE_SHARE * facts.subject.error]
    if len(idle) < 0.5 * len(columns.columns) or verdict is None or verdict.kind is not FitKind.OVERFITTING:
        return None
    dropped = " ".join(f"--drop {quote(name)}" for name in idle[:4])
    return Suggestion(
        "better-features",
        f"Leave out uninformative columns ({len(idle)} of {len(columns.columns)})",
        f"permuting any of them raises {facts.subject.measure.name} by less than {percent(NOTABLE_SHARE)} of it: {', '.join(idle[:6])}",
        f"foldwise assess {facts.rows} {dropped}",
        "foldwise.assess(model, X.drop(columns=[…]), y)",
    )


def calibrated_probabilities(facts: SuggestionFacts) -> Suggestion | None:
    """Recalibration, where probabilities are off by more than chance."""
    miscalibrated = [one for one in facts.of("calibration") or () if one.test.p_value <= 0.01]
    if not miscalibrated:
        return None
    worst = max(miscalibrated, key=lambda one: one.miscalibration.value)
    score = worst.parts[0].value
    if worst.miscalibration.low < NOTABLE_SHARE * score:
        return None
    return Suggestion(
        "calibrated_probabilities",
        "Calibrate the probabilities",
        f"recalibration takes {worst.miscalibration.low:.2g} to {worst.miscalibration.high:.2g} off the "
        f"Brier score {score:.3g} of '{worst.positive}' ({told_p_value(worst.test.p_value)})",
        f"foldwise improve {facts.rows} --variant calibration --measure brier",
        "foldwise.improve(model, X, y, variants='calibration', measures='brier')",
    )


def other_threshold(facts: SuggestionFacts) -> Suggestion | None:
    """Another threshold, where one that was found on other rows errs less."""
    subject = facts.subject
    two = subject.dataset.is_classification and len(subject.dataset.classes) == 2
    if (
        not two
        or subject.measure.name != "error"
        or not subject.gives_probabilities
        or subject.dataset.weights is not None
    ):
        return None
    rows, scores = subject.first_probabilities
    positive = max(subject.held_out.positive, 0)
    threshold = better_threshold(
        subject.dataset.truth[rows] == positive, scores[:, positive], seed=subject.settings.seed
    )
    if threshold.low <= 0 or facts.share(threshold.gain) < NOTABLE_SHARE:
        return None
    return Suggestion(
        "other-threshold",
        "Take another threshold",
        f"'{subject.dataset.classes[positive]}' from a probability of {_threshold(threshold.threshold)} on, found on other rows, takes "
        f"{threshold.gain:.2g} [{threshold.low:.2g}, {threshold.high:.2g}] off the error",
        f"foldwise assess {facts.rows} --costs fn=1,fp=1 --decide training",
        "foldwise.assess(model, X, y, costs='fn=1,fp=1', decide='training')",
        threshold.gain,
    )


def _threshold(value: float) -> str:
    """A threshold with as many digits as tell it from 0 and 1."""
    return (
        f"{value:.2f}"
        if 0.005 <= value < 0.995
        else "1"
        if value >= 1
        else f"{value:.2g}"
        if value < 0.5
        else f"{value:.6g}"
    )


def weak_slice(facts: SuggestionFacts) -> Suggestion | None:
    """The slice with the highest loss, where one is shown."""
    slices = facts.of("slices")
    if slices is None or not slices.shown:
        return None
    worst = slices.shown[0]
    return Suggestion(
        "weak-slice",
        f"Look at rows with {worst}",
        f"loss {worst.loss:.3g} against {worst.elsewhere:.3g} elsewhere, on {count_of(worst.rows, 'row')} that did not find it ({told_p_value(worst.p_adjusted)})",
        f"foldwise assess {facts.rows} --segment {quote(worst.conditions[0].column)}",
        f"foldwise.assess(model, X, y, segments='{worst.conditions[0].column}')",
    )


RULES: tuple[Callable[[SuggestionFacts], Suggestion | None], ...] = (
    more_data,
    other_complexity,
    bag,
    boost,
    better_features,
    calibrated_probabilities,
    other_threshold,
    weak_slice,
)
"""What can be suggested beside what the checks ask for."""
