"""Checks of a plan's own arguments, made when the plan is built, so that a plan that exists is sound."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from foldwise.errors import PlanError
from foldwise.plans.plan import argument_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.plans.plan import Plan

__all__ = ["check_choice", "check_flag", "check_optional_whole", "check_size", "check_whole", "size_in_rows"]

COUNT_ARGUMENTS = ("repeats", "draws", "pairs", "splits")
MOST_DRAWN = 1_000_000
"""More resamples than this are a slip, and would fill the memory before the first fit."""


def check_whole(plan: Plan, name: str, low: int) -> None:
    """Argument `name` must be a whole number from `low`; it becomes a plain int."""
    value = getattr(plan, name)
    number = _whole(value)
    if number is None or number < low:
        raise _refusal(plan, name, f"a whole number from {low}", value)
    if name in COUNT_ARGUMENTS and number > MOST_DRAWN:
        raise _refusal(plan, name, f"a whole number up to {MOST_DRAWN:,}", value)
    object.__setattr__(plan, name, number)


def check_optional_whole(plan: Plan, name: str, low: int) -> None:
    """Argument `name` must be a whole number from `low`, or None."""
    if getattr(plan, name) is not None:
        check_whole(plan, name, low)


def check_size(plan: Plan, name: str) -> None:
    """Argument `name` must be a share between 0 and 1, or a number of rows."""
    value = getattr(plan, name)
    number = _whole(value)
    if number is not None and number >= 1:
        object.__setattr__(plan, name, number)
    elif not _is_share(value):
        raise _refusal(plan, name, "a share between 0 and 1 such as 1/3, or a number of rows", value)
    else:
        object.__setattr__(plan, name, float(value))


def check_flag(plan: Plan, name: str) -> None:
    """Argument `name` must be true or false."""
    value = getattr(plan, name)
    if not isinstance(value, bool):
        raise _refusal(plan, name, "true or false", value)


def check_choice(plan: Plan, name: str, choices: Sequence[str]) -> None:
    """Argument `name` must be one of a few words."""
    value = getattr(plan, name)
    if not isinstance(value, str) or value.lower() not in choices:
        raise _refusal(plan, name, f"one of {', '.join(choices)}", value)
    object.__setattr__(plan, name, value.lower())


def size_in_rows(size: float, n: int) -> int:
    """How many of n rows a size asks for: a share of them, or that many.

    Examples
    --------
    >>> size_in_rows(1 / 3, 150), size_in_rows(40, 150)
    (50, 40)
    """
    return size if isinstance(size, int) else round(size * n)


def _refusal(plan: Plan, name: str, wanted: str, value: object) -> PlanError:
    return PlanError(f"{plan.name} needs {name} to be {wanted}, not {argument_text(value)}")


def _whole(value: object) -> int | None:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return index(value)


def _is_share(value: object) -> bool:
    return isinstance(value, float) and 0 < value < 1
