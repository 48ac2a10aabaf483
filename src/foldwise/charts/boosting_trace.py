"""What boosting did round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import HEIGHT, WIDTH, finished, records_of, thinned
from foldwise.errors import need_charts

if TYPE_CHECKING:
    from foldwise.ensembles import BoostingTrace
    from foldwise.typing import Untyped

__all__ = ["boosting_trace"]


def boosting_trace(trace: BoostingTrace) -> Untyped:
    """Draw the errors of members and ensemble on the training rows, and the bound of the latter, round by round.

    Examples
    --------
    >>> from foldwise.ensembles import AdaBoostM1
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = AdaBoostM1(n_estimators=5, random_state=0).fit(iris.X, iris.target)
    >>> boosting_trace(model.trace_).to_dict()["description"].startswith("Errors of members and ensemble over")
    True
    """
    need_charts()
    import altair as alt

    at = thinned(trace.rounds)
    lines = {
        "error of the member": trace.errors,
        "error of the ensemble": trace.training_errors,
        "bound of the ensemble": trace.bounds,
    }
    rows = [
        row
        for name, values in lines.items()
        for row in records_of({"round": at + 1, "value": np.asarray(values)[at], "line": [name] * at.size})
    ]
    chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(point=trace.rounds <= 30)
        .encode(
            x=alt.X("round:Q", title="round", axis=alt.Axis(tickMinStep=1, tickCount=6)),
            y=alt.Y("value:Q", title="error on the training rows"),
            color=alt.Color("line:N", title=None, sort=list(lines)),
        )
    )
    description = f"Errors of members and ensemble over {trace.rounds} rounds; the ensemble ends at {trace.training_errors[-1]:.3g}."
    return finished(
        chart.properties(width=WIDTH, height=HEIGHT), "Boosting, round by round", [trace.stopped], description
    )
