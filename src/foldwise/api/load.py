"""`load`: a result that was kept in a file."""

from __future__ import annotations

import warnings
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from foldwise.errors import FoldwiseWarning, InputError
from foldwise.reports import load_result, own_version

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.typing import Given, Untyped

__all__ = ["load"]


def load(path: str | Path) -> Untyped:
    """Read a result that was saved by its method `save`, of any verb.

    Nothing in the file is executed: it holds plain data, arrays and predictions, no pickle, and is checked before it is
    used. Estimates, intervals, differences, p-values and verdicts are made once more from the predictions; a file that tells
    others is refused where this very release wrote it, and gets a note where another did, or one whose methods have changed
    since. Figures that rest on more than predictions, such as a permutation test, are checked for their ranges only; a file
    that was not saved by the same user gets a note about them. Features are not kept, nor fitted models, so that a file can be handed on; everything that is computed from
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
    return load_result(path, checked)


def checked(result: Given, version: str, own: bool) -> Given:  # noqa: FBT001 - called by its place
    """Refuse figures that are not those of their predictions; a note says so where another version may have made them.

    A note says too which figures rest on more than predictions, where not the same user saved the file.
    """
    from foldwise.evaluation import faults_of_figures, unproven_figures

    faults = faults_of_figures(result)
    certain = [fault.text for fault in faults if not fault.may_be]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    if certain and version == own_version():
        message = f"{certain[0]}{more}"
        raise InputError(message, hint="the file as result.save wrote it, or the result made anew")
    if faults and (certain or not own):
        release = version.partition("/")[0]
        written = f"written by an earlier release{f' ({release})' if release else ''}"
        cause = written if certain else "its method had settings that the file does not name"
        note = f"{(certain or [faults[0].text])[0]}{more}: {cause}, or changed since; run it again to be sure"
        return _noted(result, note)
    if not own and (unproven := unproven_figures(result)):
        note = f"{unproven} cannot be recomputed from what is in the file, and another user saved it: trust them as far as you trust where it came from"
        return _noted(result, note)
    return result


def _noted(result: Given, note: str) -> Given:
    """Warn, and keep the warning among the notes of a result that has notes, once."""
    warnings.warn(note, FoldwiseWarning, stacklevel=6)
    if "notes" not in {field.name for field in fields(result)} or note in result.notes:
        return result
    return replace(result, notes=(*result.notes, note))
