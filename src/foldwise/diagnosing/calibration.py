"""Calibration of the probabilities of rows left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnoses import calibration_test, corp, smooth_calibration_error
from foldwise.diagnosing.part import WEIGHTED, DiagnosisPart
from foldwise.reports import ClassCalibration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Codes, Floats
    from foldwise.diagnosing.subject import Subject

__all__ = ["CalibrationPart"]

MOST_CLASSES, MOST_ROWS = 10, 20_000
"""Classes that are held against the rest, the commonest first; rows that are looked at."""
FEWEST_ROWS = 20
"""Rows from which on calibration is looked at."""
DRAWS, TESTED = 200, 499


@final
@dataclass(frozen=True)
class CalibrationPart(DiagnosisPart):
    """Brier score = miscalibration - discrimination + uncertainty, smooth calibration error and a test.

    From the probabilities of the first repeat of the plan: those of single models. Of more than two classes each is held
    against the rest.
    """

    name: ClassVar[str] = "calibration"
    summary: ClassVar[str] = "score = miscalibration - discrimination + uncertainty, and a test"
    tasks: ClassVar[str] = "classification"
    fields: ClassVar[tuple[str, ...]] = ("calibration",)

    def refusal(self, subject: Subject) -> str:
        """Values, weights, models without probabilities, and few rows."""
        if not subject.dataset.is_classification:
            return "values have no probabilities"
        if subject.dataset.weights is not None:
            return WEIGHTED
        if not subject.gives_probabilities:
            return f"{subject.name} gives no probabilities"
        if subject.first_probabilities[0].size < FEWEST_ROWS:
            return f"fewer than {FEWEST_ROWS} rows show no calibration"
        return ""

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Look at the positive class of two, or at each of several."""
        rows, scores = subject.first_probabilities
        if rows.size > MOST_ROWS:
            sampled_rows = np.sort(np.random.default_rng(subject.settings.seed).permutation(rows.size)[:MOST_ROWS])
            rows, scores = rows[sampled_rows], scores[sampled_rows]
        truth = subject.dataset.truth[rows]
        counts = np.bincount(truth, minlength=scores.shape[1])
        two = scores.shape[1] == 2
        codes = [max(subject.held_out.positive, 0)] if two else np.argsort(-counts, kind="stable")[:MOST_CLASSES]
        calibrations = [
            self._of_class(subject, int(code), truth, scores) for code in codes if 0 < counts[code] < truth.size
        ]
        return {"calibration": tuple(calibrations)}

    def _of_class(self, subject: Subject, code: int, truth: Codes, scores: Floats) -> ClassCalibration:
        y, p = (truth == code).astype(np.float64), np.clip(scores[:, code], 0.0, 1.0)
        seed = subject.settings.seed
        own = corp(y, p)
        return ClassCalibration(
            subject.dataset.classes[code],
            own,
            own.intervals(level=subject.level, draws=DRAWS, seed=seed),
            smooth_calibration_error(y, p),
            calibration_test(y, p, draws=TESTED, seed=seed),
        )
