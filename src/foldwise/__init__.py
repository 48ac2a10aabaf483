"""foldwise tells how good a classifier or regressor really is, and how sure one can be of that."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.api.assess import assess
    from foldwise.api.certify import certify
    from foldwise.api.compare import compare
    from foldwise.api.compare_unpaired import compare_unpaired
    from foldwise.api.diagnose import diagnose
    from foldwise.api.experiment import experiment
    from foldwise.api.explain import explain
    from foldwise.api.explain_engine import explain_engine
    from foldwise.api.improve import improve
    from foldwise.api.load import load
    from foldwise.api.load_model import load_model
    from foldwise.api.log_to_mlflow import log_to_mlflow
    from foldwise.api.permutation_test import permutation_test
    from foldwise.api.runs import runs
    from foldwise.api.save_model import save_model
    from foldwise.api.score import score
    from foldwise.api.select import select
    from foldwise.api.select_cv import SelectCV
    from foldwise.api.unseal import unseal
    from foldwise.data import Dataset, Sealed, read, sample, seal
    from foldwise.engine import Settings
    from foldwise.explanations import Explanation
    from foldwise.predictions import Predictions
    from foldwise.reports import (
        Assessment,
        Certificate,
        Diagnosis,
        Experiment,
        Improvement,
        ModelComparison,
        PermutationTest,
        Score,
        Selection,
        UnpairedComparison,
    )
    from foldwise.run_records import Run
    from foldwise.saved_models import ModelCard, NewPredictions, SavedModel

__all__ = [
    "Assessment",
    "Certificate",
    "Dataset",
    "Diagnosis",
    "Experiment",
    "Explanation",
    "Improvement",
    "ModelCard",
    "ModelComparison",
    "NewPredictions",
    "PermutationTest",
    "Predictions",
    "Run",
    "SavedModel",
    "Score",
    "Sealed",
    "SelectCV",
    "Selection",
    "Settings",
    "UnpairedComparison",
    "__version__",
    "assess",
    "certify",
    "compare",
    "compare_unpaired",
    "diagnose",
    "experiment",
    "explain",
    "explain_engine",
    "improve",
    "load",
    "load_model",
    "log_to_mlflow",
    "permutation_test",
    "read",
    "runs",
    "sample",
    "save_model",
    "score",
    "seal",
    "select",
    "unseal",
]

__version__ = "0.2.0"

_HOMES = {
    "Assessment": "foldwise.reports",
    "Certificate": "foldwise.reports",
    "Dataset": "foldwise.data",
    "Diagnosis": "foldwise.reports",
    "Experiment": "foldwise.reports",
    "Explanation": "foldwise.explanations",
    "Improvement": "foldwise.reports",
    "ModelCard": "foldwise.saved_models",
    "ModelComparison": "foldwise.reports",
    "NewPredictions": "foldwise.saved_models",
    "PermutationTest": "foldwise.reports",
    "Predictions": "foldwise.predictions",
    "Run": "foldwise.run_records",
    "SavedModel": "foldwise.saved_models",
    "Score": "foldwise.reports",
    "Sealed": "foldwise.data",
    "SelectCV": "foldwise.api.select_cv",
    "Selection": "foldwise.reports",
    "Settings": "foldwise.engine",
    "UnpairedComparison": "foldwise.reports",
    "assess": "foldwise.api",
    "certify": "foldwise.api",
    "compare": "foldwise.api",
    "compare_unpaired": "foldwise.api",
    "diagnose": "foldwise.api",
    "experiment": "foldwise.api",
    "explain": "foldwise.api",
    "explain_engine": "foldwise.api",
    "improve": "foldwise.api",
    "load": "foldwise.api",
    "load_model": "foldwise.api",
    "log_to_mlflow": "foldwise.api",
    "permutation_test": "foldwise.api",
    "read": "foldwise.data",
    "runs": "foldwise.api",
    "sample": "foldwise.data",
    "save_model": "foldwise.api",
    "score": "foldwise.api",
    "seal": "foldwise.data",
    "select": "foldwise.api",
    "unseal": "foldwise.api",
}


_OF_SKLEARN = (
    *("cross_val_predict", "cross_val_score", "cross_validate", "learning_curve", "permutation_test_score"),
    *("validation_curve", "GridSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV", "RandomizedSearchCV"),
)
"""scikit-learn's functions and searches, which `foldwise.sklearn` has."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import foldwise` stays light."""
    if name not in _HOMES:
        raise AttributeError(_missing(name), name=name, obj=sys.modules[__name__])
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def _missing(name: str) -> str:
    """Say that there is no such name, and where scikit-learn's functions are or which name is spelt like it."""
    message = f"module 'foldwise' has no attribute '{name}'"
    if name.startswith("_"):
        return message
    from foldwise.errors import nearest

    alike = nearest(name, __all__).strip("'")
    hint = f"foldwise.sklearn.{name}" if name in _OF_SKLEARN else alike and f"foldwise.{alike}"
    return f"{message}; try {hint}" if hint else message


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
