"""The table between the two halves: save it, load it, build it from any tool."""

from foldwise.predictions.external import FIXED
from foldwise.predictions.outputs import (
    UNCLASSIFIED,
    Failure,
    Outputs,
    Part,
    ScoreKind,
    label_type,
    probability_fault,
)
from foldwise.predictions.predictions import Predictions

__all__ = [
    "FIXED",
    "UNCLASSIFIED",
    "Failure",
    "Outputs",
    "Part",
    "Predictions",
    "ScoreKind",
    "label_type",
    "probability_fault",
]
