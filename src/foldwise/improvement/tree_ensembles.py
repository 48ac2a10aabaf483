"""Ensembles of trees in place of one tree: with its limits, behind the same preprocessing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.improvement.parts_of_models import around, last_step
from foldwise.models import find_model, named_model

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["trees_like"]

SIZE_LIMITS = (
    "max_depth",
    "max_leaf_nodes",
    "min_impurity_decrease",
    "min_samples_leaf",
    "min_samples_split",
    "ccp_alpha",
)
"""Limits on the size of a tree that its ensemble keeps."""


def trees_like(case: ImprovementCase, name: str) -> Estimator:
    """An ensemble of trees: in the place of the model where that is a tree of scikit-learn, else with its own preprocessing.

    Parameters
    ----------
    case
        The model and the rows.
    name
        Name of the ensemble among the named models.
    """
    tree = last_step(case.model)
    if not type(tree).__module__.startswith("sklearn.tree."):
        return named_model(name, case.dataset)
    own = {key: value for key, value in tree.get_params().items() if key in SIZE_LIMITS}
    return around(case.model, lambda _: find_model(name).build(case.dataset.task).set_params(**own))
