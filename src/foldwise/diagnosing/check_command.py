"""The command that acts on what a check found."""

from __future__ import annotations

import ast
import re
from shlex import quote
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.advice import Advice
    from foldwise.reports import ComplexityCurve

__all__ = ["check_command"]

ARGUMENT = re.compile(r"\b(drop|groups|measures?|order|plan|segments)=('[^']*'|\[[^\]]*\])?")
OPTIONS = {"measures": "measure", "segments": "segment"}
"""Options that are not called as their argument is."""
LISTED = {"FW206": "foldwise diagnose {rows} --part checks --json"}
COMPARE_COMMAND = "foldwise compare {rows} --model random-forest --model hist-gradient-boosting"


def check_command(found: Advice, rows: str, curve: ComplexityCurve | None = None) -> str:
    """Write the command that acts on what a check found: with the option that mends it, or one that shows more of it.

    A column that only the user knows is written as ``COLUMN``.

    Parameters
    ----------
    found
        What the check found.
    rows
        File, columns and model as they are typed.
    curve
        The complexity curve, whose parameter `select` chooses where the best value of it is told.

    Examples
    --------
    >>> from foldwise.advice import Advice, Severity
    >>> copies = Advice(
    ...     "FW103", "id column", Severity.DOUBTFUL, "'no' names the row", "drop=['no'] where the data are read"
    ... )
    >>> check_command(copies, "rows.csv --target y --model tree")
    'foldwise diagnose rows.csv --target y --model tree --drop no'
    """
    if found.code == "FW304" and curve is not None:
        grid = ",".join("none" if value is None else str(value) for value in curve.values)
        return f"foldwise select {rows} --grid {quote(f'{curve.parameter}={grid}')}"
    if found.code == "FW207":
        return COMPARE_COMMAND.format(rows=rows)
    if found.code in LISTED:
        return LISTED[found.code].format(rows=rows)
    argument = ARGUMENT.search(found.mend)
    if argument is None:
        return f"foldwise explain {found.code}"
    name, values = argument[1], _values(argument[2])
    verb = "assess" if name in ("measures", "segments") else "diagnose"
    return f"foldwise {verb} {rows} {' '.join(f'--{OPTIONS.get(name, name)} {quote(value)}' for value in values)}"


def _values(text: str | None) -> list[str]:
    """The values of an argument, as they are typed; a placeholder where it has none."""
    if text is None:
        return ["COLUMN"]
    try:
        found = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return ["COLUMN"]
    return [str(one) for one in found] if isinstance(found, list) else [str(found)]
