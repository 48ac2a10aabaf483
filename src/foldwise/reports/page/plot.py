"""Static drawings of curves as SVG: axes with few ticks, bands, lines, points; their colours come from the style sheet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import floor, log10
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.reports.shared.html import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.typing import ArrayLike

__all__ = ["Plot", "ticks_of"]

WIDTH, HEIGHT = 320, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 308, 10, 216
LETTER, MOST_LETTERS, STEP = 6.2, 22, 17
"""Width of a letter of a label, letters of the longest label, and room for one label of the vertical axis, in pixels."""
MOST_POINTS = 160
"""More corners than this cannot be seen at this size, and make a page heavy."""
TICKS = 5


def ticks_of(low: float, high: float) -> list[float]:
    """Round numbers between two ends, about five of them.

    Examples
    --------
    >>> ticks_of(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks_of(-3.0, 42.0)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    >>> ticks_of(0.0, 3e-14)
    [0.0, 1e-14, 2e-14, 3e-14]
    """
    if not high > low:
        return [low]
    raw = (high - low) / TICKS
    unit = 10.0 ** floor(log10(raw))
    step = next(size * unit for size in (1, 2, 2.5, 5, 10) if size * unit >= raw * 0.999)
    first = int(np.ceil(low / step - 1e-9))
    last = int(np.floor(high / step + 1e-9))
    digits = 1 - floor(log10(step))
    return [round(place * step, digits) for place in range(first, last + 1)]


@final
@dataclass(frozen=True)
class Plot:
    """One drawing: its name, what it shows, its axes with their ends, and the shapes drawn so far.

    Examples
    --------
    >>> plot = Plot("roc", "ROC curve of lda", "false positive rate", "true positive rate").line(
    ...     [0, 0.2, 1], [0, 0.9, 1]
    ... )
    >>> plot.svg().count("<path class='curve'")
    1
    """

    name: str
    title: str
    x_title: str
    y_title: str
    x_ends: tuple[float, float] = (0.0, 1.0)
    y_ends: tuple[float, float] = (0.0, 1.0)
    shapes: tuple[str, ...] = field(default=())
    x_labels: tuple[tuple[float, str], ...] = ()
    y_labels: tuple[tuple[float, str], ...] = ()

    @property
    def left(self) -> float:
        """Where the frame begins: behind the longest label of the vertical axis, and its title."""
        labels = [_short(label) for _, label in self.y_labels] or [_number(one) for one in ticks_of(*self.y_ends)]
        return max(float(LEFT), (22 if self.y_title else 12) + LETTER * max(map(len, labels), default=0))

    @property
    def bottom(self) -> float:
        """Where the frame ends: as low as the labels of the vertical axis need."""
        return max(float(BOTTOM), TOP + STEP * (len(self.y_labels) + 1.0))

    def _with(self, shape: str) -> Plot:
        shapes = (*self.shapes, shape)
        return replace(self, shapes=shapes)

    def _places(self, x: ArrayLike, y: ArrayLike) -> Floats:
        """Points in pixels (N, 2), clipped to the frame; those that are no numbers are left out."""
        along, height = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
        known = np.isfinite(along) & np.isfinite(height)
        across = self.left + _share(along[known], self.x_ends) * (RIGHT - self.left)
        down = self.bottom - _share(height[known], self.y_ends) * (self.bottom - TOP)
        return np.stack([across, down], axis=1)

    def line(self, x: ArrayLike, y: ArrayLike, kind: str = "curve") -> Plot:
        """Add a line through the points, of very many through as many as can be seen."""
        places = _thinned(self._places(x, y))
        return self._with(f"<path class='{kind}' d='{_path(places)}'/>") if places else self

    def band(self, x: ArrayLike, low: ArrayLike, high: ArrayLike) -> Plot:
        """Add the area between two lines."""
        below, above = _thinned(self._places(x, low)), _thinned(self._places(x, high))
        return self._with(f"<path class='band' d='{_path([*above, *below[::-1]])}Z'/>") if below and above else self

    def dots(self, x: ArrayLike, y: ArrayLike, kind: str = "dot", radius: float = 3) -> Plot:
        """Add points."""
        places = self._places(x, y).tolist()
        return self._with(
            "".join(f"<circle class='{kind}' cx='{a:.1f}' cy='{b:.1f}' r='{radius:g}'/>" for a, b in places)
        )

    def bars(self, x: ArrayLike, low: ArrayLike, high: ArrayLike, kind: str = "error") -> Plot:
        """Add an upright interval, or a column, at each place."""
        ends = zip(self._places(x, low).tolist(), self._places(x, high).tolist(), strict=True)
        return self._with("".join(f"<path class='{kind}' d='M{a:.1f} {b:.1f}V{d:.1f}'/>" for (a, b), (_, d) in ends))

    def movable(self) -> Plot:
        """Add the mark of the chosen threshold, which the page's script moves."""
        return self._with("<path class='cross js' d='M0 0'/><circle class='mark js' cx='-9' cy='-9' r='5'/>")

    def svg(self) -> str:
        """Write the drawing."""
        ends = (self.left, RIGHT, TOP, self.bottom, *self.x_ends, *self.y_ends)
        box = " ".join(f"{end:.6g}" for end in ends)
        height = round(HEIGHT + self.bottom - BOTTOM)
        return (
            f"<svg class='plot' data-plot='{self.name}' data-box='{box}' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' "
            f"height='{height}' role='img' aria-label='{safe(self.title)}'>"
            f"{self._axes()}{''.join(self.shapes)}</svg>"
        )

    def _axes(self) -> str:
        parts, left, bottom = [], self.left, self.bottom
        for value, label in self.x_labels or [(one, _number(one)) for one in ticks_of(*self.x_ends)]:
            x = left + float(_share(np.array(value), self.x_ends)) * (RIGHT - left)
            parts.append(f"<path class='grid' d='M{x:.1f} {TOP}V{bottom:g}'/>")
            parts.append(f"<text x='{x:.1f}' y='{bottom + 15:g}' text-anchor='middle'>{safe(label)}</text>")
        for value, label in self.y_labels or [(one, _number(one)) for one in ticks_of(*self.y_ends)]:
            y = bottom - float(_share(np.array(value), self.y_ends)) * (bottom - TOP)
            parts.append(f"<path class='grid' d='M{left:g} {y:.1f}H{RIGHT}'/>")
            parts.append(f"<text x='{left - 6:g}' y='{y + 4:.1f}' text-anchor='end'>{safe(_short(label))}</text>")
        middle = (left + RIGHT) / 2
        parts.append(f"<text x='{middle:g}' y='{bottom + 34:g}' text-anchor='middle'>{safe(self.x_title)}</text>")
        turned = f"<text transform='translate(12 {(TOP + bottom) / 2:g}) rotate(-90)' text-anchor='middle'>{safe(self.y_title)}</text>"
        return f"{''.join(parts)}{turned if self.y_title else ''}<path class='axis' d='M{left:g} {TOP}V{bottom:g}H{RIGHT}'/>"


def _short(label: str) -> str:
    """A label of the vertical axis that leaves room for the drawing; the table behind it has the whole of it."""
    return label if len(label) <= MOST_LETTERS else f"{label[: MOST_LETTERS - 1]}…"


def _number(value: float) -> str:
    """A number on an axis, with thousands set apart."""
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e6 else f"{value:g}"


def _share(values: Floats, ends: tuple[float, float]) -> Floats:
    low, high = ends
    return np.clip((values - low) / (high - low if high > low else 1.0), 0, 1)


def _thinned(places: Floats) -> list[list[float]]:
    """At most so many of the points, evenly along the line, the ends among them."""
    if len(places) <= MOST_POINTS:
        return [[x, y] for x, y in places.tolist()]
    along = np.append(0, np.cumsum(np.abs(np.diff(places, axis=0)).sum(axis=1)))
    kept = np.unique(np.searchsorted(along, np.linspace(0, along[-1], MOST_POINTS)).clip(0, len(places) - 1))
    return [[x, y] for x, y in places[kept].tolist()]


def _path(places: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
