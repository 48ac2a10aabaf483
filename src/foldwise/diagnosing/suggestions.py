"""What to do about it: a short ranked list, each with its evidence and the command that acts on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from shlex import quote
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.advice import Severity, spoils
from foldwise.diagnoses import FitKind
from foldwise.diagnosing.mending import mending
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
AVERAGED = ("Forest", "Bagging", "ExtraTrees", "Voting", "Stacking", "Boost", "LGBM", "XGB")
"""Models that are committees already."""
BOOSTED = ("Boost", "LGBM", "XGB")


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
    """Everything that the findings speak for: what spoils the figures first, then by what it may gain."""
    ground = SuggestionFacts(subject, results)
    mends = list(_once(_mends(ground)))
    useless = any(mend.action == "mend-data" or mend.action == "group-rows" for mend in mends)
    others = [one for rule in RULES if (one := rule(ground)) is not None]
    others.sort(key=lambda one: -_weight(one, ground))
    return tuple(
        [*mends[:3], *others][:MOST_SUGGESTIONS]
        if useless
        else [*others[: MOST_SUGGESTIONS - min(2, len(mends))], *mends[:2]][:MOST_SUGGESTIONS]
    )


def _weight(one: Suggestion, ground: SuggestionFacts) -> float:
    """Share of the error that it may take off; what nobody can tell counts little."""
    return 0.02 if isnan(one.gain) else ground.share(one.gain)


def _mends(ground: SuggestionFacts) -> Iterator[Suggestion]:
    """What the checks ask for."""
    checks = ground.of("checks") or ()
    bad = spoils(checks)
    for one in sorted(checks, key=lambda one: list(Severity).index(one.severity)):
        if one.code in ("FW105", "FW209"):
            action, text = "group-rows", "Group the rows or give their time"
        elif one.code == "FW206":
            action, text = "clean-labels", "Look at the labels that may be wrong"
        elif one.code == "FW207":
            action, text = "stronger-model", "Take another model, or keep the baseline"
        elif one.code == "FW109":
            action, text = "look", "Collect rows of the rare classes, or merge them"
        elif one.code == "FW208":
            action, text = "look", "Test more rows at a time"
        elif one.code == "FW108":
            action, text = "mend-data" if one in bad else "look", "Leave out the column that names the rows"
        elif one.code == "FW304":
            action, text = "look", "Report the corrected figure of the winner"
        elif one.code in ("FW204", "FW205"):
            action, text = "other-measure", "Take another measure"
        else:
            action, text = ("mend-data", "Correct the rows") if one in bad else ("look", "Look at the rows")
        command = mending(one, ground.rows, ground.of("complexity"))
        yield Suggestion(action, f"{text} ({one.code})", f"{one.found}; what to do: {one.mend}", command, one.mend)


def _once(mends: Iterator[Suggestion]) -> Iterator[Suggestion]:
    """All of them, but to group the rows only once: two checks may ask for it."""
    grouped = False
    for mend in mends:
        if mend.action != "group-rows" or not grouped:
            yield mend
        grouped |= mend.action == "group-rows"


def more_data(ground: SuggestionFacts) -> Suggestion | None:
    """More rows, where the curve still falls."""
    curve = ground.of("learning_curve")
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
        f"foldwise diagnose {ground.rows} --part learning-curve --reach {needed.error:.3g}",
        f"foldwise.diagnose(model, X, y, parts='learning-curve', reach={needed.error:.3g})",
        curve.gain,
    )


def other_complexity(ground: SuggestionFacts) -> Suggestion | None:
    """Another value of the parameter that governs complexity, where it does better on rows left out."""
    curve = ground.of("complexity")
    if curve is None:
        return None
    own = _own_value(ground, curve.parameter)
    if own not in curve.values or own == curve.best:
        return None
    at, best = curve.values.index(own), curve.values.index(curve.best)
    gain = curve.validation[at] - curve.validation[best]
    if ground.share(gain) < NOTABLE_SHARE:
        return None
    action = "simpler-model" if best < at else "stronger-model"  # values go from simple to complex
    values = [curve.values[place] for place in range(max(0, best - 1), min(len(curve.values), best + 2))]
    grid = ",".join("none" if value is None else str(value) for value in values)
    return Suggestion(
        action,
        f"Take a {'simpler' if action == 'simpler-model' else 'more flexible'} model",
        f"{curve.measure} on rows left out is {curve.validation[at]:.3g} with {curve.parameter}={own} and "
        f"{curve.validation[best]:.3g} with {curve.parameter}={curve.best}, which is a little too good as the best of {len(curve.values)}",
        f"foldwise select {ground.rows} --grid {quote(f'{curve.parameter}={grid}')}",
        f"foldwise.select(model, {{'{curve.parameter}': {values}}}, X, y)",
        gain,
    )


def _own_value(ground: SuggestionFacts, parameter: str) -> object:
    steps = getattr(ground.subject.model, "steps", None)
    last = ground.subject.model if steps is None else steps[-1][1]
    return last.get_params().get(parameter)


def bag(ground: SuggestionFacts) -> Suggestion | None:
    """An average of models, where they differ from each other."""
    parts = ground.of("decompositions")
    if not parts or any(word in ground.kind for word in AVERAGED):
        return None
    main = parts[0]
    if main.variance < 0.25 * max(main.loss, 1e-300) or not main.variance > 0:
        return None
    return Suggestion(
        "bag",
        "Average over bootstrap samples (bagging, a forest)",
        f"variance is {main.variance:.3g} of the loss {main.loss:.3g} ({main.method}), which is the most that averaging can remove",
        f"foldwise improve {ground.rows}",
        "foldwise.improve(model, X, y)",
        main.variance / 2,
    )


def boost(ground: SuggestionFacts) -> Suggestion | None:
    """A stronger model, where the training error itself is high."""
    verdict = ground.of("verdict")
    if verdict is None or verdict.kind not in (FitKind.UNDERFITTING, FitKind.BOTH):
        return None
    boosted = any(word in ground.kind for word in BOOSTED)
    evidence = "; ".join(sign.evidence for sign in verdict.signs if sign.points_to is FitKind.UNDERFITTING)
    named = ("random-forest", "svm") if boosted else ("hist-gradient-boosting", "random-forest")
    models = " ".join(f"--model {name}" for name in named)
    return Suggestion(
        "boost" if not boosted else "stronger-model",
        "Boost, or take a more flexible model" if not boosted else "Take a more flexible model",
        evidence,
        f"foldwise compare {ground.rows} {models}",
        "foldwise.compare(['hist-gradient-boosting', model], X, y)",
    )


def _little(gain: float, error: float) -> str:
    return f"only {gain:.2g}" if gain > 1e-3 * error else "nothing"


def better_features(ground: SuggestionFacts) -> Suggestion | None:
    """Other columns, where neither rows nor flexibility would help; or fewer, where most do nothing."""
    curve, verdict, columns = ground.of("learning_curve"), ground.of("verdict"), ground.of("importance")
    if verdict is not None and curve is not None and ground.share(curve.gain) < NOTABLE_SHARE:
        # Above the baseline the model is what is wrong.
        high = 0.5 < ground.subject.error / ground.subject.baseline_error <= 1
        if high and verdict.kind in (FitKind.UNDERFITTING, FitKind.GOOD, FitKind.UNDECIDED):
            return Suggestion(
                "better-features",
                "Look for more informative columns",
                f"{curve.measure} is still {percent(ground.subject.error / ground.subject.baseline_error)} of the baseline's, and twice the "
                f"rows would take {_little(curve.gain, ground.subject.error)} off it",
                f"foldwise diagnose {ground.rows} --part importance,slices",
                "foldwise.diagnose(model, X, y, parts=['importance', 'slices'])",
            )
    if columns is None or len(columns.columns) < 4:
        return None
    idle = [column.column for column in columns.columns if column.high <= NOTABLE_SHARE * ground.subject.error]
    if len(idle) < 0.5 * len(columns.columns) or verdict is None or verdict.kind is not FitKind.OVERFITTING:
        return None
    dropped = " ".join(f"--drop {quote(name)}" for name in idle[:4])
    return Suggestion(
        "better-features",
        f"Leave out uninformative columns ({len(idle)} of {len(columns.columns)})",
        f"permuting any of them raises {ground.subject.measure.name} by less than {percent(NOTABLE_SHARE)} of it: {', '.join(idle[:6])}",
        f"foldwise assess {ground.rows} {dropped}",
        "foldwise.assess(model, X.drop(columns=[…]), y)",
    )


def recalibrate(ground: SuggestionFacts) -> Suggestion | None:
    """Recalibration, where probabilities are off by more than chance."""
    miscalibrated = [one for one in ground.of("calibration") or () if one.test.p_value <= 0.01]
    if not miscalibrated:
        return None
    worst = max(miscalibrated, key=lambda one: one.miscalibration.value)
    score = worst.parts[0].value
    if worst.miscalibration.low < NOTABLE_SHARE * score:
        return None
    return Suggestion(
        "recalibrate",
        "Calibrate the probabilities",
        f"recalibration takes {worst.miscalibration.low:.2g} to {worst.miscalibration.high:.2g} off the "
        f"Brier score {score:.3g} of '{worst.positive}' ({told_p_value(worst.test.p_value)})",
        f"foldwise improve {ground.rows} --variant calibration --measure brier",
        "foldwise.improve(model, X, y, variants='calibration', measures='brier')",
    )


def other_threshold(ground: SuggestionFacts) -> Suggestion | None:
    """Another threshold, where one that was found on other rows errs less."""
    subject = ground.subject
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
    if threshold.low <= 0 or ground.share(threshold.gain) < NOTABLE_SHARE:
        return None
    return Suggestion(
        "other-threshold",
        "Take another threshold",
        f"'{subject.dataset.classes[positive]}' from a probability of {_threshold(threshold.threshold)} on, found on other rows, takes "
        f"{threshold.gain:.2g} [{threshold.low:.2g}, {threshold.high:.2g}] off the error",
        f"foldwise assess {ground.rows} --costs fn=1,fp=1 --decide training",
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


def weak_slice(ground: SuggestionFacts) -> Suggestion | None:
    """The slice with the highest loss, where one is shown."""
    slices = ground.of("slices")
    if slices is None or not slices.shown:
        return None
    worst = slices.shown[0]
    return Suggestion(
        "weak-slice",
        f"Look at rows with {worst}",
        f"loss {worst.loss:.3g} against {worst.elsewhere:.3g} elsewhere, on {count_of(worst.rows, 'row')} that did not find it ({told_p_value(worst.p_adjusted)})",
        f"foldwise assess {ground.rows} --segment {quote(worst.conditions[0].column)}",
        f"foldwise.assess(model, X, y, segments='{worst.conditions[0].column}')",
    )


RULES: tuple[Callable[[SuggestionFacts], Suggestion | None], ...] = (
    more_data,
    other_complexity,
    bag,
    boost,
    better_features,
    recalibrate,
    other_threshold,
    weak_slice,
)
"""What can be suggested beside what the checks ask for."""
