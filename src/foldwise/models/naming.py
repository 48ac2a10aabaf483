"""What a model without a name is called: by the catalogue, by its class, a pipeline by its steps."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from foldwise.models.catalogue import MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.typing import Estimator

__all__ = ["model_name"]

STEPS = {
    "ColumnTransformer": "columns",
    "CountVectorizer": "counts",
    "FeatureUnion": "union",
    "KBinsDiscretizer": "bins",
    "KNNImputer": "imputer",
    "IterativeImputer": "imputer",
    "SimpleImputer": "imputer",
    "MaxAbsScaler": "scaler",
    "MinMaxScaler": "min-max",
    "OneHotEncoder": "one-hot",
    "OrdinalEncoder": "ordinal",
    "PCA": "pca",
    "PolynomialFeatures": "polynomial",
    "QuantileTransformer": "quantiles",
    "RobustScaler": "scaler",
    "SelectFromModel": "selection",
    "SelectKBest": "selection",
    "SelectPercentile": "selection",
    "StandardScaler": "scaler",
    "TargetEncoder": "target-encoder",
    "TfidfVectorizer": "tfidf",
    "TruncatedSVD": "svd",
    "VarianceThreshold": "selection",
}
"""Short names of scikit-learn's usual transformers."""
CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def model_name(model: Estimator) -> str:
    """Name a model: that of the catalogue where its class is there, else its class; a pipeline by its steps.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> model_name(make_pipeline(StandardScaler(), LogisticRegression()))
    'scaler+logistic'
    """
    steps = getattr(model, "steps", None)
    if type(model).__name__ != "Pipeline" or not isinstance(steps, list) or not steps:
        return class_name(type(model).__name__, type(model).__module__)
    return "+".join(_step_names(steps)) or "Pipeline"


def _step_names(steps: list[tuple[str, Estimator]]) -> Iterator[str]:
    """Name each step that does something; a pipeline within a pipeline by its own steps."""
    for at, (_, step) in enumerate(steps):
        if step is None or isinstance(step, str):  # 'passthrough'
            continue
        if isinstance(getattr(step, "steps", None), list):
            yield model_name(step)
        elif at == len(steps) - 1:
            yield class_name(type(step).__name__, type(step).__module__)
        else:
            yield _transformer_name(step)


def _transformer_name(step: Estimator) -> str:
    """Short name of a transformer: its own word, that of the function it applies, or its class in small letters."""
    own = type(step).__name__
    applied = getattr(getattr(step, "func", None), "__name__", "")
    return STEPS.get(own) or applied.strip("<>") or CAPITALS.sub("-", own).lower()


@cache
def class_name(own: str, home: str) -> str:
    """Name of the catalogue for a class, where it has one.

    Examples
    --------
    >>> class_name("SVC", "sklearn.svm._classes"), class_name("Mine", "package")
    ('svm', 'Mine')
    """
    known = [one.name for one in MODELS if own in one.classes and home.partition(".")[0] == one.package]
    return known[0] if known else own
