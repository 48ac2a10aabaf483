"""Every improvement by name, in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import UnknownNameError
from foldwise.improvement.bagging import BaggingVariant
from foldwise.improvement.best_single import BestSingleVariant
from foldwise.improvement.boosting import BoostingVariant
from foldwise.improvement.bumping import BumpingVariant
from foldwise.improvement.calibration import CalibrationVariant
from foldwise.improvement.committee import CommitteeVariant
from foldwise.improvement.cost_threshold import CostThresholdVariant
from foldwise.improvement.extra_trees import ExtraTreesVariant
from foldwise.improvement.gradient_boosting import GradientBoostingVariant
from foldwise.improvement.greedy_selection import GreedyVariant
from foldwise.improvement.random_forest import RandomForestVariant
from foldwise.improvement.stacking import StackingVariant
from foldwise.improvement.subspace import SubspaceVariant
from foldwise.improvement.super_learner import SuperLearnerVariant
from foldwise.improvement.voting import VotingVariant
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementMethod

__all__ = ["IMPROVEMENTS", "improvement_method"]

IMPROVEMENTS: tuple[ImprovementMethod, ...] = (
    BaggingVariant(),
    RandomForestVariant(),
    ExtraTreesVariant(),
    SubspaceVariant(),
    CommitteeVariant(),
    BoostingVariant(),
    GradientBoostingVariant(),
    BumpingVariant(),
    SuperLearnerVariant(),
    StackingVariant(),
    GreedyVariant(),
    VotingVariant(),
    BestSingleVariant(),
    CalibrationVariant(),
    CostThresholdVariant(),
)
"""Every improvement."""
OTHER_NAMES = {
    "adaboost": "boosting",
    "bagged": "bagging",
    "boosted": "boosting",
    "calibrated": "calibration",
    "forest": "random-forest",
    "gradient-boosted": "gradient-boosting",
    "greedy": "greedy-selection",
    "hist-gradient-boosting": "gradient-boosting",
    "platt": "calibration",
    "stack": "stacking",
    "stacked": "stacking",
    "superlearner": "super-learner",
    "threshold": "cost-threshold",
    "vote": "voting",
}


def improvement_method(name: str) -> ImprovementMethod:
    """Find an improvement by its name or another name it has.

    Examples
    --------
    >>> improvement_method("bagging").members, improvement_method("AdaBoost").name
    (50, 'boosting')
    """
    key = method_name(name)
    key = OTHER_NAMES.get(key, key)
    improvement_found = next((improvement for improvement in IMPROVEMENTS if improvement.name == key), None)
    if improvement_found is None:
        known = {improvement.name: improvement.name for improvement in IMPROVEMENTS} | OTHER_NAMES
        raise UnknownNameError.of("improvement", name, known, listing="improvements")
    return improvement_found
