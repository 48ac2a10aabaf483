"""The permutation test as text for a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.phrases import count_of, ordinal
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.text import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.permutation.permutation import PermutationTest

__all__ = ["Histogram", "headline", "histogram", "render", "verdict"]

SHUFFLED = {
    "rows": "targets permuted over all rows",
    "groups": "targets of whole groups permuted",
    "within": "targets permuted within each group",
}
BINS, TALLEST = 12, 30


def render(found: PermutationTest, *, width: int = 80) -> str:
    """Write the report.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.permutation_test("gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19)
    >>> print(render(found))
    iris  150 rows
      test    permutation test of gaussian-nb by error, targets permuted over all
              rows
    ...
    """
    return "\n".join(line.rstrip() for line in _lines(found, width))


def _lines(found: PermutationTest, width: int) -> Iterator[str]:
    name, test, plan = headline(found)
    yield name
    yield from paragraph("  test", test, width, margin=10)
    yield from paragraph("  plan", plan, width, margin=10)
    yield ""
    yield from _bars(found)
    yield ""
    yield from paragraph("Verdict", verdict(found), width, margin=9)


def headline(found: PermutationTest) -> tuple[str, str, str]:
    """The rows, the test, and the plan."""
    return (
        f"{found.name}  {count_of(found.rows, 'row')}",
        f"permutation test of {found.model} by {found.measured}, {SHUFFLED[found.shuffle]}",
        f"{found.plan}, seed {found.seed}",
    )


@final
@dataclass(frozen=True)
class Histogram:
    """Edges of the bins, how many values with permuted targets lie in each, the bin of the model, and digits to write them."""

    edges: tuple[float, ...]
    counts: tuple[int, ...]
    own: int
    digits: Digits


def histogram(found: PermutationTest) -> Histogram:
    """How often each value came with permuted targets, and where the model is."""
    known = np.array([one for one in found.null if one == one])
    values = np.append(known, found.value)
    digits = Digits.of(found.measure, values.tolist())
    bins = BINS if values.max() > values.min() else 1
    edges = np.linspace(values.min(), values.max() if bins > 1 else values.min() + 1, bins + 1)
    counts = np.histogram(known, edges)[0]
    own = min(bins - 1, int(np.searchsorted(edges, found.value, side="right")) - 1)
    return Histogram(tuple(edges.tolist()), tuple(counts.tolist()), own, digits)


def _bars(found: PermutationTest) -> Iterator[str]:
    bars = histogram(found)
    yield f"   {found.measure.name:<10} permuted"
    for at, count in enumerate(bars.counts):
        bar = "█" * max(1 if count else 0, round(TALLEST * count / max(1, *bars.counts)))
        mark = f"  ◄ {found.model} {bars.digits.show(found.value)}" if at == bars.own else ""
        yield f"   {bars.digits.show(bars.edges[at]):<10} {count:>6,}  {bar}{mark}"


def verdict(found: PermutationTest) -> str:
    """Say whether the model is better than chance, and how sure that is."""
    digits = Digits.of(found.measure, [found.value, found.chance])
    side = "better than chance" if found.better_than_chance else "not shown to be better than chance"
    return (
        f"{found.model} is {side}: {found.measured} {digits.show(found.value)}, {digits.show(found.chance)} on average where "
        f"targets are permuted; {_as_good(found)}, p {'=' if found.as_good else '≤'} {found.p_value:.4g}."
    )


def _as_good(found: PermutationTest) -> str:
    """How many of the permutations did as well as the model, and whether that ended the test."""
    done, as_good = len(found.null), found.as_good
    stopped = found.stop_after is not None and as_good >= found.stop_after
    if done == 1:
        which = "first" if found.permutations > 1 else "only"
        return f"the {which} permutation {'did' if as_good else 'did not do'} as well{', and the test stopped' if stopped else ''}"
    text = f"{as_good:,} of {done:,} permutations did as well"
    return f"{text}, stopped at the {ordinal(as_good)}" if stopped else text
