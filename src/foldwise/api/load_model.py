"""`load_model`: read a model that `save_model` kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data.checks import shown
from foldwise.errors import InputError
from foldwise.renamed import renamed
from foldwise.saved_models import SavedModel, read_model

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["load_model"]


@renamed()
def load_model(path: str | Path, *, trusted: Sequence[str] = ()) -> SavedModel:
    """Read a saved model; a pickle is never loaded, and types that were not reviewed are refused.

    Parameters
    ----------
    path
        A file that `save_model` or ``--save model.skops`` wrote.
    trusted
        Full names of further types that may be put together, such as ``mypackage.MyModel``: code of theirs runs.

    Returns
    -------
    SavedModel
        The model with its card; `predict` checks new rows before it predicts them.

    Examples
    --------
    >>> import foldwise, tempfile
    >>> path = tempfile.mkdtemp() + "/iris.skops"
    >>> iris = foldwise.sample("iris")
    >>> _ = foldwise.save_model(foldwise.assess("lda", iris, measures="error"), path)
    >>> foldwise.load_model(path).predict(iris.X.head(3)).labels.tolist()
    ['setosa', 'setosa', 'setosa']
    """
    names: object = trusted
    if not isinstance(names, list | tuple | set | frozenset) or not all(isinstance(name, str) for name in names):
        message = f"trusted is a list of full names of types, not {shown(trusted)}"
        raise InputError(message, hint="trusted=['mypackage.MyModel']")
    return SavedModel(*read_model(path, tuple(trusted)))
