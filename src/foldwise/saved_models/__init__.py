"""What `save_model`, `load_model` and `predict` do: a fitted model in a file with its card, and predictions of new rows."""

from __future__ import annotations

from foldwise.saved_models.card import ModelCard, card_of
from foldwise.saved_models.column_profile import ColumnProfile, profile_columns
from foldwise.saved_models.model_file import check_model_path, read_model, write_model
from foldwise.saved_models.new_predictions import NewPredictions
from foldwise.saved_models.saved_model import SavedModel
from foldwise.saved_models.unlike import Unlike, find_unlike

__all__ = [
    "ColumnProfile",
    "ModelCard",
    "NewPredictions",
    "SavedModel",
    "Unlike",
    "card_of",
    "check_model_path",
    "find_unlike",
    "profile_columns",
    "read_model",
    "write_model",
]
