"""Differences of pairs with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.charts.figure import finished, interval_rows
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.charts.results import PairedResult
    from foldwise.typing import Untyped

__all__ = ["pairwise_differences"]

MOST_PAIRS = 40


def pairwise_differences(result: PairedResult, measure: str | None = None) -> Untyped:
    """Draw the difference of every pair under one measure, by default the first, with its interval and its verdict.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.compare("lda, knn", foldwise.sample("iris"), measures="error", baseline=False)
    >>> pairwise_differences(found).to_dict()["description"]
    'Difference in error of 1 pair: lda - knn -0.0344, undecided.'
    """
    frame = result.pairs(measure)
    if frame.empty:
        message = "no pairs were compared here"
        raise InputError(message, hint="compare with two models or more")
    name = str(frame["measure"].iloc[0])
    chosen = frame[frame["measure"] == name].head(MOST_PAIRS)
    records: list[dict[str, Any]] = [
        {**dict(zip(chosen.columns, row, strict=True)), "value": row[chosen.columns.get_loc("difference")]}
        for row in chosen.itertuples(index=False)
    ]
    for one in records:
        one |= {"label": f"{one['a']} - {one['b']}", "open": one["verdict"] == "undecided"}
    text = "; ".join(
        f"{record['a']} - {record['b']} {record['difference']:.3g}, {record['verdict']}" for record in records
    )
    level = f"{100 * chosen['level'].iloc[0]:g} %" if "level" in chosen else ""
    count = "1 pair" if len(records) == 1 else f"{len(records)} pairs"
    said = [
        f"{level} intervals; dashed: no difference",
        "filled: decided; hollow: undecided",
    ]
    description = f"Difference in {name} of {count}: {text}."
    return finished(interval_rows(records, f"difference in {name}", zero=True), f"Pairs by {name}", said, description)
