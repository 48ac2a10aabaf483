"""Curves of one or more models in the common look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from foldwise.charts.figure import WIDTH, finished
from foldwise.errors import need_charts
from foldwise.measures.curves import Curve
from foldwise.phrases import listed
from foldwise.reports import plot

if TYPE_CHECKING:
    from foldwise.measures.curves import OperatingPoint
    from foldwise.typing import Untyped

__all__ = ["Curves", "draw_curve"]

Curves: TypeAlias = Curve | Mapping[str, Any]


def draw_curve(curves: Curves, what: str, *, point: OperatingPoint | None = None) -> Untyped:
    """Draw curves of one kind; parts that lie side by side are put below each other, as pages are narrow."""
    need_charts()
    import altair as alt

    drawn: Any = plot(curves, point=point)
    names = listed(list(curves)) if isinstance(curves, Mapping) else "the model"
    description = f"{what[0].upper()}{what[1:]} of {names}."
    if isinstance(drawn, alt.HConcatChart):
        parts = [part.properties(width=WIDTH, height=WIDTH) for part in drawn.hconcat]
        return finished(alt.vconcat(*parts), "Gain and lift", [], description)
    heading = drawn.title
    said = [str(line) for line in (heading.subtitle or [])]
    height = WIDTH if drawn.width == drawn.height else drawn.height
    return finished(drawn.properties(width=WIDTH, height=height), str(heading.text), said, description)
