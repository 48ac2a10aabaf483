"""Reports: results as data, and how they are shown. One folder per result, imported when a result is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.reports.assessment import Assessment
    from foldwise.reports.certificate import Certificate
    from foldwise.reports.comparison import ModelComparison, Winner
    from foldwise.reports.curves.plot import plot
    from foldwise.reports.diagnosis import (
        CandidateCriteria,
        ClassCalibration,
        Diagnosis,
        InSampleCriteria,
        ModelCapacity,
        ModelInstability,
        ModelLearningCurve,
        Suggestion,
    )
    from foldwise.reports.experiment import Cell, Experiment
    from foldwise.reports.improvement import ErrorProfile, Improvement, LeftOutVariant, ModelCost, TriedVariant
    from foldwise.reports.permutation import PermutationTest
    from foldwise.reports.report import IntervalBar, Report, ReportTable
    from foldwise.reports.saved import load_result, own_version, pack_result, unpack_result
    from foldwise.reports.score import Score
    from foldwise.reports.selection import ComplexityCurve, Selection
    from foldwise.reports.shared.finding import BY_DEFINITION, Finding
    from foldwise.reports.shared.rows_typed import RowOrigin, rows_typed
    from foldwise.reports.shared.segment import NOT_ENOUGH, Segment, SegmentJudgement
    from foldwise.reports.unpaired import UnpairedComparison

__all__ = [
    "BY_DEFINITION",
    "NOT_ENOUGH",
    "Assessment",
    "CandidateCriteria",
    "Cell",
    "Certificate",
    "ClassCalibration",
    "ComplexityCurve",
    "Diagnosis",
    "ErrorProfile",
    "Experiment",
    "Finding",
    "Improvement",
    "InSampleCriteria",
    "IntervalBar",
    "LeftOutVariant",
    "ModelCapacity",
    "ModelComparison",
    "ModelCost",
    "ModelInstability",
    "ModelLearningCurve",
    "PermutationTest",
    "Report",
    "ReportTable",
    "RowOrigin",
    "Score",
    "Segment",
    "SegmentJudgement",
    "Selection",
    "Suggestion",
    "TriedVariant",
    "UnpairedComparison",
    "Winner",
    "load_result",
    "own_version",
    "pack_result",
    "plot",
    "rows_typed",
    "unpack_result",
]

_HOMES = {
    "Assessment": "assessment",
    "BY_DEFINITION": "shared.finding",
    "CandidateCriteria": "diagnosis",
    "Cell": "experiment",
    "Certificate": "certificate",
    "ClassCalibration": "diagnosis",
    "ComplexityCurve": "selection",
    "Diagnosis": "diagnosis",
    "ErrorProfile": "improvement",
    "Experiment": "experiment",
    "Finding": "shared.finding",
    "Improvement": "improvement",
    "InSampleCriteria": "diagnosis",
    "IntervalBar": "report",
    "LeftOutVariant": "improvement",
    "ModelCapacity": "diagnosis",
    "ModelComparison": "comparison",
    "ModelCost": "improvement",
    "ModelInstability": "diagnosis",
    "ModelLearningCurve": "diagnosis",
    "NOT_ENOUGH": "shared.segment",
    "PermutationTest": "permutation",
    "Report": "report",
    "ReportTable": "report",
    "RowOrigin": "shared.rows_typed",
    "Score": "score",
    "Segment": "shared.segment",
    "SegmentJudgement": "shared.segment",
    "Selection": "selection",
    "Suggestion": "diagnosis",
    "TriedVariant": "improvement",
    "UnpairedComparison": "unpaired",
    "Winner": "comparison",
    "load_result": "saved",
    "own_version": "saved",
    "pack_result": "saved",
    "plot": "curves",
    "rows_typed": "shared.rows_typed",
    "unpack_result": "saved",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
