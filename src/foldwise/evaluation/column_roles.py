"""A user's own model gets the user's own table, column for column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from foldwise.data import column_names, is_frame

if TYPE_CHECKING:
    from foldwise.typing import Estimator, Given

__all__ = ["column_roles"]


def column_roles(model: Estimator, X: Given, *used: Given) -> Mapping[str, str] | None:
    """Roles that keep every column of a dataframe as it is, where only estimators of the user's look at it.

    Named models come with preprocessing, so for them texts that all differ, dates and row numbers are left out. A user's
    pipeline may want exactly those: a text to be cut into words, a date to be taken apart.

    Parameters
    ----------
    model
        As given to a verb.
    X
        As given to a verb.
    used
        Names of the columns that are no features.
    """
    if not is_frame(X) or hasattr(X, "fingerprint") or any(isinstance(one, str) for one in _each(model)):
        return None
    taken = {name for name in used if isinstance(name, str)}
    return {name: "keep" for name in column_names(X) if name not in taken}


def _each(model: Estimator) -> Iterable[Any]:
    if isinstance(model, Mapping):
        return model.values()
    return model if isinstance(model, list | tuple) else [model]
