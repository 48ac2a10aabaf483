"""scikit-learn's functions of model selection, batched where that gives the same numbers, and patches for existing code."""

from foldwise.sklearn.functions import (
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    permutation_test_score,
    validation_curve,
)
from foldwise.sklearn.notebook import load_ipython_extension, unload_ipython_extension
from foldwise.sklearn.patching import Patch, patch, unpatch
from foldwise.sklearn.report import report
from foldwise.sklearn.results import Accelerated, last
from foldwise.sklearn.searches import GridSearchCV, HalvingGridSearchCV, HalvingRandomSearchCV, RandomizedSearchCV

__all__ = [
    "Accelerated",
    "GridSearchCV",
    "HalvingGridSearchCV",
    "HalvingRandomSearchCV",
    "Patch",
    "RandomizedSearchCV",
    "cross_val_predict",
    "cross_val_score",
    "cross_validate",
    "last",
    "learning_curve",
    "load_ipython_extension",
    "patch",
    "permutation_test_score",
    "report",
    "unload_ipython_extension",
    "unpatch",
    "validation_curve",
]
