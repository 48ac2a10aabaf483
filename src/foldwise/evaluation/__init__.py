"""From models and rows to findings: the plan, the fits it takes, every measure with its estimate and interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.evaluation.assessing import AssessmentRequest, assess_rows
from foldwise.evaluation.checking import check_rows, check_search, check_tests, mark_bias, withhold_intervals
from foldwise.evaluation.estimate_inputs import estimate_inputs
from foldwise.evaluation.evaluate import Request, about_class, evaluate, notes_on, remark_of
from foldwise.evaluation.given_rows import column_roles, read_rows
from foldwise.evaluation.heavy_tails import heavy_tails
from foldwise.evaluation.interpolating_models import untestable
from foldwise.evaluation.look_interval import interval_of_look
from foldwise.evaluation.permuted import SHUFFLES, PermutationRun, StoppingRule, choose_shuffle, sequential_p_value
from foldwise.evaluation.request_checks import careful_plan, check_decision, check_measures, check_request, pick_plan
from foldwise.evaluation.runner import FitNeeds, Runner
from foldwise.evaluation.samples import (
    FEW_DRAWS,
    SamplesBeside,
    few_samples,
    fit_samples,
    sampled_beside,
    unsteady,
    with_samples,
)
from foldwise.evaluation.segmenting import evaluate_segments, note_on_segments, rows_by_segment
from foldwise.evaluation.settings import OwnShortcuts, Shortcuts, options_of, recorded, running, settings_of, written
from foldwise.evaluation.until import PrecisionLimit

if TYPE_CHECKING:
    from foldwise.evaluation.saved_figures import faults_of_figures, unproven_figures

__all__ = [
    "FEW_DRAWS",
    "SHUFFLES",
    "AssessmentRequest",
    "FitNeeds",
    "OwnShortcuts",
    "PermutationRun",
    "PrecisionLimit",
    "Request",
    "Runner",
    "SamplesBeside",
    "Shortcuts",
    "StoppingRule",
    "about_class",
    "assess_rows",
    "careful_plan",
    "check_decision",
    "check_measures",
    "check_request",
    "check_rows",
    "check_search",
    "check_tests",
    "choose_shuffle",
    "column_roles",
    "estimate_inputs",
    "evaluate",
    "evaluate_segments",
    "faults_of_figures",
    "few_samples",
    "fit_samples",
    "heavy_tails",
    "interval_of_look",
    "mark_bias",
    "note_on_segments",
    "notes_on",
    "options_of",
    "pick_plan",
    "read_rows",
    "recorded",
    "remark_of",
    "rows_by_segment",
    "running",
    "sampled_beside",
    "sequential_p_value",
    "settings_of",
    "unproven_figures",
    "unsteady",
    "untestable",
    "with_samples",
    "withhold_intervals",
    "written",
]


def __getattr__(name: str) -> object:
    """Import the checks of saved results only when one is read: they import the results of all verbs."""
    if name not in ("faults_of_figures", "unproven_figures"):
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    from foldwise.evaluation import saved_figures

    return getattr(saved_figures, name)
