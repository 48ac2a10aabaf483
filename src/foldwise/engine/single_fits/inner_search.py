"""A search within a model, such as `GridSearchCV`: it is given the groups of its training rows, if its folds respect them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from foldwise.engine.pipelines.pipeline import is_sklearn
from foldwise.errors import FoldwiseWarning

if TYPE_CHECKING:
    from foldwise.typing import Estimator

__all__ = ["takes_groups"]


def takes_groups(name: str, model: Estimator) -> bool:
    """Whether a model is a search whose folds respect groups; of one whose folds cut groups apart a warning is given.

    Examples
    --------
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn.svm import SVC
    >>> takes_groups("svm", GridSearchCV(SVC(), {"C": [1, 9]}, cv=GroupKFold(3))), takes_groups("svm", SVC())
    (True, False)
    """
    if not _is_a(model, "BaseSearchCV"):
        return False
    folds = model.cv
    own = hasattr(folds, "split") and not is_sklearn(folds)
    if own or _is_a(folds, "GroupsConsumerMixin"):
        return True
    text = f"the search within model '{name}' puts rows of one group into different folds, so it may favour settings"
    warnings.warn(f"{text} that know the groups; try cv=GroupKFold(5)", FoldwiseWarning, stacklevel=2)
    return False


def _is_a(one: Estimator, base: str) -> bool:
    """Whether an object is of a class of scikit-learn that has no public name."""
    return any(kind.__name__ == base and kind.__module__.startswith("sklearn.") for kind in type(one).__mro__)
