"""What the checks found, with what mends it written as options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from foldwise.cli.hint import in_options

if TYPE_CHECKING:
    from foldwise.advice import Advice

__all__ = ["with_options"]

Result = TypeVar("Result")


def with_options(result: Result) -> Result:
    """Give the same result with options in its advice: ``--groups`` for ``groups=``."""
    whole: Any = result
    if not whole.advice:
        return result
    if hasattr(whole, "assessment"):
        return replace(whole, assessment=with_options(whole.assessment))
    return replace(whole, advice=tuple(_mended(one) for one in whole.advice))


def _mended(one: Advice) -> Advice:
    return replace(one, mend=in_options(one.mend))
