"""The assessment as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from foldwise.reports.assessment.assessment import tests_per_row
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits, target_and_bias
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.leaderboard import class_note, leaderboard
from foldwise.reports.shared.segment import segment_tables
from foldwise.reports.shared.text import Page, described, paragraph, two_ends
from foldwise.reports.shared.times import time_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.assessment.assessment import Assessment

__all__ = ["render", "render_first"]

USUAL_PLAN = "kfold(10, repeats="
"""The default for rows without structure needs no explanation each time."""


def render(assessment: Assessment, *, width: int = 80, color: bool = False, kept: str = "", times: bool = False) -> str:
    """Write the report.

    Parameters
    ----------
    assessment
        What to report.
    width
        Columns of the page.
    color
        Whether to use colours and bold type.
    kept
        Where the finished fits are kept, if they are.
    times
        Whether to tell how long the models took, which differs from call to call.

    Examples
    --------
    >>> import foldwise
    >>> print(render(foldwise.assess("lda", foldwise.sample("iris"), measures="error")))
    iris  150 rows x 4 columns ...
    """
    page = Page(width, color, margin=3, gap=2, longest_name=26, narrowest_bar=12)
    lines = [*_lines(assessment, page, kept), *(time_lines(assessment.times, page) if times else ())]
    return "\n".join(line.rstrip() for line in lines)


def render_first(assessment: Assessment) -> str:
    """Write the table of the first measure alone, with the plan it comes from.

    Examples
    --------
    >>> import foldwise
    >>> print(render_first(foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)")))
      plan    kfold(5), stratified, seed 0 ...
    """
    page = Page(80, color=False, margin=3, gap=2, longest_name=26, narrowest_bar=12)
    lines = [
        *two_ends("plan", *plan_and_fits(assessment), page.width),
        *page.board(leaderboard(assessment, assessment.measures[0]), assessment.level, ranked=True),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _lines(assessment: Assessment, page: Page, kept: str) -> Iterator[str]:
    yield from advice_lines(assessment.advice, page.width)
    yield from described(assessment.dataset.describe(), page.width)
    yield from _method(assessment, page.width, kept)
    for at, measure in enumerate(assessment.measures):
        yield ""
        yield from page.board(leaderboard(assessment, measure), assessment.level, ranked=at == 0)
    models = [name for name in assessment.models if name != assessment.baseline]
    if assessment.dataset.is_classification and len(models) == 1:
        tests = tests_per_row(assessment.predictions, models[0])
        weighted = assessment.predictions.weights is not None
        yield from page.classes(
            assessment.confusion(models[0]), assessment.per_class(models[0]), tests, weighted=weighted
        )
    yield from segment_tables(assessment.segments, assessment.measures, page)
    yield ""
    yield from paragraph("About", target_and_bias(assessment), page.width)
    for at, remark in enumerate(all_remarks(assessment)):
        yield from paragraph("" if at else "Notes", remark, page.width)


def _method(assessment: Assessment, width: int, kept: str) -> Iterator[str]:
    """The plan with its number of fits and its reason, the interval methods, the positive class."""
    plan, fits = plan_and_fits(assessment)
    yield from two_ends("plan", plan, fits, width)
    if assessment.plan_reason != "asked for" and not assessment.plan.startswith(USUAL_PLAN):
        yield from (f"          {line}" for line in wrap(assessment.plan_reason, width - 10))
    yield from two_ends("method", intervals_used(assessment), kept, width)
    if found := class_note(assessment.findings):
        yield from two_ends("class", found, "", width)
