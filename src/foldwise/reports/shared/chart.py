"""What all charts have in common: their size, their colour, and the records that they are drawn from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

__all__ = ["chart_of"]

WIDTH, STEP, CELLS = 420, 28, 40
ACCENT = "#2f80d0"


def chart_of(records: Sequence[dict[str, Any]]) -> alt.Chart:
    """Begin a chart of our own records, which altair neither checks one by one nor copies with every property of the chart.

    Both took two thirds of the time of a curve.

    Examples
    --------
    >>> chart_of([{"x": 1}]).data.values
    [{'x': 1}]
    """
    import altair as alt
    from altair.utils.schemapi import debug_mode

    with debug_mode(False):  # noqa: FBT003 - the switch of its checks
        data = alt.InlineData(values=records)
    object.__setattr__(data, "__deepcopy__", partial(_itself, data))
    return alt.Chart(data)


def _itself(data: alt.InlineData, memo: dict[int, object]) -> alt.InlineData:  # noqa: ARG001 - as `copy` calls it
    """What a copy of a chart has in common with it; a function of the module, so that charts can be pickled."""
    return data
