"""The result of `diagnose`, and how it is shown."""

from foldwise.reports.diagnosis.diagnosis import Diagnosis
from foldwise.reports.diagnosis.parts import (
    CandidateCriteria,
    ClassCalibration,
    InSampleCriteria,
    ModelCapacity,
    ModelInstability,
    ModelLearningCurve,
    Suggestion,
)
from foldwise.reports.diagnosis.text import render

__all__ = [
    "CandidateCriteria",
    "ClassCalibration",
    "Diagnosis",
    "InSampleCriteria",
    "ModelCapacity",
    "ModelInstability",
    "ModelLearningCurve",
    "Suggestion",
    "render",
]
