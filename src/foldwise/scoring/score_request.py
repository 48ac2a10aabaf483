"""The arguments of `score`, checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures import Measure, asked_measures, base_name, custom_measure, with_pairs
from foldwise.measures.summaries import BINNED_MEASURES, is_summarised

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.comparisons import ComparisonMethod
    from foldwise.intervals import IntervalMethod
    from foldwise.typing import Measures

__all__ = ["ALL_MEASURES", "ScoreRequest", "read_measures"]

ALL_MEASURES = "all"
"""Every measure of the catalogue that these predictions can give."""


@final
@dataclass(frozen=True)
class ScoreRequest:
    """The arguments of `score`, checked.

    Parameters
    ----------
    asked
        Measures, and functions that become measures when the task is known; empty for the usual ones.
    named
        The measures without the pairs put beside them.
    every
        Ask for every measure there is.
    spare
        Where a method asked for by name is not valid for a measure, leave out the interval and say why.
    options
        The arguments of the call, as Python writes them.
    """

    asked: tuple[Measure | Callable[..., float], ...] = ()
    named: tuple[Measure, ...] = ()
    every: bool = False
    spare: bool = False
    method: str | IntervalMethod = "auto"
    test: str | ComparisonMethod = "auto"
    level: float = 0.95
    rope: float | Mapping[str, float] | None = None
    adjustment: str = "holm"
    decide: str | None = None
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    def about(self, task: Task) -> tuple[ScoreRequest, tuple[Measure, ...]]:
        """Name the measures, each followed by the one it must be read with; none where the usual ones are asked for."""
        named = tuple(one if isinstance(one, Measure) else custom_measure(one, task=task) for one in self.asked)
        return replace(self, named=named, spare=self.spare or self.every), with_pairs(named)

    @property
    def looks_at_rows(self) -> bool:
        """Whether a method, a test or a measure was asked for that summaries of the rows cannot give."""
        known = all(
            isinstance(one, Measure)
            and is_summarised(one, 2 if one.task is Task.CLASSIFICATION else 0)
            and base_name(one) not in BINNED_MEASURES  # they have no interval from summaries
            for one in self.asked
        )
        return self.method != "auto" or self.test != "auto" or not known

    def check_alone(self) -> None:
        """Refuse what is about pairs of systems where there is one system only."""
        asked = {"test": self.test != "auto", "rope": self.rope is not None}
        name = next((one for one, given in asked.items() if given), None)
        if name is not None:
            message = f"{name}= is about the difference of two systems, and there is one"
            raise InputError(message, hint="a second system in predicted=… or scores=…")

    def spares(self, measure: Measure) -> bool:
        """Whether an interval that is not valid for the measure is left out rather than refused."""
        return self.spare or (bool(self.named) and measure not in self.named)


def read_measures(measures: Measures | None) -> tuple[Measure | Callable[..., float], ...]:
    """Read names, measures and functions, one or several; nothing for ``all`` and for None."""
    if measures is None or (isinstance(measures, str) and measures.strip() == ALL_MEASURES):
        return ()
    return asked_measures(measures)
