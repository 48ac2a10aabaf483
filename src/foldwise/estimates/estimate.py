"""An estimate: a number, what it is a number for, and which way it leans."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, final

if TYPE_CHECKING:
    from foldwise.measures import Scored

__all__ = ["Bias", "Estimate", "EstimateMethod", "Target"]


class Target(StrEnum):
    """What an estimate or an interval is about."""

    RISK = "risk"
    """Error of this model, fitted to these rows, on new rows."""
    EXPECTED_RISK = "expected risk"
    """Error of this learner on new rows, averaged over datasets of this size."""
    PROXY = "proxy"
    """Mean error of the models actually fitted, each on fewer rows."""


class Bias(StrEnum):
    """Which way an estimate leans on average."""

    NONE = "none"
    OPTIMISTIC = "optimistic"
    PESSIMISTIC = "pessimistic"
    UNKNOWN = "unknown"


@final
@dataclass(frozen=True)
class Estimate:
    """An estimate of one measure for one model.

    Parameters
    ----------
    value
        The number.
    method
        Name of the method that made it.
    target
        What it is a number for.
    bias
        Which way it leans.
    fits
        How many fits it took.
    undefined
        In how many resamples the measure had no value.
    """

    value: float
    method: str
    target: Target
    bias: Bias
    fits: int
    undefined: int = 0


class EstimateMethod(ABC):
    """Turns one model's predictions under one measure into an estimate. It never fits."""

    name: ClassVar[str]
    summary: ClassVar[str]

    @abstractmethod
    def estimate(self, scored: Scored) -> Estimate:
        """Make the estimate."""
