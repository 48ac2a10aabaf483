"""Ensembles: ordinary scikit-learn estimators that combine several models, loaded when they are asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.ensembles.adaboost_m1 import AdaBoostM1
    from foldwise.ensembles.adaboost_r2 import AdaBoostR2
    from foldwise.ensembles.adaboost_samme import AdaBoostSAMME
    from foldwise.ensembles.bagging import BaggedClassifier, BaggedRegressor
    from foldwise.ensembles.best_single import BestSingleClassifier, BestSingleRegressor, winner_weights
    from foldwise.ensembles.boosting_trace import BoostingTrace
    from foldwise.ensembles.bumping import BumpedClassifier, BumpedRegressor
    from foldwise.ensembles.committee import CommitteeClassifier, CommitteeRegressor
    from foldwise.ensembles.fold_predictions import OutOfFold, class_columns, inner_plan, log_ratios, out_of_fold
    from foldwise.ensembles.forest import ForestClassifier, ForestRegressor
    from foldwise.ensembles.greedy_selection import GreedyClassifier, GreedyRegressor, greedy_weights
    from foldwise.ensembles.importance import Importance
    from foldwise.ensembles.margins import vote_margins
    from foldwise.ensembles.member_diversity import (
        Ambiguity,
        Diversity,
        PairDiversity,
        Redundancy,
        ambiguity,
        diversity,
        redundancy,
    )
    from foldwise.ensembles.members import highest, probabilities
    from foldwise.ensembles.out_of_bag import OutOfBag, out_of_bag_classes, out_of_bag_values
    from foldwise.ensembles.output_codes import OutputCodes
    from foldwise.ensembles.rule_committee import RuleCommittee
    from foldwise.ensembles.stacking import StackedClassifier, StackedRegressor, side_by_side
    from foldwise.ensembles.subspace import SubspaceClassifier, SubspaceRegressor
    from foldwise.ensembles.super_learner import SuperLearnerClassifier, SuperLearnerRegressor, convex_weights
    from foldwise.ensembles.variance import ensemble_variance, infinitesimal_jackknife, jackknife_after_bootstrap
    from foldwise.ensembles.voting import VotedClassifier, VotedRegressor

__all__ = [
    "AdaBoostM1",
    "AdaBoostR2",
    "AdaBoostSAMME",
    "Ambiguity",
    "BaggedClassifier",
    "BaggedRegressor",
    "BestSingleClassifier",
    "BestSingleRegressor",
    "BoostingTrace",
    "BumpedClassifier",
    "BumpedRegressor",
    "CommitteeClassifier",
    "CommitteeRegressor",
    "Diversity",
    "ForestClassifier",
    "ForestRegressor",
    "GreedyClassifier",
    "GreedyRegressor",
    "Importance",
    "OutOfBag",
    "OutOfFold",
    "OutputCodes",
    "PairDiversity",
    "Redundancy",
    "RuleCommittee",
    "StackedClassifier",
    "StackedRegressor",
    "SubspaceClassifier",
    "SubspaceRegressor",
    "SuperLearnerClassifier",
    "SuperLearnerRegressor",
    "VotedClassifier",
    "VotedRegressor",
    "ambiguity",
    "class_columns",
    "convex_weights",
    "diversity",
    "ensemble_variance",
    "greedy_weights",
    "highest",
    "infinitesimal_jackknife",
    "inner_plan",
    "jackknife_after_bootstrap",
    "log_ratios",
    "out_of_bag_classes",
    "out_of_bag_values",
    "out_of_fold",
    "probabilities",
    "redundancy",
    "side_by_side",
    "vote_margins",
    "winner_weights",
]

_HOMES = {
    "AdaBoostM1": "adaboost_m1",
    "AdaBoostR2": "adaboost_r2",
    "AdaBoostSAMME": "adaboost_samme",
    "Ambiguity": "member_diversity",
    "BaggedClassifier": "bagging",
    "BaggedRegressor": "bagging",
    "BestSingleClassifier": "best_single",
    "BestSingleRegressor": "best_single",
    "BoostingTrace": "boosting_trace",
    "BumpedClassifier": "bumping",
    "BumpedRegressor": "bumping",
    "CommitteeClassifier": "committee",
    "CommitteeRegressor": "committee",
    "Diversity": "member_diversity",
    "ForestClassifier": "forest",
    "ForestRegressor": "forest",
    "GreedyClassifier": "greedy_selection",
    "GreedyRegressor": "greedy_selection",
    "Importance": "importance",
    "OutOfBag": "out_of_bag",
    "OutOfFold": "fold_predictions",
    "OutputCodes": "output_codes",
    "PairDiversity": "member_diversity",
    "Redundancy": "member_diversity",
    "RuleCommittee": "rule_committee",
    "StackedClassifier": "stacking",
    "StackedRegressor": "stacking",
    "SubspaceClassifier": "subspace",
    "SubspaceRegressor": "subspace",
    "SuperLearnerClassifier": "super_learner",
    "SuperLearnerRegressor": "super_learner",
    "VotedClassifier": "voting",
    "VotedRegressor": "voting",
    "ambiguity": "member_diversity",
    "class_columns": "fold_predictions",
    "convex_weights": "super_learner",
    "diversity": "member_diversity",
    "ensemble_variance": "variance",
    "greedy_weights": "greedy_selection",
    "highest": "members",
    "infinitesimal_jackknife": "variance",
    "inner_plan": "fold_predictions",
    "jackknife_after_bootstrap": "variance",
    "log_ratios": "fold_predictions",
    "out_of_bag_classes": "out_of_bag",
    "out_of_bag_values": "out_of_bag",
    "out_of_fold": "fold_predictions",
    "probabilities": "members",
    "redundancy": "member_diversity",
    "side_by_side": "stacking",
    "vote_margins": "margins",
    "winner_weights": "best_single",
}


def __getattr__(name: str) -> object:
    """Import a name, and scikit-learn with it, on first use."""
    if name not in _HOMES:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
