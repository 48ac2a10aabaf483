"""``%load_ext foldwise.sklearn``: patch a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.sklearn.patching import patch, unpatch

if TYPE_CHECKING:
    from foldwise.typing import Untyped

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: Untyped) -> None:
    """Patch scikit-learn, and what the notebook has imported from it."""
    patch(report=True)
    _exchange(shell)


def unload_ipython_extension(shell: Untyped) -> None:
    """Take the patch away."""
    unpatch()
    _exchange(shell)


def _exchange(shell: Untyped) -> None:
    """Names of the notebook are those of its module, which the patch has seen; others live in the shell alone."""
    import sys

    names = getattr(shell, "user_ns", {})
    selection = sys.modules["sklearn.model_selection"]
    for name in list(names):
        if name in selection.__all__ and getattr(names[name], "__name__", "") == name:
            names[name] = getattr(selection, name)
