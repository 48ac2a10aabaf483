"""What the checks found and what the notes say, with what is to be typed written as options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from foldwise.cli.hint import in_options

if TYPE_CHECKING:
    from foldwise.advice import Advice

__all__ = ["advice_in_options"]

Result = TypeVar("Result")


def advice_in_options(result: Result) -> Result:
    """Give the same result with options in its advice and notes: ``--groups`` for ``groups=``."""
    whole: Any = result
    if hasattr(whole, "comparison"):
        left = tuple(replace(one, reason=in_options(one.reason)) for one in whole.left_out)
        return replace(whole, comparison=advice_in_options(whole.comparison), left_out=left)
    if hasattr(whole, "assessment"):
        return replace(whole, assessment=advice_in_options(whole.assessment))
    told: dict[str, Any] = {"advice": tuple(_mended(advice_item) for advice_item in whole.advice)}
    if hasattr(whole, "notes"):
        told["notes"] = tuple(in_options(note) for note in whole.notes)
    return replace(whole, **told)


def _mended(one: Advice) -> Advice:
    return replace(one, mend=in_options(one.mend))
