"""Advice: cheap checks of every call, one coded rule per file."""

from foldwise.advice.accuracy_alone import AccuracyAlone
from foldwise.advice.advice import Advice, Severity, spoils
from foldwise.advice.alike_errors import AlikeErrors
from foldwise.advice.alike_neighbours import AlikeNeighbours
from foldwise.advice.case import Case
from foldwise.advice.catalogue import RULES, look_at, passed
from foldwise.advice.chosen_columns import ChosenColumns
from foldwise.advice.computed_target import ComputedTarget
from foldwise.advice.constant_columns import ConstantColumns
from foldwise.advice.copied_rows import CopiedRows
from foldwise.advice.copied_target import CopiedTarget
from foldwise.advice.dominant_row import DominantRow
from foldwise.advice.doubtful_labels import DoubtfulLabels
from foldwise.advice.encoded_target import EncodedTarget
from foldwise.advice.fitted_columns import FittedColumns
from foldwise.advice.grid_edge import GridEdge
from foldwise.advice.group_names import GroupNames
from foldwise.advice.hidden_groups import HiddenGroups
from foldwise.advice.id_columns import IdColumns
from foldwise.advice.many_measures import ManyMeasures
from foldwise.advice.near_copies import NearCopies
from foldwise.advice.no_better import NoBetter
from foldwise.advice.pooled_scores import PooledScores
from foldwise.advice.rare_class import RareClass
from foldwise.advice.row_numbers import RowNumbers
from foldwise.advice.rule import Rule
from foldwise.advice.shared_rows import SharedRows
from foldwise.advice.shifted_rows import ShiftedRows
from foldwise.advice.training_predictions import TrainingPredictions
from foldwise.advice.undefined_measure import UndefinedMeasure
from foldwise.advice.unseen_tails import UnseenTails
from foldwise.advice.winners_curse import WinnersCurse

__all__ = [
    "RULES",
    "AccuracyAlone",
    "Advice",
    "AlikeErrors",
    "AlikeNeighbours",
    "Case",
    "ChosenColumns",
    "ComputedTarget",
    "ConstantColumns",
    "CopiedRows",
    "CopiedTarget",
    "DominantRow",
    "DoubtfulLabels",
    "EncodedTarget",
    "FittedColumns",
    "GridEdge",
    "GroupNames",
    "HiddenGroups",
    "IdColumns",
    "ManyMeasures",
    "NearCopies",
    "NoBetter",
    "PooledScores",
    "RareClass",
    "RowNumbers",
    "Rule",
    "Severity",
    "SharedRows",
    "ShiftedRows",
    "TrainingPredictions",
    "UndefinedMeasure",
    "UnseenTails",
    "WinnersCurse",
    "look_at",
    "passed",
    "spoils",
]
