"""Put the batched functions where existing code looks for scikit-learn's, and take them away again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self, final

import sklearn.model_selection as selection

from foldwise.sklearn import functions, searches
from foldwise.sklearn.record import LOG

if TYPE_CHECKING:
    from foldwise.typing import Untyped

__all__ = ["Patch", "patch", "replacements", "unpatch"]

NAMES = (
    *("cross_validate", "cross_val_score", "cross_val_predict"),
    *("learning_curve", "validation_curve", "permutation_test_score"),
)
CLASSES = ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV")
_CHANGED: list[tuple[dict[str, object], str, object]] = []
"""What was replaced: the names of a module, the name, and what stood there."""


def replacements() -> dict[int, tuple[Untyped, Untyped]]:
    """What stands for what: by the identity of scikit-learn's own, that and ours."""
    pairs = [(getattr(selection, name), getattr(functions, name)) for name in NAMES]
    pairs += [(getattr(searches, f"Sklearn{name}"), getattr(searches, name)) for name in CLASSES]
    return {id(own): (own, ours) for own, ours in pairs}


@final
class Patch:
    """The patch that is in place; leaving a ``with`` block takes it away."""

    def __enter__(self) -> Self:
        """Be in place already."""
        return self

    def __exit__(self, *error: object) -> None:
        """Take the patch away."""
        unpatch()


def patch(*, report: bool = False) -> Patch:
    """Replace scikit-learn's functions and searches, wherever a module has imported them; again does nothing.

    Parameters
    ----------
    report
        Keep notes on every call for `report`, which costs one fit of scikit-learn for each that is batched.

    Examples
    --------
    >>> import sklearn.model_selection
    >>> with patch():
    ...     sklearn.model_selection.cross_val_score.__module__
    'foldwise.sklearn'
    >>> sklearn.model_selection.cross_val_score.__module__
    'sklearn.model_selection._validation'
    """
    LOG.reporting = LOG.reporting or report
    if not _CHANGED:
        known = replacements()
        for module in list(sys.modules.values()):
            name = str(getattr(module, "__name__", ""))
            if not name.startswith("foldwise."):
                _replace(vars(module), known, inside=name.startswith("sklearn.model_selection."))
    return Patch()


def _replace(names: dict[str, object], known: dict[int, tuple[Untyped, Untyped]], *, inside: bool) -> None:
    """Replace what a module has under any name; the modules in which scikit-learn defines its own keep them."""
    if inside:
        return
    for name, value in list(names.items()):
        own, ours = known.get(id(value), (None, None))
        if own is not None and own is value:
            _CHANGED.append((names, name, value))
            names[name] = ours


def unpatch() -> None:
    """Put scikit-learn's own functions and searches back."""
    while _CHANGED:
        names, name, value = _CHANGED.pop()
        names[name] = value
    # Modules that were imported in between have taken ours.
    known = {id(ours): own for own, ours in replacements().values()}
    for module in list(sys.modules.values()):
        if not str(getattr(module, "__name__", "")).startswith("foldwise."):
            for name, value in list(vars(module).items()):
                if id(value) in known:
                    vars(module)[name] = known[id(value)]
