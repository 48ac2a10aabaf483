"""Named scikit-learn models for the command line, and what may stand where a model is asked for."""

from foldwise.models.aliases import MODEL_ALIASES, UNNAMED
from foldwise.models.catalogue import BASELINE, MODELS, find_model
from foldwise.models.given import (
    as_models,
    baseline_for,
    check_name,
    default_models,
    is_reference,
    name_models,
    named_model,
    only_model,
)
from foldwise.models.named_model import NamedModel
from foldwise.models.reference import load_model
from foldwise.models.steady import follows_copies, gradual_models, is_steady

__all__ = [
    "BASELINE",
    "MODELS",
    "MODEL_ALIASES",
    "UNNAMED",
    "NamedModel",
    "as_models",
    "baseline_for",
    "check_name",
    "default_models",
    "find_model",
    "follows_copies",
    "gradual_models",
    "is_reference",
    "is_steady",
    "load_model",
    "name_models",
    "named_model",
    "only_model",
]
