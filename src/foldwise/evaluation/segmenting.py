"""Every measure of every model in parts of the rows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import order_segments
from foldwise.evaluation.evaluate import evaluate
from foldwise.intervals import FEWEST_ROWS
from foldwise.phrases import count_of
from foldwise.predictions import take_resampled_rows
from foldwise.reports import NOT_ENOUGH, Segment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array, Codes
    from foldwise.evaluation.evaluate import Request
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding

__all__ = ["evaluate_segments", "note_on_segments", "rows_by_segment"]


def rows_by_segment(segments: Array) -> Iterator[tuple[str, Codes]]:
    """Name and rows of every segment: numbers by value, texts by letters, rows without one last.

    Examples
    --------
    >>> [(name, rows.tolist()) for name, rows in rows_by_segment(np.array(["b", "a", "b"]))]
    [('a', [1]), ('b', [0, 2])]
    """
    for name in order_segments(segments.tolist()):
        yield name, np.flatnonzero(segments == name)


def note_on_segments(segments: Array | None, **asked: object) -> tuple[str, ...]:
    """Say that what was asked for by name over all rows was not taken in the segments; nothing where all was ``auto``.

    Examples
    --------
    >>> note_on_segments(np.array(["a"]), interval="corrected-t", estimate="auto")
    ('segments have the interval that is valid in each of them, where there is one; corrected-t is for all rows',)
    """
    named = {what: getattr(one, "name", one) for what, one in asked.items() if one != "auto"}
    if segments is None or not named:
        return ()
    are = "is" if len(named) == 1 else "are"
    text = " and ".join(map(str, named.values()))
    return (
        f"segments have the {' and '.join(named)} that {are} valid in each of them, where there is one; {text} {are} for all rows",
    )


def evaluate_segments(
    predictions: Predictions, segments: Array, measures: Sequence[Measure], request: Request
) -> tuple[Segment, ...]:
    """Evaluate the same models in every segment: they were fitted to rows of all segments.

    A segment of few rows, or one in which a measure has no value, gets a note and no interval. Methods that need more than
    the test rows of the plan give way to the one that is valid without.
    """
    spared = replace(request, method="auto", estimate="auto", spare=frozenset(predictions.models))
    segments_found = []
    for name, rows in rows_by_segment(segments):
        segment_predictions = take_resampled_rows(predictions, rows)
        tested = [model for model in segment_predictions.models if segment_predictions.of(model).size]
        findings = evaluate(segment_predictions, measures, spared) if tested else ()
        tests = len(np.unique(segment_predictions.of(tested[0]).row)) if tested else 0
        segments_found.append(
            Segment(name, int(rows.size), tuple(_with_small_segment_note(finding, tests) for finding in findings))
        )
    return tuple(segments_found)


def _with_small_segment_note(finding: Finding, rows: int) -> Finding:
    """Take the interval of a segment of few rows away, and say why."""
    if rows >= FEWEST_ROWS and not (finding.interval is None and finding.estimate.value != finding.estimate.value):
        return finding
    reason = f"{NOT_ENOUGH}: {count_of(rows, 'row')}" if rows < FEWEST_ROWS else f"{NOT_ENOUGH}: {finding.reason}"
    return replace(finding, interval=None, reason=reason)
