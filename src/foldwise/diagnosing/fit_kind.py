"""Over- or underfitting of the model, from all signs that were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnoses import fit_verdict
from foldwise.diagnosing.bias_variance import main_method
from foldwise.diagnosing.part import DiagnosisPart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnosing.subject import Subject

__all__ = ["FitPart"]


@final
@dataclass(frozen=True)
class FitPart(DiagnosisPart):
    """Overfitting, underfitting, both or neither: the gap to the training error, bias and variance, and the learning curve."""

    name: ClassVar[str] = "fit"
    summary: ClassVar[str] = "overfitting or underfitting, from gap, bias, variance and learning curve together"
    fields: ClassVar[tuple[str, ...]] = ("verdict",)
    after: ClassVar[tuple[str, ...]] = ("bias-variance", "learning-curve")

    def refusal(self, subject: Subject) -> str:
        """A baseline without errors."""
        if not subject.baseline_error > _noise(subject):
            return "the baseline is as good as a model can be"
        return ""

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:
        """Weigh all signs."""
        error = _standard_error(subject)
        parts = next(
            (one for one in before.get("decompositions", ()) if one.method == main_method(subject.measure.name)), None
        )
        curve = before.get("learning_curve")
        verdict = fit_verdict(
            subject.training_error,
            subject.error,
            gap_error=error,
            baseline=subject.baseline_error,
            noise=_noise(subject),
            parts=parts,
            gained=None if curve is None else curve.gained,
        )
        return {"verdict": verdict}


def _standard_error(subject: Subject) -> float:
    """Standard error of the mean loss over the rows, or over groups of them, each row by its weight."""
    rows, losses = subject.row_losses
    given, groups = subject.dataset.weights, subject.dataset.group_codes
    weights = np.ones(rows.size) if given is None else np.asarray(given, dtype=np.float64)[rows]
    influence = weights / weights.sum() * (losses - np.average(losses, weights=weights))
    if groups is not None:
        influence = np.bincount(groups[rows], weights=influence)[np.unique(groups[rows])]
    units = influence.size
    return float(np.sqrt((influence**2).sum() * units / (units - 1))) if units > 1 else 0.0


def _noise(subject: Subject) -> float:
    """Error that no model can avoid, where it was declared for squared error."""
    declared = isinstance(subject.noise, float | int) and subject.measure.name == "mse"
    return float(subject.noise) if declared and subject.noise is not None else 0.0
