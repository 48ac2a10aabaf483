"""Measures with a parameter: `lift(0.1)`, `f(2)`, `precision(undefined=0)`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, final

from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from foldwise.measures.measure import Measure

__all__ = ["NO_VALUE", "UNDEFINED", "MeasureFamily", "Parameter"]

Value = float | str


@final
@dataclass(frozen=True)
class Parameter:
    """A setting of a measure.

    Parameters
    ----------
    name
        What it is called in the text form.
    default
        What it is when it is not given; None where it must be.
    summary
        What it means, in a few words.
    low, high
        Numbers it may be; `ends` says with brackets whether the ends belong to them.
    ends
        Two of the signs ``[ ] ( )``.
    whole
        Whether only whole numbers are allowed.
    choices
        Texts it may be, beside or instead of numbers.
    positional
        Whether its name may be left out; true of the first parameter only.
    """

    name: str
    default: Value | None
    summary: str
    low: float = float("nan")
    high: float = float("nan")
    ends: str = "[]"
    whole: bool = False
    choices: tuple[str, ...] = ()
    positional: bool = True

    def read(self, text: Value) -> Value:
        """Take a number or a text as the parameter's value; refused where it is neither allowed."""
        if str(text) in self.choices:
            return str(text)
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not self.holds(number):
            message = f"{self.name}, {self.summary}, is {self.allowed}, not '{text}'"
            raise InputError(message)
        return number

    def holds(self, number: float) -> bool:
        """Whether a number is allowed."""
        above = number >= self.low if self.ends[0] == "[" else number > self.low
        below = number <= self.high if self.ends[1] == "]" else number < self.high
        return above and below and (not self.whole or number.is_integer())

    @property
    def allowed(self) -> str:
        """What it may be, in words.

        Examples
        --------
        >>> Parameter("depth", 0.1, "share of the rows", 0, 1, "(]").allowed
        'a number in (0, 1]'
        """
        kind = "a whole number" if self.whole else "a number"
        numbers = [f"{kind} in {self.ends[0]}{self.low:g}, {self.high:g}{self.ends[1]}"] if self.low == self.low else []
        return " or ".join([*numbers, *self.choices])


@final
@dataclass(frozen=True)
class MeasureFamily:
    """A measure for every value of one or two parameters; calling it gives the measure, the same one each time.

    Parameters
    ----------
    name
        Name of the member whose parameters are all at their default.
    make
        Builds the member from its name and its parameters.
    parameters
        The parameters; only the first may be given without its name.
    """

    name: str
    make: Callable[..., Measure]
    parameters: tuple[Parameter, ...]

    def __call__(self, **given: Value) -> Measure:
        """Give the member with these parameters."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                what = f"parameter of {self.name}"
                raise UnknownNameError.of(what, name, known)
        missing = [one.name for one in self.parameters if one.default is None and one.name not in given]
        if missing:
            message = f"{self.name} needs its {missing[0]}, {known[missing[0]].summary}"
            raise InputError(message, hint=f"'{self.usage}'")
        values = {one.name: one.read(given.get(one.name, one.default)) for one in self.parameters}  # type: ignore[arg-type]
        return _member(self, tuple(values.items()))

    def parse(self, arguments: Sequence[str]) -> Measure:
        """Give the member for arguments as they are written between the brackets of its name."""
        given: dict[str, Value] = {}
        for at, argument in enumerate(arguments):
            name, equals, value = (part.strip() for part in argument.rpartition("="))
            if not equals and at == 0 and self.parameters[0].positional:
                name = self.parameters[0].name
            elif not equals:
                message = f"'{argument}' is no parameter of {self.name}"
                raise InputError(message, hint=f"'{self.usage}'")
            given[name] = value
        return self(**given)

    @property
    def usage(self) -> str:
        """How a member is written."""
        shown = [one.name if one.positional else f"{one.name}=…" for one in self.parameters]
        return f"{self.name}({', '.join(shown)})"

    def text(self, values: Mapping[str, Value]) -> str:
        """Name of a member: parameters at their default are left out."""
        shown = [
            _write(values[one.name]) if one.positional else f"{one.name}={_write(values[one.name])}"
            for one in self.parameters
            if one.default is None or values[one.name] != one.read(one.default)
        ]
        return f"{self.name}({', '.join(shown)})" if shown else self.name


@cache
def _member(family: MeasureFamily, values: tuple[tuple[str, Value], ...]) -> Measure:
    """Build a member once, so that the same text always means the same measure."""
    return family.make(name=family.text(dict(values)), **dict(values))


def _write(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:.12g}"


NO_VALUE = "none"
UNDEFINED = Parameter(
    "undefined", NO_VALUE, "what 0/0 counts as", 0, 1, whole=True, choices=(NO_VALUE,), positional=False
)
"""METHODS H.8: 0/0 has no value unless it is told to count as 0 or 1."""
