"""A variant that was tried, with what it costs; and one that was left out, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any, final

__all__ = ["LeftOutVariant", "ModelCost", "TriedVariant"]


@final
@dataclass(frozen=True)
class ModelCost:
    """What a model costs once it is fitted to all rows.

    Parameters
    ----------
    fit_seconds
        Seconds of the fit.
    predict_seconds
        Seconds of the predictions of 1,000 rows.
    size
        Bytes of the fitted model; None where it cannot be written.
    """

    fit_seconds: float
    predict_seconds: float
    size: int | None

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


@final
@dataclass(frozen=True)
class TriedVariant:
    """A variant that was tried, or the model itself.

    Parameters
    ----------
    name
        Name of the variant; of the model itself its own.
    aim
        What part of the error it is to lower; empty for the model itself.
    reason
        Why it was tried.
    cost
        What it costs; None where it could not be fitted to all rows.
    training
        The first measure on the rows it was fitted to.
    naive
        The first measure of a blend whose weights were fitted to the predictions they are tested on; none for other models.
    nested
        The first measure of a blend whose weights were fitted inside every training set; none for other models.
    """

    name: str
    aim: str = ""
    reason: str = ""
    cost: ModelCost | None = None
    training: float = nan
    naive: float = nan
    nested: float = nan

    @property
    def is_blend(self) -> bool:
        """Whether its weights are fitted to out-of-fold predictions."""
        return self.naive == self.naive

    @property
    def gap(self) -> float:
        """Naive less nested: what looking at the rows one is tested on is worth."""
        return self.naive - self.nested

    def record(self) -> dict[str, Any]:
        """Plain values."""
        cost = ModelCost(nan, nan, None) if self.cost is None else self.cost
        own = {name: getattr(self, name) for name in ("name", "aim", "reason", "training", "naive", "nested", "gap")}
        return {**own, **cost.record()}


@final
@dataclass(frozen=True)
class LeftOutVariant:
    """A variant that was not tried, or whose fits failed."""

    name: str
    reason: str
    failed: bool = False

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))
