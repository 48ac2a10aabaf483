"""What the report says: which calls were batched, which were not and why, and the time saved, by estimate."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from foldwise.phrases import count_of
from foldwise.sklearn.record import LOG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.sklearn.record import CallNote

__all__ = ["report", "summary", "write_report"]

MOST_LINES = 20
"""Lines of a report."""


def report() -> str:
    """Say what became of the calls since `patch(report=True)`, one line for each kind.

    Examples
    --------
    >>> report().splitlines()[0].startswith("foldwise:")
    True
    """
    return write_report(LOG.notes)


def summary(notes: Sequence[CallNote]) -> str:
    """One line: how many calls were batched, and about how much time that saved."""
    batched = [note for note in notes if not note.reason]
    if not notes:
        return "foldwise: no calls of scikit-learn's model selection"
    saved = sum(note.saved for note in batched)
    text = f"foldwise: {len(batched)} of {count_of(len(notes), 'call')} batched"
    return f"{text}, about {saved:.1f} s saved (estimated from one fit each)" if saved >= 0.05 else text


def write_report(notes: Sequence[CallNote]) -> str:
    """Write the summary and, for each kind of call, what became of it.

    Examples
    --------
    >>> from foldwise.sklearn.record import CallNote
    >>> print(write_report([CallNote("cross_val_score", "SVC", "no batched kernel for SVC")]))
    foldwise: 0 of 1 call batched
      not batched  cross_val_score of SVC: no batched kernel for SVC
    """
    kinds = Counter((note.name, note.model, note.reason) for note in notes)
    lines = [summary(notes)]
    for (name, model, reason), times in list(kinds.items())[:MOST_LINES]:
        again = f" ({times} times)" if times > 1 else ""
        if reason:
            lines.append(f"  not batched  {name} of {model}: {reason}{again}")
            continue
        same = [note for note in notes if (note.name, note.model, note.reason) == (name, model, "")]
        fits, left = sum(note.fits for note in same), sum(note.left for note in same)
        alone = f", {left} of them by scikit-learn" if left else ""
        lines.append(f"  batched      {name} of {model}: {count_of(fits, 'fit')}{alone}{again}")
    if len(kinds) > MOST_LINES:
        lines.append(f"  and {len(kinds) - MOST_LINES} more kinds of calls")
    return "\n".join(lines)
