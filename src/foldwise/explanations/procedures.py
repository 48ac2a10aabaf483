"""Procedures that results name and no catalogue lists: the correction for a selection, and adjustments of p-values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

__all__ = ["PROCEDURES", "Procedure"]


@final
@dataclass(frozen=True)
class Procedure:
    """A procedure by the name that results give it.

    Parameters
    ----------
    name
        As it is printed.
    kind
        ``correction`` or ``adjustment``.
    summary
        What it does, without a full stop.
    formula
        How it does it.
    used_by
        Where it is asked for.
    reference
        Where it comes from.
    """

    name: str
    kind: str
    summary: str
    formula: str
    used_by: str
    reference: str


_ADJUSTED = "compare and score with adjust='{}'"
_FAMILY = "bounds the probability of a single false finding among all pairs"
_SHARE = "bounds the expected share of false findings among all findings"

PROCEDURES = (
    Procedure(
        "bbc",
        "correction",
        "corrects the score of the best of several candidates for the choice, without further fits",
        "Rows are drawn with replacement many times. Each time the best candidate on the rows drawn is chosen and scored on the "
        "rows that were not; the mean of these scores is the corrected one. Where the measure may not be pooled over rows, "
        "resamples are drawn.",
        "select, and compare for its best model",
        "Tsamardinos (2018)",
    ),
    Procedure(
        "holm",
        "adjustment",
        f"steps down through the p-values; {_FAMILY}",
        "max over j ≤ i of (m - j + 1) p₍ⱼ₎, for m p-values in ascending order; valid however the tests are related.",
        _ADJUSTED.format("holm"),
        "Holm (1979)",
    ),
    Procedure(
        "hochberg",
        "adjustment",
        f"steps up through the p-values; {_FAMILY}",
        "min over j ≥ i of (m - j + 1) p₍ⱼ₎; valid for independent or positively related tests.",
        _ADJUSTED.format("hochberg"),
        "Hochberg (1988)",
    ),
    Procedure(
        "bonferroni",
        "adjustment",
        f"multiplies every p-value by their number; {_FAMILY}",
        "m p; valid however the tests are related, and never smaller than by `holm`.",
        _ADJUSTED.format("bonferroni"),
        "Holm (1979)",
    ),
    Procedure(
        "bh",
        "adjustment",
        f"Benjamini and Hochberg's step-up; {_SHARE}",
        "min over j ≥ i of m p₍ⱼ₎ / j; valid for independent or positively related tests.",
        _ADJUSTED.format("bh"),
        "Benjamini (1995)",
    ),
    Procedure(
        "by",
        "adjustment",
        f"Benjamini and Yekutieli's step-up; {_SHARE}",
        "The p-values of `bh` times Σ 1/j over j = 1 … m; valid however the tests are related.",
        _ADJUSTED.format("by"),
        "Benjamini (2001)",
    ),
)
