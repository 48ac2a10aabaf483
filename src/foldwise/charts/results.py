"""What charts ask of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PairedResult", "WithRecords"]


class WithRecords(Protocol):
    """A result with one plain record per model and measure."""

    def records(self) -> list[dict[str, Any]]:
        """The records."""


class PairedResult(Protocol):
    """A result that compared pairs."""

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """One row per pair."""
