"""`--fail-if "error > 0.1"`: a gate for scripts, decided on the end of the interval."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.measures import Measure
    from foldwise.reports import Finding

__all__ = ["Gate", "parse_gate"]

CONDITION = re.compile(r"\s*([^<>=]*[^<>=\s])\s*(<=|>=|<|>)\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*")


@final
@dataclass(frozen=True)
class Gate:
    """A condition under which the command is to fail: the measure lies on the wrong side of the limit.

    It is decided on the end of the interval that lies nearer to the wrong side. Passing therefore means more than luck: at
    the level of the interval the measure is on the right side.
    """

    measure: Measure
    sign: str
    limit: float

    def __str__(self) -> str:
        """Write the condition as it was given."""
        return f"{self.measure.label} {self.sign} {self.limit:g}"

    def trips(self, finding: Finding) -> bool:
        """Whether the interval reaches the wrong side."""
        if finding.interval is None:
            message = f"the gate '{self}' cannot be decided: {finding.measure.label} of {finding.model} has no interval"
            raise InputError(message, hint="a plan with an interval, such as kfold(10, repeats=3)")
        end = finding.interval.high if ">" in self.sign else finding.interval.low
        beyond = end > self.limit if ">" in self.sign else end < self.limit
        return beyond or ("=" in self.sign and end == self.limit)


def parse_gate(text: str) -> Gate:
    """Read a condition such as ``error > 0.1``.

    Examples
    --------
    >>> str(parse_gate("auc<.9"))
    'auc < 0.9'
    """
    from foldwise.measures import measure

    found = CONDITION.fullmatch(text)
    if found is None:
        message = f"'{text}' is not a condition"
        raise InputError(message, hint="--fail-if 'error > 0.1', with one of <, <=, >, >=")
    return Gate(measure(found[1]), found[2], float(found[3]))
