"""The report of a permutation test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.phrases import shown_p_value
from foldwise.reports.permutation.text import headline, histogram, verdict
from foldwise.reports.report.method_card import versions
from foldwise.reports.report.report import Report, ReportTable

if TYPE_CHECKING:
    from foldwise.reports.permutation.permutation import PermutationTest

__all__ = ["report_of"]


def report_of(found: PermutationTest) -> Report:
    """Put a permutation test into a report.

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
    one = (
        found.model,
        shown(found.value),
        shown(found.chance),
        f"{found.as_good:,} of {len(found.null):,}",
        shown_p_value(found.p_value),
    )
    heads = ("model", found.measure.name, "with permuted targets", "as good", "p")
    counted = tuple(
        (f"{shown(low)} to {shown(high)}", f"{count:,}", "◂ the model" if at == bars.own else "")
        for at, (low, high, count) in enumerate(zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True))
    )
    drawn = ReportTable("Permuted targets", (found.measure.name, "permutations", ""), counted, (1,))
    return Report(
        "permutation-test",
        found.name,
        about=(name,),
        verdict=(verdict(found),),
        facts=(("test", test), ("plan", plan)),
        tables=(ReportTable("Against chance", heads, (one,), (1, 2, 3, 4)), drawn),
        records=(found.record(),),
        document=found.to_dict(),
        versions=versions(),
    )
