"""The few estimators of our own: ordinary scikit-learn estimators, loaded when they are asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.learners.c45_rules import C45Rules
    from foldwise.learners.c45_tree import C45Tree
    from foldwise.learners.cost_decision import CostDecision
    from foldwise.learners.kernel_density_classifier import KernelDensityClassifier
    from foldwise.learners.mixed_nb import MixedNB
    from foldwise.learners.nadaraya_watson import NadarayaWatson
    from foldwise.learners.prism import Prism
    from foldwise.learners.ripper import Ripper
    from foldwise.learners.rule_classifier import RuleClassifier
    from foldwise.learners.rule_sets import RuleReport, merge_rules, rule_report, rule_score
    from foldwise.learners.threshold_decision import ThresholdDecision

__all__ = [
    "C45Rules",
    "C45Tree",
    "CostDecision",
    "KernelDensityClassifier",
    "MixedNB",
    "NadarayaWatson",
    "Prism",
    "Ripper",
    "RuleClassifier",
    "RuleReport",
    "ThresholdDecision",
    "merge_rules",
    "rule_report",
    "rule_score",
]

_HOMES = {
    "C45Rules": "c45_rules",
    "C45Tree": "c45_tree",
    "CostDecision": "cost_decision",
    "KernelDensityClassifier": "kernel_density_classifier",
    "MixedNB": "mixed_nb",
    "NadarayaWatson": "nadaraya_watson",
    "Prism": "prism",
    "Ripper": "ripper",
    "RuleClassifier": "rule_classifier",
    "RuleReport": "rule_sets",
    "ThresholdDecision": "threshold_decision",
    "merge_rules": "rule_sets",
    "rule_report": "rule_sets",
    "rule_score": "rule_sets",
}


def __getattr__(name: str) -> object:
    """Import an estimator, and scikit-learn with it, on first use."""
    if name not in _HOMES:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
