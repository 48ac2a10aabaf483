"""Description lengths of rules and of the rows they get wrong, in bits."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats, Mask
    from foldwise.learners.table_encoding import TableEncoding

__all__ = ["RuleLengths", "bits_of_wrong_rows", "count_conditions", "rule_bits", "subset_bits"]

REDUNDANCY = 0.5
"""Share of the bits of a rule that counts, since conditions can be written in any order (Quinlan, Cohen)."""


def subset_bits(total: float, chosen: float, share: float) -> float:
    """Bits that tell which `chosen` of `total` are meant, where a share of them is expected: -k log₂p - (t - k) log₂(1 - p).

    Examples
    --------
    >>> subset_bits(8, 4, 0.5)
    8.0
    """
    bits = -chosen * log2(share) if share > 0 else 0.0
    rest = total - chosen
    return bits if rest <= 0 else bits - rest * log2(max(1 - share, 1e-300))


def rule_bits(conditions: int, possible: int) -> float:
    """Bits of a rule: the number of its conditions, and which of the possible ones they are.

    Examples
    --------
    >>> rule_bits(0, 20), round(rule_bits(1, 20), 3)
    (0.0, 2.864)
    """
    if conditions == 0:
        return 0.0
    number = log2(conditions)
    number += 2 * log2(number) if number > 1 else 0.0
    return REDUNDANCY * (number + subset_bits(possible, conditions, min(conditions / max(possible, 1), 1.0)))


def bits_of_wrong_rows(cells: tuple[float, float, float, float], rate: float) -> float:
    """Bits of the rows that rules get wrong.

    Parameters
    ----------
    cells
        Weight of the rows that are covered, of those that are not, of covered rows of other classes, and of rows of the class
        that are not covered.
    rate
        Share of the class among all rows: what is expected of false positives among all errors.

    Examples
    --------
    >>> round(bits_of_wrong_rows((0.0, 16.0, 0.0, 8.0), 0.5), 3)
    23.408
    """
    covered, rest, wrong, missed = cells
    bits = log2(covered + rest + 1)
    if covered > rest:
        expected = min(rate * (wrong + missed) / covered, 1.0)
        bits += subset_bits(covered, wrong, expected if wrong > 0 else 0.0)
        return bits + (subset_bits(rest, missed, missed / rest) if rest > 0 else 0.0)
    expected = min((1 - rate) * (wrong + missed) / max(rest, 1e-300), 1.0)
    bits += subset_bits(covered, wrong, wrong / covered) if covered > 0 else 0.0
    return bits + subset_bits(rest, missed, expected if missed > 0 else 0.0)


def count_conditions(ranks: tuple[int, ...], encoding: TableEncoding) -> int:
    """Number of conditions a rule may have: one for each level, two for each cut between neighbouring values."""
    return sum(
        size if levels is not None else 2 * max(size - 1, 0)
        for size, levels in zip(ranks, encoding.levels, strict=True)
    )


@final
@dataclass(frozen=True, eq=False)
class RuleLengths:
    """Description length of sets of rules for one class.

    Parameters
    ----------
    own
        Rows of the class (n,).
    weights
        Weight of each row; 0 for those that rules of earlier classes cover (n,).
    possible
        Number of conditions a rule may have.
    """

    own: Mask
    weights: Floats
    possible: int

    def of(self, sizes: list[int], covered: Mask) -> float:
        """Bits of rules with so many conditions each, and of what they get wrong."""
        total, inside = float(self.weights.sum()), float(self.weights[covered].sum())
        right = float(self.weights[covered & self.own].sum())
        positives = float(self.weights[self.own].sum())
        cells = (inside, total - inside, inside - right, positives - right)
        rate = positives / total if total > 0 else 0.0
        return sum(rule_bits(size, self.possible) for size in sizes) + bits_of_wrong_rows(cells, rate)

    def reduced(self, masks: list[Mask], sizes: list[int]) -> list[int]:
        """Places of the rules that stay, where those without which the whole is shorter go, the last ones first."""
        kept = list(range(len(masks)))
        times = np.zeros(self.own.size, dtype=np.int64)
        for mask in masks:
            times += mask
        now = self.of([sizes[place] for place in kept], times > 0)
        for place in reversed(range(len(masks))):
            others = [one for one in kept if one != place]
            without = self.of([sizes[other] for other in others], times > masks[place])
            if without <= now:
                kept, now, times = others, without, times - masks[place]
        return kept
