"""A plan: a small frozen recipe that draws resamples from a dataset."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import MISSING, fields
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, ClassVar

from foldwise.cached import Abstract, cached_property

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples

__all__ = ["Plan", "argument_text"]


class Plan(Abstract):
    """A recipe for resampling. Members are frozen dataclasses whose fields are the arguments of the text form.

    `name` is the family name in the text form and `summary` one line for the catalogue. `random` says whether another
    seed gives other resamples.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    random: ClassVar[bool] = True

    @property
    def structure(self) -> str:
        """Which rows the plan is made for: ``rows`` (exchangeable), ``groups``, ``time``, or ``any``."""
        return "rows"

    @property
    def is_repeated(self) -> bool:
        """Whether there are several repeats, each of which stands on its own."""
        repeats = getattr(self, "repeats", 1) if "repeats" in getattr(self, "__dataclass_fields__", ()) else 1
        return self.name != "complete" and int(repeats) > 1

    @abstractmethod
    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Resamples:
        """Draw the resamples; `foldwise.plans.draw` first checks that plan and dataset go together."""

    def __str__(self) -> str:
        """Text form, which `parse` reads back: the first argument always, the others only where they differ."""
        return self._text

    @cached_property
    def _text(self) -> str:
        arguments = []
        for at, part in enumerate(fields(self)):  # type: ignore[arg-type]
            value = getattr(self, part.name)
            if at == 0 or part.default is MISSING:
                arguments.append(argument_text(value))
            elif value != part.default:
                arguments.append(f"{part.name}={argument_text(value)}")
        return f"{self.name}({', '.join(arguments)})" if arguments else self.name


def argument_text(value: object) -> str:
    """Write an argument the way the text form reads it.

    Examples
    --------
    >>> (
    ...     argument_text(1 / 3),
    ...     argument_text(0.2),
    ...     argument_text(True),
    ...     argument_text("balanced"),
    ...     argument_text("my column"),
    ... )
    ('1/3', '0.2', 'true', 'balanced', "'my column'")
    """
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, float):
        return _text_of_real(value)
    if isinstance(value, str) and not re.fullmatch(r"[a-zA-Z_][\w-]*", value):
        return "'" + value.replace("'", "''") + "'"
    return str(value)


def _text_of_real(value: float) -> str:
    """As a decimal where that is short, else as the small fraction that it is, if it is one."""
    decimal = repr(value)
    if not isfinite(value):
        return decimal
    fraction = Fraction(value).limit_denominator(1000)
    return decimal if len(decimal) <= 6 or float(fraction) != value else str(fraction)
