"""What `improve` does: variants of a model, which of them make sense, blends from shared base fits, and the choice."""

from foldwise.improvement.catalogue import IMPROVEMENTS, improvement_method
from foldwise.improvement.choosing import ALL, asked_methods
from foldwise.improvement.improvement_method import Aim, ImprovementCase, ImprovementMethod, Reason
from foldwise.improvement.job import ImprovementJob
from foldwise.improvement.nested_blends import Blended, blend_folds
from foldwise.improvement.shared_fits import FoldFits, NestedRun, nested_fits
from foldwise.improvement.step_down import step_down
from foldwise.improvement.variant_tests import VARIANT_ADJUSTMENTS, judge_variants

__all__ = [
    "ALL",
    "IMPROVEMENTS",
    "VARIANT_ADJUSTMENTS",
    "Aim",
    "Blended",
    "FoldFits",
    "ImprovementCase",
    "ImprovementJob",
    "ImprovementMethod",
    "NestedRun",
    "Reason",
    "asked_methods",
    "blend_folds",
    "improvement_method",
    "judge_variants",
    "nested_fits",
    "step_down",
]
