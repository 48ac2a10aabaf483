"""The permutation test as a card for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.reports.permutation.text import headline, histogram, verdict
from foldwise.reports.shared.html import card_html

if TYPE_CHECKING:
    from foldwise.reports.permutation.permutation import PermutationTest

__all__ = ["card"]

WIDTH, HEIGHT, MARGIN = 360, 90, 14
"""Size of the drawing, and the room below it for the ends of the scale."""


def card(found: PermutationTest) -> str:
    """Write the card.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.permutation_test("gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19)
    >>> card(found).startswith("<div class='foldwise'>")
    True
    """
    name, test, plan = headline(found)
    return card_html(
        [
            f"<h4>{escape(verdict(found))}</h4>",
            f"<p>{escape(name)}; {escape(test)}; {escape(plan)}</p>",
            _drawing(found),
        ]
    )


def _drawing(found: PermutationTest) -> str:
    """How often each value came with permuted targets, and where the model is."""
    bars = histogram(found)
    step, tallest = WIDTH / len(bars.counts), max(1, *bars.counts)
    shapes = [
        f"<rect x='{at * step:.1f}' y='{HEIGHT * (1 - count / tallest):.1f}' width='{step - 1:.1f}' "
        f"height='{HEIGHT * count / tallest:.1f}' fill='currentColor' opacity='.35'/>"
        for at, count in enumerate(bars.counts)
    ]
    own = (bars.own + 0.5) * step
    ends = [bars.digits.show(bars.edges[0]), bars.digits.show(bars.edges[-1])]
    value = bars.digits.show(found.value)
    label = f"{found.measured} with permuted targets {ends[0]} to {ends[1]}, {found.model} {value}"
    return (
        f"<svg width='{WIDTH}' height='{HEIGHT + MARGIN}' role='img' aria-label='{escape(label, quote=True)}' font-size='11'>"
        f"{''.join(shapes)}<path d='M{own:.1f} 0V{HEIGHT}' stroke='#2f80d0' stroke-width='2'/>"
        f"<g fill='currentColor'><text y='{HEIGHT + MARGIN - 2}'>{ends[0]}</text>"
        f"<text x='{WIDTH}' y='{HEIGHT + MARGIN - 2}' text-anchor='end'>{ends[1]}</text></g></svg>"
        f"<p>{escape(found.measured)} with permuted targets; the line is {escape(found.model)}, {value}</p>"
    )
