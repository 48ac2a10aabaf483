"""Advice: cheap checks of every call, one coded rule per file."""

from foldwise.advice.advice import Advice, Severity, spoils
from foldwise.advice.alike_neighbours import AlikeNeighbours
from foldwise.advice.case import Case
from foldwise.advice.catalogue import RULES, look_at
from foldwise.advice.chosen_columns import ChosenColumns
from foldwise.advice.copied_rows import CopiedRows
from foldwise.advice.copied_target import CopiedTarget
from foldwise.advice.grid_edge import GridEdge
from foldwise.advice.many_measures import ManyMeasures
from foldwise.advice.near_copies import NearCopies
from foldwise.advice.pooled_scores import PooledScores
from foldwise.advice.row_numbers import RowNumbers
from foldwise.advice.rule import Rule
from foldwise.advice.shared_rows import SharedRows
from foldwise.advice.training_predictions import TrainingPredictions
from foldwise.advice.unseen_tails import UnseenTails

__all__ = [
    "RULES",
    "Advice",
    "AlikeNeighbours",
    "Case",
    "ChosenColumns",
    "CopiedRows",
    "CopiedTarget",
    "GridEdge",
    "ManyMeasures",
    "NearCopies",
    "PooledScores",
    "RowNumbers",
    "Rule",
    "Severity",
    "SharedRows",
    "TrainingPredictions",
    "UnseenTails",
    "look_at",
    "spoils",
]
