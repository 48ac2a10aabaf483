"""How long models take, as a table. It differs from call to call, so that a report has it only where it is asked for."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from foldwise.reports.shared.text import BOLD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from foldwise.engine import Times
    from foldwise.reports.shared.text import Page

__all__ = ["duration", "time_lines", "time_table"]

WITH_THE_FIT = "with the fit"
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it, with two digits.

    Examples
    --------
    >>> duration(0.00123), duration(75.0), duration(2.5e-7)
    ('1.2 ms', '75 s', '0.25 µs')
    """
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    value = seconds / size
    return f"{value:,.0f} {unit}" if value >= 10 else f"{value:.2g} {unit}"


def time_lines(times: Mapping[str, Times], page: Page) -> Iterator[str]:
    """One line per model: time of a fit, and of the predictions of its rows."""
    if not times:
        return
    yield ""
    rows = [[duration(time.fit_seconds), _predicting(time), f"{time.fits:,}"] for time in times.values()]
    lines = list(page.grid(["time per fit", "fit", "predict", "fits"], list(times), rows))
    yield page.styled(lines[0], BOLD)
    yield from lines[1:]
    if any(time.together for time in times.values()):
        margin = " " * (page.margin + page.gap)
        explanation = f"{WITH_THE_FIT}: all resamples were computed together; total time / fits"
        yield from wrap(explanation, page.width, initial_indent=margin, subsequent_indent=margin)


def time_table(times: Mapping[str, Times]) -> list[str]:
    """The same as HTML; nothing where nothing was timed."""
    if not times:
        return []
    head = "".join(f"<th scope='col'>{name}</th>" for name in ("time per fit", "fit", "predict", "fits"))
    body = "".join(
        f"<tr><th scope='row'>{escape(name)}</th><td>{duration(time.fit_seconds)}</td><td>{_predicting(time)}</td>"
        f"<td>{time.fits:,}</td></tr>"
        for name, time in times.items()
    )
    return [f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"]


def _predicting(one: Times) -> str:
    return WITH_THE_FIT if one.predict_seconds is None else duration(one.predict_seconds)
