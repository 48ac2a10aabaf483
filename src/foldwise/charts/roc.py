"""True positive rate against false positive rate, with hull, band and operating point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve
from foldwise.charts.figure import ACCENT, records_of, thinned
from foldwise.reports.shared import chart_of

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.intervals import RocBand
    from foldwise.measures.curves import OperatingPoint
    from foldwise.typing import Untyped

__all__ = ["roc"]


def roc(curves: Curves, *, band: RocBand | None = None, point: OperatingPoint | None = None) -> Untyped:
    """Draw ROC curves, of one model or ``{model: curve}``; of one with its hull, and with a band and a point where given.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> curve = found.curve("roc", "lda")
    >>> roc(curve, point=curve.best_point(fn=10, fp=1)).to_dict()["description"]
    'True positive rate against false positive rate of the model.'
    """
    drawn = draw_curve(curves, "true positive rate against false positive rate", point=point)
    if band is None:
        return drawn
    import altair as alt

    at = thinned(band.fpr.size, 101)
    rows = records_of({"x": band.fpr[at], "low": band.low[at], "high": band.high[at]})
    area = chart_of(rows).mark_area(opacity=0.18, color=ACCENT)
    drawn.layer = [area.encode(x=alt.X("x:Q"), y=alt.Y("low:Q"), y2="high:Q"), *drawn.layer]
    drawn.title.subtitle = [
        *drawn.title.subtitle,
        f"shaded: {100 * band.level:g} % band of the whole curve ({band.method})",
    ]
    return drawn
