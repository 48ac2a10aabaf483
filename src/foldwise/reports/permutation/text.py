"""The permutation test as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.phrases import count_of, ordinal
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.text import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.permutation.permutation import PermutationTest

__all__ = ["render"]

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
    yield f"{found.name}  {count_of(found.rows, 'row')}"
    said = f"permutation test of {found.model} by {found.measure.name}, {SHUFFLED[found.shuffle]}"
    yield from paragraph("  test", said, width, margin=10)
    yield from paragraph("  plan", f"{found.plan}, seed {found.seed}", width, margin=10)
    yield ""
    yield from _histogram(found)
    yield ""
    yield from paragraph("Verdict", _verdict(found), width, margin=9)


def _histogram(found: PermutationTest) -> Iterator[str]:
    """How often each value came with permuted targets, and where the model is."""
    known = np.array([one for one in found.null if one == one])
    values = np.append(known, found.value)
    digits = Digits.of(found.measure, values.tolist())
    bins = BINS if values.max() > values.min() else 1
    edges = np.linspace(values.min(), values.max() if bins > 1 else values.min() + 1, bins + 1)
    counts = np.histogram(known, edges)[0]
    own = min(bins - 1, int(np.searchsorted(edges, found.value, side="right")) - 1)
    yield f"   {found.measure.name:<10} permuted"
    for at, count in enumerate(counts.tolist()):
        bar = "█" * max(1 if count else 0, round(TALLEST * count / max(1, counts.max())))
        mark = f"  ◄ {found.model} {digits.show(found.value)}" if at == own else ""
        yield f"   {digits.show(float(edges[at])):<10} {count:>6,}  {bar}{mark}"


def _verdict(found: PermutationTest) -> str:
    digits = Digits.of(found.measure, [found.value, found.chance])
    side = "better than chance" if found.better_than_chance else "not shown to be better than chance"
    return (
        f"{found.model} is {side}: {found.measure.name} {digits.show(found.value)}, {digits.show(found.chance)} on average where "
        f"targets are permuted; {_as_good(found)}, p = {found.p_value:.4g}."
    )


def _as_good(found: PermutationTest) -> str:
    """How many of the permutations did as well as the model, and whether that ended the test."""
    done, as_good = len(found.null), found.as_good
    stopped = found.stop_after is not None and as_good >= found.stop_after
    if done == 1:
        which = "first" if found.permutations > 1 else "only"
        return f"the {which} permutation {'did' if as_good else 'did not do'} as well{', and the test stopped' if stopped else ''}"
    told = f"{as_good:,} of {done:,} permutations did as well"
    return f"{told}, stopped at the {ordinal(as_good)}" if stopped else told
