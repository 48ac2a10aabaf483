"""The rows a verb was given as a `Dataset`, and which columns its models see: a user's own estimator gets the table as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

from foldwise.data import as_dataset, column_names, is_frame
from foldwise.data.checks import shown
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.data import Dataset, Options
    from foldwise.typing import Estimator, Given

__all__ = ["column_roles", "read_rows"]


def read_rows(model: Estimator, X: Given, y: Given = None, **facts: Unpack[Options]) -> Dataset:
    """Read the rows that a verb was given, with their groups, order, weights and costs; a dataset keeps its own.

    Examples
    --------
    >>> read_rows("lda", [[1.0], [2.0], [3.0]], [0, 1, 1], groups=["a", "b", "b"]).groups.tolist()
    ['a', 'b', 'b']
    """
    if getattr(model, "ndim", 0) > 1 and not hasattr(model, "fit"):
        message = f"the model comes first, and it is {shown(model)}"
        raise InputError(message, hint="a model before X and y, such as foldwise.assess('lda', X, y)")
    used = facts.get("groups"), facts.get("order"), facts.get("weights"), facts.get("segments")
    facts["roles"] = column_roles(model, X, y, *used)
    return as_dataset(X, y, **facts)


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
    used_names = {name for name in used if isinstance(name, str)}
    return {name: "keep" for name in column_names(X) if name not in used_names}


def _each(model: Estimator) -> Iterable[Any]:
    if isinstance(model, Mapping):
        return model.values()
    return model if isinstance(model, list | tuple) else [model]
