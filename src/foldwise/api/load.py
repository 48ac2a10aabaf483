"""`load`: a result that was kept in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.reports import load_result

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.typing import Untyped

__all__ = ["load"]


def load(path: str | Path) -> Untyped:
    """Read a result that was saved by its method `save`, of any verb.

    Nothing in the file is executed: it holds plain data, arrays and predictions, no pickle, and is checked before it is
    used. Features are not kept, nor fitted models, so that a file can be handed on; everything that is computed from
    predictions works as before.

    Parameters
    ----------
    path
        The file, ``x.foldwise``.

    Examples
    --------
    >>> import foldwise
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), measures="error")
    >>> with TemporaryDirectory() as folder:
    ...     result.save(Path(folder) / "iris.foldwise")
    ...     again = foldwise.load(Path(folder) / "iris.foldwise")
    >>> again.to_frame().equals(result.to_frame())
    True
    """
    return load_result(path)
