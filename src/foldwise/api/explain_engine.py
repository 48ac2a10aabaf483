"""`explain_engine`: whether a model runs batched or fit by fit, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise import native
from foldwise.engine import choose
from foldwise.engine.execution.backends import BACKENDS, DEFAULT, backend_name, check_backend
from foldwise.evaluation import pick_plan, read_rows
from foldwise.models import as_models, only_model
from foldwise.plans import draw
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from foldwise.engine import Route
    from foldwise.typing import Backend, ColumnLike, Models, PlanLike, TableLike

__all__ = ["explain_engine"]


@renamed()
def explain_engine(
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    backend: Backend = DEFAULT,
) -> str:
    """Say whether a model runs batched or fit by fit on these data, and why, and whether kernels are compiled or numpy's.

    With a `backend`, where its fits are done too; nothing is connected to.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.dummy import DummyClassifier
    >>> foldwise.explain_engine(DummyClassifier(), foldwise.sample("iris"))
    'dummy: DummyClassifier has a batched kernel (compiled kernels)'
    >>> print(foldwise.explain_engine("svm", foldwise.sample("iris"), backend="dask://10.0.0.5:8786"))
    generic: no batched kernel for SVC; backend 'dask': a Dask cluster
    """
    check_backend(backend, None)
    dataset = read_rows(model, X, y)
    recipe, _ = pick_plan(plan, dataset)
    models = as_models(model, dataset)
    _, estimator = only_model(models, "explain_engine")
    route = choose(estimator, dataset, draw(recipe, dataset, 0))
    kernels = "" if route.name == "generic" else f" ({native.kernels_in_use(compiled=native.COMPILED)})"
    return f"{route.name}: {route.reason}{kernels}{_where(route, backend)}"


def _where(route: Route, backend: Backend) -> str:
    """Where the fits are done, where another place than the usual one was asked for."""
    kind = BACKENDS[backend_name(backend)]
    if kind.name == DEFAULT:
        return ""
    if route.family is None:
        return f"; backend '{kind.name}': {kind.summary}"
    if route.family.staged and kind.is_remote:
        return f"; backend '{kind.name}': {kind.summary}, in blocks of resamples where they take more than a second"
    return f"; in this process, not by backend '{kind.name}': that takes milliseconds"
