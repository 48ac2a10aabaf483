"""`explain_engine`: whether a model runs batched or fit by fit, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise import native
from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.evaluation import column_roles, pick_plan
from foldwise.models import as_models, only_model
from foldwise.plans import draw
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from foldwise.typing import ColumnLike, Models, PlanLike, TableLike

__all__ = ["explain_engine"]


@renamed()
def explain_engine(model: Models, X: TableLike, y: ColumnLike | None = None, *, plan: PlanLike | None = None) -> str:
    """Say whether a model runs batched or fit by fit on these data, and why, and whether kernels are compiled or numpy's.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.dummy import DummyClassifier
    >>> foldwise.explain_engine(DummyClassifier(), foldwise.sample("iris"))
    'dummy: DummyClassifier has a batched kernel (compiled kernels)'
    """
    dataset = as_dataset(X, y, roles=column_roles(model, X, y))
    recipe, _ = pick_plan(plan, dataset)
    models = as_models(model, dataset)
    _, estimator = only_model(models, "explain_engine")
    route = choose(estimator, dataset, draw(recipe, dataset, 0))
    kernels = "" if route.name == "generic" else f" ({native.kernels_in_use(compiled=native.COMPILED)})"
    return f"{route.name}: {route.reason}{kernels}"
