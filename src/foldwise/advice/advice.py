"""What a check found: a stable code, one sentence with numbers, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Advice", "Severity", "spoils"]


class Severity(StrEnum):
    """What a finding means for the figures."""

    INVALID = "the figures are wrong"
    DOUBTFUL = "the figures may be wrong"
    NOTE = "the figures stand"


@final
@dataclass(frozen=True)
class Advice:
    """One finding of a check.

    Parameters
    ----------
    code
        Stable code of the rule, such as ``FW101``.
    title
        What the rule is about, in a few words.
    severity
        What it means for the figures.
    found
        What was found, in one sentence with numbers.
    mend
        The argument or the step that mends it.
    optimistic
        Whether estimates are too good because of it.

    Examples
    --------
    >>> print(Advice("FW101", "copied rows", Severity.INVALID, "9 of 10 rows are copies", "groups=..."))
    FW101 copied rows: 9 of 10 rows are copies; the figures are wrong. What to do: groups=...
    """

    code: str
    title: str
    severity: Severity
    found: str
    mend: str
    optimistic: bool = False

    def __str__(self) -> str:
        """One paragraph."""
        consequence = "" if self.severity is Severity.NOTE else f"; {self.severity}"
        return f"{self.code} {self.title}: {self.found}{consequence}. What to do: {self.mend}"

    def record(self) -> dict[str, str | bool]:
        """Everything as plain data."""
        return {
            "code": self.code,
            "title": self.title,
            "severity": self.severity.name.lower(),
            "found": self.found,
            "mend": self.mend,
            "optimistic": self.optimistic,
        }


def spoils(advice: Iterable[Advice]) -> tuple[Advice, ...]:
    """Those findings that cast doubt on the figures.

    Examples
    --------
    >>> spoils([Advice("FW301", "many measures", Severity.NOTE, "ten measures", "fewer")])
    ()
    """
    return tuple(advice_item for advice_item in advice if advice_item.severity is not Severity.NOTE)
