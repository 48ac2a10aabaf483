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
from foldwise.models.reference import import_model
from foldwise.models.steady import follows_copies, gradual_models, is_steady
from foldwise.renamed import former_name

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
    "import_model",
    "is_reference",
    "is_steady",
    "name_models",
    "named_model",
    "only_model",
]

FORMER = {
    "load_model": "import_model",
}
"""Names that have changed; the old ones work for a release."""


def __getattr__(name: str) -> object:
    """Give a renamed object by its former name too, with a warning."""
    return former_name(globals(), FORMER, name)
