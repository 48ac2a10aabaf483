"""The report of a permutation test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.phrases import beginning, shown_p_value
from foldwise.reports.permutation.text import headline, histogram, verdict
from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing
from foldwise.reports.report.method_card import versions_shown
from foldwise.reports.report.report import Report, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.shared.leaderboard import measure_with_class

if TYPE_CHECKING:
    from foldwise.reports.permutation.permutation import PermutationTest
    from foldwise.reports.permutation.text import Histogram

__all__ = ["report_of"]

MEANING = (
    "The targets are permuted, so that they have nothing to do with the features, and the whole procedure is repeated. The "
    "p-value is the share of these values that are at least as good as that of the model, the model itself counted among them; where the test "
    "stopped early, their share until then. "
    "It says whether the model has found anything at all, not whether it is good."
)


NULL = "How good the same procedure is where there is nothing to find: how often each range of values came up."


def report_of(found: PermutationTest, *, panels: bool = False) -> Report:
    """Put a permutation test into a report; `panels` adds its chart.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.permutation_test("gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19)
    >>> report_of(found).tables[0].heads
    ('model', 'error', 'with permuted targets', 'as good', 'p')
    """
    name, test, plan = headline(found)
    bars = histogram(found)
    shown = bars.digits.show
    least = "" if found.as_good else "≤ "  # no permutation did as well: any smaller p-value may be the true one
    one = (
        found.model,
        shown(found.value),
        shown(found.chance),
        f"{found.as_good:,} of {len(found.null):,}",
        least + shown_p_value(found.p_value),
    )
    heads = ("model", found.measured, "with permuted targets", "as good", "p")
    counted = tuple(
        (f"{shown(low)} to {shown(high)}", f"{count:,}", "◂ the model" if at == bars.own else "")
        for at, (low, high, count) in enumerate(zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True))
    )
    drawn = ReportTable("Permuted targets", (found.measured, "permutations", ""), counted, (1,), meaning=NULL)
    return Report(
        "permutation-test",
        found.name,
        about=(name,),
        verdict=(verdict(found),),
        facts=(
            ("test", test),
            ("plan", plan),
            *([("fingerprint", f"rows {found.origin.fingerprint}")] if found.origin.fingerprint else []),
        ),
        tables=(ReportTable("Against chance", heads, (one,), (1, 2, 3, 4), meaning=MEANING), drawn),
        records=(found.record(),),
        document=found.to_dict(),
        drawings=(_drawing(found, bars),) if panels else (),
        method=(("a permutation test", MEANING, "Ojala and Garriga (2010); Phipson and Smyth (2010)"),),
        reproduction=reproduced(
            "permutation_test",
            [found.model],
            found.origin,
            settings=[
                ("plan", found.plan),
                ("measure", found.measure.name),
                ("permutations", found.permutations),
                *([("stop_after", found.stop_after)] if found.stop_after is not None else []),
                ("shuffle", found.shuffle),
                ("level", found.level),
                ("seed", found.seed),
            ],
            options=found.options,
        ),
        paragraph=(
            f"We estimated the {measure_with_class(found.measure.title, found.positive)} of {found.model} on {found.name} ({found.rows:,} rows) by {found.plan} and "
            f"compared it with its values after {len(found.null):,} permutations of the target ({found.shuffle}); the p-value is "
            f"{least}{shown_p_value(found.p_value)}. Computed with foldwise {dict(versions_shown()).get('foldwise', '')}."
        ),
        versions=versions_shown(),
    )


def _drawing(found: PermutationTest, bars: Histogram) -> ReportDrawing:
    """Values with permuted targets as columns, and the model's own as a line."""
    edges, counts = np.asarray(bars.edges, dtype=np.float64), np.asarray(bars.counts, dtype=np.float64)
    centre = (edges[1:] + edges[:-1]) / 2
    reach = np.array([edges[0], edges[-1]])
    own, top = np.full(2, found.value), np.array([0.0, float(counts.max(initial=1.0))])
    series = (
        DrawnSeries("faint", reach, np.zeros(2)),
        DrawnSeries("column", centre, np.zeros(counts.size), counts),
        DrawnSeries("second", own, top),
    )
    caption = f"{beginning(measure_with_class(found.measure.title, found.positive))} with permuted targets (columns) and of {found.model} (orange line)"
    columns = ((f"{found.measure.label}, middle", centre), ("permutations", counts))
    return ReportDrawing("chance", caption, found.measure.label, "permutations", series, columns=columns)
