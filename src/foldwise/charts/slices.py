"""Slices of rows with a higher loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import finished, interval_rows
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.diagnoses import WeakSlices
    from foldwise.typing import Untyped

__all__ = ["slices"]

MOST_SLICES = 20


def slices(found: WeakSlices) -> Untyped:
    """Draw by how much the loss in each slice is above that elsewhere, with its interval; those that are shown are filled.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.diagnoses import find_slices
    >>> town = np.array(["A", "B"] * 200)
    >>> loss = np.random.default_rng(0).random(400) + (town == "A")
    >>> slices(find_slices({"town": town}, loss)).to_dict()["description"]
    'Loss above that elsewhere of 1 slice, 1 of them shown: town = A +1.02.'
    """
    listed = found.tested[:MOST_SLICES]
    if not listed:
        message = f"no slice was tested: none of {found.searched:,} looked worse on the first half of the rows"
        raise InputError(message, hint="more rows")
    shown = set(map(str, found.shown))
    records = [
        {"label": str(one), "value": one.difference, "low": one.low, "high": one.high, "open": str(one) not in shown}
        for one in listed
    ]
    count = "1 slice" if len(found.tested) == 1 else f"{len(found.tested)} slices"
    text = ", ".join(f"{record['label']} {record['value']:+.3g}" for record in records[:8])
    said = [
        f"{100 * found.level:g} % intervals on rows that did not find the slice",
        "filled: shown after adjusting for all that were tested",
    ]
    description = f"Loss above that elsewhere of {count}, {len(shown)} of them shown: {text}."
    return finished(interval_rows(records, "loss above that elsewhere", zero=True), "Weak slices", said, description)
