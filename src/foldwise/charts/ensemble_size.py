"""Out-of-bag error against the number of members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, HEIGHT, WIDTH, finished, records_of
from foldwise.errors import InputError, need_charts
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.ensembles import OutOfBag
    from foldwise.typing import Untyped

__all__ = ["ensemble_size"]


def ensemble_size(found: Mapping[int, OutOfBag], *, level: float = 0.95, unit: str = "out-of-bag error") -> Untyped:
    """Draw the out-of-bag error of ensembles by their size, each with its interval.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.ensembles import BaggedClassifier
    >>> iris = foldwise.sample("iris")
    >>> sizes = {
    ...     size: BaggedClassifier(n_estimators=size, random_state=0).fit(iris.X, iris.target).out_of_bag_
    ...     for size in (20, 40)
    ... }
    >>> ensemble_size(sizes).to_dict()["description"].startswith("Out-of-bag error of ensembles of 20 to 40 members")
    True
    """
    need_charts()
    import altair as alt

    if not found:
        message = "there are no ensembles to draw"
        raise InputError(message, hint="{25: small.out_of_bag_, 50: large.out_of_bag_}")
    sizes = sorted(found)
    ends = np.array([found[size].interval(level) for size in sizes])
    rows = records_of(
        {"members": sizes, "value": [found[size].error for size in sizes], "low": ends[:, 0], "high": ends[:, 1]}
    )
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("members:Q", title="members of the ensemble", scale=alt.Scale(zero=False))
    )
    y = alt.Y("value:Q", title=unit, scale=alt.Scale(zero=False))
    chart = alt.LayerChart(
        layer=[
            base.mark_area(opacity=0.2, color=ACCENT).encode(y=alt.Y("low:Q", title=unit), y2="high:Q"),
            base.mark_line(color=ACCENT, point={"color": ACCENT}).encode(y=y),
        ]
    ).properties(width=WIDTH, height=HEIGHT)
    last = found[sizes[-1]]
    description = f"{beginning(unit)} of ensembles of {sizes[0]} to {sizes[-1]} members; the largest has {last.error:.3g} [{ends[-1, 0]:.3g}, {ends[-1, 1]:.3g}]."
    return finished(chart, f"{beginning(unit)} against size", [f"shaded: {100 * level:g} % intervals"], description)
