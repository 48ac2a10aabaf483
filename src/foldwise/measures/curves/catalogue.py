"""Every curve by name, and how it is drawn from predictions."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import MeasureError, UnknownNameError, ValidityError
from foldwise.measures.curves.band import independent_rows
from foldwise.measures.curves.calibration import CalibrationCurve
from foldwise.measures.curves.cost import CostCurve
from foldwise.measures.curves.curve import mean_weights
from foldwise.measures.curves.decision import DecisionCurve
from foldwise.measures.curves.det import DetCurve
from foldwise.measures.curves.gain import GainCurve
from foldwise.measures.curves.precision_recall import PrecisionRecallCurve
from foldwise.measures.curves.residual import ResidualCurve
from foldwise.measures.curves.risk_coverage import RiskCoverageCurve
from foldwise.measures.curves.roc import RocCurve
from foldwise.measures.definitions.ranks import positive_count
from foldwise.measures.definitions.scores import pair_count
from foldwise.measures.definitions.values import row_count
from foldwise.measures.model_scores import ModelScores
from foldwise.measures.names import measure
from foldwise.measures.scope import class_of
from foldwise.measures.tallies.by_resample import split
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Floats
    from foldwise.data import Task
    from foldwise.measures.curves.curve import Curve
    from foldwise.measures.outcomes import Outcomes
    from foldwise.predictions import Predictions

__all__ = ["CURVES", "CurveKind", "make_curve"]


@final
@dataclass(frozen=True)
class CurveKind:
    """A curve of the catalogue.

    Parameters
    ----------
    curve
        Its class.
    summary
        What it shows, in a few words.
    like
        The measure whose needs it shares.
    pooled
        Draws it from all rows together, each tested so many times; None where it is made within resamples.
    of, mean
        Draw it from one sample, and average those of several; None where it is pooled.
    weight
        How much a resample counts in the mean.
    """

    curve: type[Curve]
    summary: str
    like: str
    pooled: Callable[[Outcomes, float], Curve] | None = None
    of: Callable[[Outcomes], Curve] | None = None
    mean: Callable[[Sequence[Any], Floats], Curve] | None = None
    weight: Callable[[Outcomes], float] = pair_count

    @property
    def name(self) -> str:
        """Lower case with hyphens."""
        return self.curve.name

    @property
    def title(self) -> str:
        """What a reader calls it."""
        return self.curve.title

    @property
    def task(self) -> Task:
        """What it is for."""
        return measure(self.like).task


CURVES: tuple[CurveKind, ...] = (
    CurveKind(RocCurve, "hits against false alarms as the threshold falls", "eer", of=RocCurve.of, mean=RocCurve.mean),
    CurveKind(
        PrecisionRecallCurve,
        "precision against recall, in steps",
        "lift",
        of=PrecisionRecallCurve.of,
        mean=PrecisionRecallCurve.mean,
        weight=positive_count,
    ),
    CurveKind(
        DetCurve, "misses against false alarms on normal-deviate axes", "eer", of=DetCurve.of, mean=DetCurve.mean
    ),
    CurveKind(
        GainCurve,
        "share of the class found in the first rows, and the lift",
        "gain",
        of=GainCurve.of,
        mean=GainCurve.mean,
    ),
    CurveKind(
        CostCurve,
        "normalised cost for every class share and cost ratio",
        "eer",
        of=CostCurve.of,
        mean=CostCurve.mean,
    ),
    CurveKind(CalibrationCurve, "observed share against predicted probability", "ece", pooled=CalibrationCurve.pooled),
    CurveKind(
        RiskCoverageCurve,
        "error of the surest rows against their share",
        "aurc",
        of=RiskCoverageCurve.of,
        mean=RiskCoverageCurve.mean,
        weight=row_count,
    ),
    CurveKind(DecisionCurve, "net benefit for every threshold", "net-benefit", pooled=DecisionCurve.pooled),
    CurveKind(ResidualCurve, "residuals over the range of predictions", "mae", pooled=ResidualCurve.pooled),
)
_BY_NAME = {kind.name: kind for kind in CURVES}
ALIASES = {"pr": "precision-recall", "lift": "gain", "reliability": "calibration", "net-benefit": "decision"}


def make_curve(predictions: Predictions, name: str, model: str | None = None) -> Curve:
    """Draw a curve of one model; ``roc[setosa]`` holds one of several classes against the rest.

    Curves that rank rows are drawn within each resample and averaged vertically, never from scores of different models put
    together (METHODS B.10).

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> p = Predictions.build([0, 0, 1, 1], {"m": [0, 0, 1, 1]}, scores={"m": [0.9, 0.4, 0.35, 0.1]})
    >>> make_curve(p, "roc").area
    0.0
    """
    kind, about = _read(name)
    scored = ModelScores(
        predictions, _model(predictions, model), replace(measure(kind.like), name=kind.name, about=about)
    )
    outcomes = scored.outcomes
    if kind.pooled is not None:
        curve = kind.pooled(outcomes, scored.row.size / max(1, int(np.count_nonzero(np.bincount(scored.row)))))
    else:
        curve = _averaged(kind, split(outcomes, scored.resample, scored.resamples.count), scored)
    named = class_of(scored.measure, predictions.classes, predictions.positive)
    return replace(curve, about=named, **_evidence(curve, scored))  # type: ignore[type-var]


def _evidence(curve: Curve, scored: ModelScores) -> dict[str, Any]:
    """How many independent rows of the class and of the rest a curve rests on, where it has a band of them."""
    if not hasattr(type(curve), "evidence") or "evidence" not in vars(curve):
        return {}
    outcomes, groups = scored.outcomes, scored.predictions.groups
    units = scored.row if groups is None else groups[scored.row]
    weights = outcomes.weights
    own = outcomes.truth == outcomes.positive
    return {"evidence": (independent_rows(units, weights, own), independent_rows(units, weights, ~own))}


def _averaged(kind: CurveKind, samples: Sequence[Outcomes], scored: ModelScores) -> Curve:
    """Draw the curve of every resample that has one, and average them."""
    counts = np.array([kind.weight(sample) for sample in samples])
    there = np.flatnonzero(counts > 0)
    if there.size == 0 or kind.of is None or kind.mean is None:
        message = (
            f"no resample of {scored.resamples.plan} holds rows of both classes, so '{scored.model}' has no {kind.title}; "
            "scores of differently trained models are not put together"
        )
        raise ValidityError(message, hint="plan='kfold(10)'")
    parts = [kind.of(samples[r]) for r in there.tolist()]
    if len(samples) == 1:
        return parts[0]
    curve = kind.mean(parts, mean_weights(counts[there], scored.resamples.repeat[there]))
    tested = sum(sample.size > 0 for sample in samples)
    left = tested - there.size
    verbs = ("holds", "is") if left == 1 else ("hold", "are")
    missing = f"{left} of {count_of(tested, 'resample')} {verbs[0]} one class only and {verbs[1]} left out"
    told = curve.told(int(scored.resamples.repeats))
    notes = [told] if told else []
    return replace(curve, note="; ".join([*notes, missing] if there.size < tested else notes))  # type: ignore[type-var]


def _read(text: str) -> tuple[CurveKind, str]:
    form = re.fullmatch(r"(?P<name>[^\[\]]+)(?:\[(?P<about>.+)\])?", text.strip())
    key = "" if form is None else re.sub(r"[\s_]+", "-", form["name"].strip().lower())
    key = ALIASES.get(key, key)
    if form is None or key not in _BY_NAME:
        raise UnknownNameError.of("curve", text, _BY_NAME)
    return _BY_NAME[key], (form["about"] or "").strip()


def _model(predictions: Predictions, model: str | None) -> str:
    if model is not None:
        return model
    if len(predictions.models) > 1:
        message = f"there are {len(predictions.models)} models, and a curve is of one"
        raise MeasureError(message, hint=f"model='{predictions.models[0]}'")
    return predictions.models[0]
