"""What every curve can be asked, and how the curves of several resamples are averaged."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from foldwise.arrays import freeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.typing import Given

__all__ = ["Curve", "mean_weights", "vertical_mean"]

MOST_POINTS = 2000
"""Averaged curves with more corners than this are drawn on a grid."""


class Curve(ABC):
    """A line that is drawn from predictions, as numbers. `foldwise.reports.plot` makes a chart of it.

    `note` is what the reader should know, empty when there is nothing to say. Curves that rank rows are made within
    each resample, because the scores of differently trained models are not on one scale; `parts` holds these curves and
    the curve itself is their mean. It is empty where there was one resample, or where rows may be pooled. `about` names
    the class that is found, where the curve is about one. `evidence` is how many independent rows of the class and of the
    rest it rests on.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    note: str
    parts: tuple[Any, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    def told(self, repeats: int) -> str:  # noqa: ARG002 - what most curves say does not depend on it
        """What the reader should know of a curve averaged over so many repeats of a plan."""
        return self.note

    def band(self) -> CurveBand | None:
        """Interval of the height at each place on its own, at 95 %, about other rows; None where there is none."""
        return None

    @abstractmethod
    def columns(self) -> dict[str, Array]:
        """The numbers of the curve, column by column, from left to right."""

    def to_frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        return pd.DataFrame(self.columns())

    def to_dict(self) -> dict[str, Any]:
        """The curve as plain data; numbers that do not exist are None."""
        columns = {name: [_plain(value) for value in column.tolist()] for name, column in self.columns().items()}
        said = {"curve": self.name, "positive": self.about, "note": self.note}
        return {**said, "resamples": max(1, len(self.parts)), "points": columns}

    def to_json(self, *, indent: int | None = None) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)


def _plain(value: Given) -> Given:
    return None if isinstance(value, float) and not np.isfinite(value) else value


def mean_weights(counts: Floats, repeat: Codes) -> Floats:
    """Weight of each resample in a mean: by its count within its repeat, every repeat the same.

    Examples
    --------
    >>> mean_weights(np.array([1.0, 3.0, 2.0, 2.0]), np.array([0, 0, 1, 1])).tolist()
    [0.125, 0.375, 0.25, 0.25]
    """
    totals = np.bincount(repeat, weights=counts)
    shares = counts / totals[repeat]
    return shares / shares.sum()


def vertical_mean(lines: Sequence[tuple[Floats, Floats]], weights: Floats) -> tuple[Floats, Floats]:
    """Mean height of several lines at every place.

    A line is a list of points from left to right that may go straight up or down; so may the mean. Its area is the mean of
    the areas, exactly so unless there are so many corners that a grid is used.

    Examples
    --------
    >>> step = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])
    >>> diagonal = np.array([0.0, 1.0]), np.array([0.0, 1.0])
    >>> x, y = vertical_mean([step, diagonal], np.array([0.5, 0.5]))
    >>> x.tolist(), y.tolist()
    ([0.0, 0.0, 1.0], [0.0, 0.5, 1.0])
    """
    places = np.unique(np.concatenate([x for x, _ in lines]))
    if places.size > MOST_POINTS:
        places = np.linspace(places[0], places[-1], MOST_POINTS // 2 + 1)
    left, right = np.zeros(places.size), np.zeros(places.size)
    for (x, y), weight in zip(lines, weights, strict=True):
        before, after = _limits(x, y, places)
        left, right = left + weight * before, right + weight * after
    x, y = np.repeat(places, 2), np.stack([left, right], axis=1).ravel()
    kept = np.concatenate([[True], (x[1:] != x[:-1]) | (y[1:] != y[:-1])])
    return freeze(x[kept]), freeze(y[kept])


def _limits(x: Floats, y: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Heights just before and just after each place."""
    corners, first = np.unique(x, return_index=True)
    last = np.concatenate([first[1:], [x.size]]) - 1
    at = np.clip(np.searchsorted(corners, places, side="right") - 1, 0, corners.size - 1)
    after = np.minimum(at + 1, corners.size - 1)
    gap = corners[after] - corners[at]
    share = np.where(gap > 0, (places - corners[at]) / np.where(gap > 0, gap, 1), 0)
    inside = y[last[at]] + share * (y[first[after]] - y[last[at]])
    corner = corners[at] == places
    return np.where(corner, y[first[at]], inside), np.where(corner, y[last[at]], inside)
