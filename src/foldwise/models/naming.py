"""What a pipeline without a name is called: by its steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.typing import Estimator

__all__ = ["pipeline_name"]

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


def pipeline_name(model: Estimator, of_class: Callable[[Estimator], str]) -> str:
    """Name a pipeline by its steps, the last of them as `of_class` names it.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> pipeline_name(make_pipeline(StandardScaler(), LogisticRegression()), lambda one: type(one).__name__)
    'scaler+LogisticRegression'
    """
    steps = getattr(model, "steps", None)
    return "+".join(_step_names(steps, of_class)) if isinstance(steps, list) and steps else "Pipeline"


def _step_names(steps: list[tuple[str, Estimator]], of_class: Callable[[Estimator], str]) -> Iterator[str]:
    """Name each step that does something; a pipeline within a pipeline by its own steps."""
    for at, (_, step) in enumerate(steps):
        if step is None or isinstance(step, str):  # 'passthrough'
            continue
        if isinstance(getattr(step, "steps", None), list):
            yield pipeline_name(step, of_class)
        elif at == len(steps) - 1:
            yield of_class(step)
        else:
            yield _transformer_name(step)


def _transformer_name(step: Estimator) -> str:
    """Short name of a transformer: its own word, that of the function it applies, or its class in small letters."""
    own = type(step).__name__
    applied = getattr(getattr(step, "func", None), "__name__", "")
    return STEPS.get(own) or applied.strip("<>") or CAPITALS.sub("-", own).lower()
