"""Charts as files: SVG, PNG and PDF without a browser, with the numbers behind them as CSV."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from foldwise.charts.figure import table_of
from foldwise.charts.result_charts import charts_of
from foldwise.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from foldwise.typing import Given, Untyped

__all__ = ["save_chart", "write_charts"]

SCALE = 2
"""Pixels of a PNG for each pixel of the chart."""


def save_chart(chart: Untyped, path: str | Path) -> Path:
    """Write a chart as SVG, PNG or PDF, as the ending of the name says."""
    target = Path(path)
    writers = {".svg": "vegalite_to_svg", ".png": "vegalite_to_png", ".pdf": "vegalite_to_pdf"}
    if target.suffix not in writers:
        message = f"a chart is saved as {', '.join(writers)}, not as '{target.name}'"
        raise InputError(message, hint=f"'{target.stem or 'chart'}.svg'")
    try:
        import vl_convert
    except ImportError as error:
        what = "charts as files"
        raise MissingExtraError.of(what, "charts") from error
    more = {"scale": SCALE} if target.suffix == ".png" else {}
    drawn = getattr(vl_convert, writers[target.suffix])(chart.to_dict(), **more)
    try:
        target.write_bytes(drawn.encode() if isinstance(drawn, str) else drawn)
    except OSError as error:
        message = f"'{target}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    return target


def write_charts(result: Given, folder: str | Path) -> list[Path]:
    """Write every chart that a result has to a folder: NAME.svg, NAME.png, and the numbers behind it as NAME.csv."""
    place = Path(folder)
    try:
        place.mkdir(parents=False, exist_ok=True)
    except OSError as error:
        message = f"the folder '{place}' cannot be made: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    written = []
    for name, chart in charts_of(result).items():
        stem = re.sub(r"[^\w.-]+", "_", name).strip("._")[:80]
        written += [save_chart(chart, place / f"{stem}.svg"), save_chart(chart, place / f"{stem}.png")]
        table_of(chart).to_csv(place / f"{stem}.csv", index=False)
        written.append(place / f"{stem}.csv")
    return written
