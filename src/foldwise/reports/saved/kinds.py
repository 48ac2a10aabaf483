"""The classes whose values a file of a result may hold, by name; nothing else is ever made from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.advice import Advice, Severity
from foldwise.comparisons import CochranQ, Comparison, Heterogeneity, Judgement, Needed, Posterior, Verdict
from foldwise.data import Column, Kind, Role, Task
from foldwise.engine import Times
from foldwise.ensembles import Redundancy
from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import Coverage, Interval
from foldwise.reports.assessment import Assessment
from foldwise.reports.certificate import Certificate
from foldwise.reports.comparison import ModelComparison
from foldwise.reports.experiment import Cell, Experiment
from foldwise.reports.improvement import ErrorProfile, Improvement, LeftOutVariant, ModelCost, TriedVariant
from foldwise.reports.permutation import PermutationTest
from foldwise.reports.score import Score
from foldwise.reports.selection import Selection
from foldwise.reports.shared.finding import Finding
from foldwise.reports.shared.segment import Segment, SegmentJudgement
from foldwise.reports.unpaired import UnpairedComparison

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENUMS", "LEFT_OUT", "RESULTS", "VALUES"]

RESULTS: tuple[type[Any], ...] = (
    Assessment,
    Certificate,
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
    *(TriedVariant,),
)
VALUES: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (*RESULTS, *PARTS)}
ENUMS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (Bias, Kind, Role, Severity, Target, Task, Verdict)}
LEFT_OUT: Mapping[str, set[str]] = {"Assessment": {"fits"}, "Selection": {"model"}, "Improvement": {"model", "models"}}
"""Fields that hold models, which are None after loading: `save_model` keeps one."""
