"""Reports: results as data, and how they are shown. One folder per result."""

from foldwise.reports.assessment import Assessment
from foldwise.reports.certificate import Certificate
from foldwise.reports.comparison import ModelComparison, Winner
from foldwise.reports.curves import plot
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
from foldwise.reports.shared.rows_typed import rows_typed
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
