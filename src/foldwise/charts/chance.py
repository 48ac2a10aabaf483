"""A measure with permuted targets, and the model's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import HEIGHT, QUIET, SECOND, WIDTH, finished, records_of
from foldwise.errors import need_charts
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from foldwise.reports import PermutationTest
    from foldwise.typing import Untyped

__all__ = ["chance"]

BINS = 24


def chance(found: PermutationTest) -> Untyped:
    """Draw how often each value came with permuted targets, and where the model is.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.permutation_test("gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19)
    >>> chance(found).to_dict()["description"].startswith("Error of gaussian-nb and of 19 permutations")
    True
    """
    need_charts()
    import altair as alt

    known = np.array([one for one in found.null if one == one] or [found.value])
    counts, edges = np.histogram(
        known, bins=BINS, range=(min(known.min(), found.value), max(known.max(), found.value, known.min() + 1e-9))
    )
    rows = records_of({"low": edges[:-1], "high": edges[1:], "count": counts, "zero": np.zeros(counts.size)})
    name = found.measure.label
    bars = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_bar(color=QUIET)
        .encode(
            x=alt.X("low:Q", title=name, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5)),
            x2="high:Q",
            y=alt.Y("count:Q", title="permutations"),
            y2="zero:Q",
        )
    )
    own = (
        alt.Chart(alt.InlineData(values=[{"low": found.value}]))
        .mark_rule(color=SECOND, strokeWidth=3)
        .encode(x="low:Q")
    )
    said = [f"grey: permuted targets; line: {found.model}, {found.value:.3g}", f"p = {found.p_value:.4g}"]
    description = f"{beginning(name)} of {found.model} and of {len(found.null)} permutations of the target: p = {found.p_value:.3g}."
    return finished(
        alt.LayerChart(layer=[bars, own]).properties(width=WIDTH, height=HEIGHT), "Against chance", said, description
    )
