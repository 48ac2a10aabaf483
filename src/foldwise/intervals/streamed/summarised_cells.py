"""Intervals of costs and other losses of labels, from sums over the rows with each value of the loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.limits.ends import gamma_ends
from foldwise.intervals.limits.few_values import PartError, UnseenJumps, joined_parts, median_place, unmoved_fall
from foldwise.intervals.methods.delta import ROUNDING_SHARE
from foldwise.intervals.variances.linearised import free_of, linearised
from foldwise.measures import row_weight

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.limits.mean_loss import MeanError
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Measure

__all__ = ["ValueShares", "cost_ratio_ends", "few_value_ends_of", "value_shares"]


@final
@dataclass(frozen=True, eq=False)
class ValueShares:
    """Which share of the weight has each value of a loss of labels.

    Parameters
    ----------
    values
        Loss of a row of each true class with each label (C, L).
    terms
        Σh and the sums of `share_terms` of the rows with each value (C · L, 7).
    groups
        Shares of the weight in each group (G, C · L); None where every row stands for itself.
    """

    values: Floats
    terms: Floats
    groups: Floats | None = None

    @property
    def usual(self) -> float:
        """The median loss."""
        order = np.argsort(self.values, axis=None, kind="stable")
        mass = np.cumsum(self.terms[order, 0])
        return float(self.values.ravel()[order][median_place(mass)])

    def part(self, losses: Floats, *, grouped: bool = True) -> PartError:
        """Mean of a function of the loss, its variance and degrees of freedom."""
        mean = float(self.terms[:, 0] @ losses)
        if self.groups is not None and grouped:
            return PartError(mean, *linearised(self.groups @ (losses - mean), self.groups.sum(axis=1)))
        return PartError(mean, float(self.terms[:, 2] @ (losses - mean) ** 2), free_of(self.terms.sum(axis=0)[1:]))

    def unseen(self, usual: float) -> UnseenJumps:
        """Largest rise and fall of the mean by one more row (`unseen_jumps`)."""
        unit = self.class_rows[1]
        above, below = self.values.max(axis=1) - usual, usual - self.values.min(axis=1)
        return UnseenJumps(float((unit * above).max(initial=0.0)), float((unit * below).max(initial=0.0)))

    @property
    def class_rows(self) -> tuple[Floats, Floats]:
        """Share of the weight of each class, and of one of its rows times the design effect (C,), (C,)."""
        classes = self.terms.reshape(*self.values.shape, -1).sum(axis=1)
        row = float(classes[:, 1].sum() / classes[:, 0].sum())
        unit = np.divide(classes[:, 1], classes[:, 0], out=np.full(len(classes), row), where=classes[:, 0] > 0)
        return classes[:, 0], unit * self.alike(row)

    def alike(self, row: float) -> float:
        """Design effect of the groups (`alike_rows`)."""
        if self.groups is None:
            return 1.0
        rows, between = (self.part(self.values.ravel(), grouped=one).variance for one in (False, True))
        most = max(1.0, row_weight(self.groups.sum(axis=1)) / row)
        return most if between <= ROUNDING_TOLERANCE * rows or rows <= 0 else min(most, max(1.0, between / rows))


def value_shares(measure: Measure, summed: SummarisedSystem) -> ValueShares | None:
    """The shares summed for a measure; None where its losses take other values."""
    key = measure.name, "cells", summed.system
    found = None if summed.units is None else summed.units.cells.get(key)
    if (
        summed.units is None
        or found is None
        or not found.sums
        or sum(one.count for one in found.sums) < summed.summary.n
    ):
        return None
    groups = summed.units.groups.get(key)
    terms = np.stack([one.terms for one in found.sums])
    return ValueShares(found.values, terms, None if groups is None else groups.sums)


def few_value_ends_of(shares: ValueShares, level: float) -> tuple[float, float]:
    """Limits of the mean of such losses (`few_value_ends`)."""
    usual, losses = shares.usual, shares.values.ravel()
    whole, up, down = (
        shares.part(part) for part in (losses, np.maximum(losses - usual, 0.0), np.maximum(usual - losses, 0.0))
    )
    low, high = joined_parts(whole, up, down, shares.unseen(usual), level=level)
    return max(low, min(float(losses.min()), whole.mean)), min(high, max(float(losses.max()), whole.mean))


def cost_ratio_ends(shares: ValueShares, found: MeanError, constant: float, level: float) -> tuple[float, float] | None:
    """Gamma limits of a cost relative to that of a constant label; None where costs may be gains."""
    if shares.values.min() < 0 or constant <= 0:
        return None
    rise = shares.unseen(0.0).rise / constant
    low, high = gamma_ends(found.mean, found.error**2, rise, df=max(1.0, found.df), level=level)
    if found.error <= ROUNDING_SHARE * max(1.0, abs(found.mean)):
        low = min(low, max(0.0, found.mean - unmoved_fall(shares.values, shares.class_rows, level) / constant))
    return low, high
