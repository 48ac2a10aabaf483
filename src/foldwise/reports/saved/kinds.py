"""The classes whose values a file of a result may hold, by name; nothing else is ever made from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.advice import Advice, Severity
from foldwise.comparisons import CochranQ, Comparison, Heterogeneity, Judgement, Needed, Posterior, Verdict
from foldwise.data import Column, Kind, Role, Task
from foldwise.diagnoses import (
    CalibrationInstability,
    CalibrationTest,
    CapacityBound,
    ColumnImportance,
    Corp,
    CriterionValue,
    CurveFit,
    CurvePoint,
    CurveShape,
    DecisionInstability,
    Decomposition,
    Extrapolation,
    FitKind,
    FitSign,
    FitVerdict,
    HiddenSize,
    LabelSuspects,
    PartInterval,
    PermutationImportance,
    RowsNeeded,
    SliceCondition,
    WeakSlice,
    WeakSlices,
)
from foldwise.engine import Times
from foldwise.ensembles import Redundancy
from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import Coverage, Interval
from foldwise.reports.assessment import Assessment
from foldwise.reports.certificate import Certificate
from foldwise.reports.comparison import ModelComparison
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
from foldwise.reports.score import Score
from foldwise.reports.selection import ComplexityCurve, Selection
from foldwise.reports.shared.finding import Finding
from foldwise.reports.shared.rows_typed import RowOrigin
from foldwise.reports.shared.segment import Segment, SegmentJudgement
from foldwise.reports.unpaired import UnpairedComparison

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENUMS", "LEFT_OUT", "RESULTS", "VALUES"]

RESULTS: tuple[type[Any], ...] = (
    Assessment,
    Certificate,
    Diagnosis,
    Experiment,
    Improvement,
    ModelComparison,
    PermutationTest,
    Score,
    Selection,
    UnpairedComparison,
)
PARTS: tuple[type[Any], ...] = (
    *(Advice, Cell, CochranQ, Column, Comparison, Coverage, Estimate, Finding, Heterogeneity, Interval, Judgement),
    *(ErrorProfile, LeftOutVariant, ModelCost, Needed, Posterior, Redundancy, Segment, SegmentJudgement, Times),
    *(RowOrigin, TriedVariant, ComplexityCurve),
)
DIAGNOSED: tuple[type[Any], ...] = (
    *(
        CandidateCriteria,
        CalibrationInstability,
        CalibrationTest,
        CapacityBound,
        ClassCalibration,
        ColumnImportance,
        Corp,
        CriterionValue,
    ),
    *(CurveFit, CurvePoint, CurveShape, DecisionInstability, Decomposition, Extrapolation, FitSign, FitVerdict),
    *(HiddenSize, InSampleCriteria, LabelSuspects, ModelCapacity, ModelInstability, ModelLearningCurve, PartInterval),
    *(PermutationImportance, RowsNeeded, SliceCondition, Suggestion, WeakSlice, WeakSlices),
)
"""The parts of a diagnosis."""
VALUES: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (*RESULTS, *PARTS, *DIAGNOSED)}
KINDS: tuple[type[Any], ...] = (Bias, FitKind, Kind, Role, Severity, Target, Task, Verdict)
ENUMS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in KINDS}
LEFT_OUT: Mapping[str, set[str]] = {"Assessment": {"fits"}, "Selection": {"model"}, "Improvement": {"model", "models"}}
"""Fields that hold models, which are None after loading: `save_model` keeps one."""
