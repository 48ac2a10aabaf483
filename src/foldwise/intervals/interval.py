"""An interval, the method that makes it, and where that method is valid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import InputError, ValidityError
from foldwise.estimates import Target
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.measures import Measure, Scored

__all__ = ["For", "Interval", "IntervalMethod", "Validity", "bounded", "check_level"]


@final
@dataclass(frozen=True)
class Interval:
    """A confidence interval.

    Parameters
    ----------
    low, high
        Its ends.
    level
        How often such intervals should contain the target, e.g. 0.95.
    method
        Name of the method that made it.
    target
        What it should contain.
    note
        What the reader should know about it; empty when there is nothing to say.
    """

    low: float
    high: float
    level: float
    method: str
    target: Target = Target.RISK
    note: str = ""

    @property
    def width(self) -> float:
        """High minus low."""
        return self.high - self.low


class For(StrEnum):
    """Which measures a method can handle."""

    ANY = "any measure"
    LOSSES = "means of one loss per row"
    ZERO_ONE = "the error rate and the accuracy"


@final
@dataclass(frozen=True)
class Validity:
    """Where a method is valid.

    Parameters
    ----------
    plans
        Family names of the plans.
    measures
        Which measures.
    min_resamples
        Fewest resamples with a defined score.
    max_test_share
        Largest share of the rows that a test set may have.
    instead
        What to ask for where the method is not valid.
    """

    plans: tuple[str, ...]
    measures: For = For.ANY
    min_resamples: int = 1
    max_test_share: float = 1.0
    instead: str = "plan='kfold(10, repeats=3)'"

    def refusal(self, scored: Scored) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        resamples = scored.resamples
        if resamples.kind not in self.plans:
            return f"it is not valid for the plan {resamples.plan}"
        if not self.handles(scored.measure):
            return f"it is valid for {self.measures}, and {scored.measure.name} is none"
        if resamples.count - scored.undefined < self.min_resamples:
            return f"it needs {self.min_resamples} resamples with a score, and there are {resamples.count - scored.undefined}"
        share = resamples.test_size / max(resamples.n, 1)
        if share > self.max_test_share + 1e-9:
            return f"it needs test sets of at most {self.max_test_share:.0%} of the rows, and these have {share:.0%}"
        return None

    def handles(self, measure: Measure) -> bool:
        """Whether the measure is of the right form."""
        if self.measures is For.ANY:
            return True
        if not isinstance(measure, LossMeasure):
            return False
        return self.measures is For.LOSSES or measure.zero_one


class IntervalMethod(ABC):
    """Turns one model's predictions under one measure into an interval. It never fits."""

    name: ClassVar[str]
    summary: ClassVar[str]
    validity: ClassVar[Validity]

    @abstractmethod
    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval; the caller has checked that the method is valid here."""

    def check(self, scored: Scored) -> None:
        """Refuse where the method is not valid, naming what is."""
        reason = self.validity.refusal(scored)
        if reason:
            message = f"no valid {self.name} interval for {scored.measure.name}: {reason}"
            raise ValidityError(message, hint=self.validity.instead)


def bounded(low: float, high: float, measure: Measure) -> tuple[float, float]:
    """Clip the interval of a mean loss to what it can be, and carry it through the measure's transform (C.11)."""
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        ends = np.sort(measure.finish(np.clip(np.array([low, high]), 0, None)))
        low, high = float(ends[0]), float(ends[1])
    return float(np.clip(low, measure.low, measure.high)), float(np.clip(high, measure.low, measure.high))


def check_level(level: float) -> float:
    """Refuse a level that is not between 0 and 1; 95 is a common slip for 0.95."""
    if not 0 < level < 1:
        hint = f"{level / 100:g}" if 1 < level < 100 else "0.95"
        message = f"the level of an interval lies between 0 and 1, not at {level:g}"
        raise InputError(message, hint=hint)
    return level
