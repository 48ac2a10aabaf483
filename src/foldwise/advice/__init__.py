"""Advice: cheap checks of every call, one coded rule per file."""

from foldwise.advice.accuracy_alone import AccuracyAlone
from foldwise.advice.advice import Advice, Severity, spoils
from foldwise.advice.alike_neighbours import AlikeNeighbours
from foldwise.advice.case import Case
from foldwise.advice.catalogue import RULES, look_at
from foldwise.advice.chosen_columns import ChosenColumns
from foldwise.advice.constant_columns import ConstantColumns
from foldwise.advice.copied_rows import CopiedRows
from foldwise.advice.copied_target import CopiedTarget
from foldwise.advice.dominant_row import DominantRow
from foldwise.advice.grid_edge import GridEdge
from foldwise.advice.id_columns import IdColumns
from foldwise.advice.many_measures import ManyMeasures
from foldwise.advice.near_copies import NearCopies
from foldwise.advice.pooled_scores import PooledScores
from foldwise.advice.rare_class import RareClass
from foldwise.advice.row_numbers import RowNumbers
from foldwise.advice.rule import Rule
from foldwise.advice.shared_rows import SharedRows
from foldwise.advice.training_predictions import TrainingPredictions
from foldwise.advice.unseen_tails import UnseenTails

__all__ = [
    "RULES",
    "AccuracyAlone",
    "Advice",
    "AlikeNeighbours",
    "Case",
    "ChosenColumns",
    "ConstantColumns",
    "CopiedRows",
    "CopiedTarget",
    "DominantRow",
    "GridEdge",
    "IdColumns",
    "ManyMeasures",
    "NearCopies",
    "PooledScores",
    "RareClass",
    "RowNumbers",
    "Rule",
    "Severity",
    "SharedRows",
    "TrainingPredictions",
    "UnseenTails",
    "look_at",
    "spoils",
]
