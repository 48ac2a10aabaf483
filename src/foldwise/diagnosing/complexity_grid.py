"""The parameter that governs the complexity of a model, and values of it from simple to complex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foldwise.typing import Estimator

__all__ = ["GRIDS", "complexity_grid"]

DEPTHS: tuple[Any, ...] = (1, 2, 3, 4, 6, 8, 12, None)
ROUNDS: tuple[Any, ...] = (10, 25, 50, 100, 200, 400)
NEIGHBOURS: tuple[Any, ...] = (101, 51, 25, 15, 9, 5, 3, 1)
PENALTIES: tuple[Any, ...] = (1000.0, 100.0, 10.0, 1.0, 0.1, 0.01, 0.001)
INVERSE: tuple[Any, ...] = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)

GRIDS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "DecisionTreeClassifier": ("max_depth", DEPTHS),
    "DecisionTreeRegressor": ("max_depth", DEPTHS),
    "ExtraTreeClassifier": ("max_depth", DEPTHS),
    "ExtraTreeRegressor": ("max_depth", DEPTHS),
    "RandomForestClassifier": ("max_depth", (1, 2, 4, 8, None)),
    "RandomForestRegressor": ("max_depth", (1, 2, 4, 8, None)),
    "ExtraTreesClassifier": ("max_depth", (1, 2, 4, 8, None)),
    "ExtraTreesRegressor": ("max_depth", (1, 2, 4, 8, None)),
    "GradientBoostingClassifier": ("n_estimators", ROUNDS),
    "GradientBoostingRegressor": ("n_estimators", ROUNDS),
    "HistGradientBoostingClassifier": ("max_iter", ROUNDS),
    "HistGradientBoostingRegressor": ("max_iter", ROUNDS),
    "AdaBoostClassifier": ("n_estimators", ROUNDS),
    "AdaBoostRegressor": ("n_estimators", ROUNDS),
    "LGBMClassifier": ("n_estimators", ROUNDS),
    "LGBMRegressor": ("n_estimators", ROUNDS),
    "XGBClassifier": ("n_estimators", ROUNDS),
    "XGBRegressor": ("n_estimators", ROUNDS),
    "KNeighborsClassifier": ("n_neighbors", NEIGHBOURS),
    "KNeighborsRegressor": ("n_neighbors", NEIGHBOURS),
    "Ridge": ("alpha", PENALTIES),
    "RidgeClassifier": ("alpha", PENALTIES),
    "Lasso": ("alpha", (10.0, 1.0, 0.1, 0.01, 0.001)),
    "ElasticNet": ("alpha", (10.0, 1.0, 0.1, 0.01, 0.001)),
    "KernelRidge": ("alpha", PENALTIES),
    "LogisticRegression": ("C", INVERSE),
    "LinearSVC": ("C", INVERSE),
    "SVC": ("C", INVERSE),
    "SVR": ("C", INVERSE),
    "MLPClassifier": ("alpha", (100.0, 10.0, 1.0, 0.1, 0.01, 0.0001)),
    "MLPRegressor": ("alpha", (100.0, 10.0, 1.0, 0.1, 0.01, 0.0001)),
}
"""Parameter and values from simple to complex, by the class of the last step."""


def complexity_grid(model: Estimator, n: int) -> tuple[str, tuple[Any, ...]] | None:
    """Parameter and values for a model, its own value among them; None where none is known.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> complexity_grid(KNeighborsClassifier(7), 100)
    ('n_neighbors', (51, 25, 15, 9, 7, 5, 3, 1))
    """
    steps = getattr(model, "steps", None)
    last = model if steps is None else steps[-1][1]
    grid = GRIDS.get(type(last).__name__)
    if grid is None or not hasattr(last, "get_params"):
        return None
    name, values = grid
    own = last.get_params().get(name)
    most = 2 * n // 3
    possible_values = [value for value in values if name != "n_neighbors" or value <= most]
    return name, with_own(possible_values, own)


def with_own(values: list[Any], own: object) -> tuple[Any, ...]:
    """Values with one more among them, in their order; what is no number is left out."""
    if own in values or isinstance(own, bool) or not isinstance(own, int | float):
        return tuple(values)
    numbers = [value for value in values if value is not None]
    falling = len(numbers) > 1 and numbers[0] > numbers[-1]
    ordered = sorted([*numbers, own], reverse=falling)
    return (*ordered, None) if None in values else tuple(ordered)
