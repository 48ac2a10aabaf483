"""The confusion matrix as counts or as rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, finished
from foldwise.errors import InputError, need_charts
from foldwise.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt
    import pandas as pd

    from foldwise.typing import Untyped

__all__ = ["confusion_matrix"]

MOST_CLASSES = 20
LETTER = 6
"""Width of a letter of a label, in pixels."""


def confusion_matrix(confusion: pd.DataFrame, *, rates: bool = False, level: float = 0.95) -> Untyped:
    """Draw a confusion matrix as `Assessment.confusion` gives it: counts, or shares of each true class with intervals.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> confusion_matrix(found.confusion("lda"), rates=True).to_dict()["description"]
    'Confusion matrix of 3 classes, 98.0 % of the rows on the diagonal.'
    """
    need_charts()
    import altair as alt

    if len(confusion) > MOST_CLASSES:
        message = f"a matrix of {len(confusion)} classes cannot be read as a chart"
        raise InputError(message, hint="per_class, which lists precision and recall of each")
    counts, truths, predicted = confusion.to_numpy(), [*map(str, confusion.index)], [*map(str, confusion.columns)]
    decimals = 0 if (counts == counts.round()).all() else 1
    records = []
    for truth, row in zip(truths, counts, strict=True):
        total = float(row.sum())
        for name, count in zip(predicted, row.tolist(), strict=True):
            share = count / total if total else 0.0
            low, high = wilson(min(count, total), total, level) if total else (0.0, 1.0)
            shown = f"{100 * share:.1f} %" if rates else f"{count:,.{decimals}f}"
            records.append(
                {
                    "truth": truth,
                    "predicted": name,
                    "count": count,
                    "share": share,
                    "low": low,
                    "high": high,
                    "shown": shown,
                    "ends": f"{100 * low:.0f}–{100 * high:.0f} %",
                }
            )
    size = max(34, min(90, 300 // max(1, len(predicted))))
    base = alt.Chart(alt.InlineData(values=records)).encode(
        x=alt.X("predicted:N", title="predicted class", sort=predicted, axis=_names(predicted, size)),
        y=alt.Y("truth:N", title="true class", sort=truths),
    )
    colour = alt.Color("share:Q", scale=alt.Scale(domain=[0, 1], range=["#f2f5f9", ACCENT]), legend=None)
    text = alt.condition("datum.share > 0.92", alt.value("#ffffff"), alt.value("#1d2129"))
    layers = [
        base.mark_rect().encode(color=colour),
        base.mark_text(fontSize=12, dy=-6 if rates else 0).encode(text="shown:N", color=text),
    ]
    if rates:
        layers.append(base.mark_text(fontSize=9, dy=9).encode(text="ends:N", color=text))
    chart = alt.LayerChart(layer=layers).properties(
        width=size * len(predicted), height=max(34, size * 2 // 3) * len(truths)
    )
    right = float(np.trace(counts[:, : len(truths)]) / max(counts.sum(), 1e-300))
    sentence = (
        f"share of each true class with its {100 * level:g} % interval"
        if rates
        else "rows" + ("" if decimals == 0 else ", averaged over the repeats of the plan")
    )
    description = f"Confusion matrix of {len(truths)} classes, {100 * right:.1f} % of the rows on the diagonal."
    return finished(chart, "Confusion matrix", [sentence], description)


def _names(classes: Sequence[str], size: int) -> alt.Axis:
    """The axis of the predicted classes: every name, upright where one is wider than a cell."""
    import altair as alt

    wide = max(map(len, classes), default=0) * LETTER > size
    turned = {"labelAngle": -90, "labelAlign": "left"} if wide else {"labelAngle": 0}
    return alt.Axis(orient="top", labelOverlap=False, **turned)
