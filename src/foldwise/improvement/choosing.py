"""Which variants are tried on a model, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError
from foldwise.improvement.catalogue import IMPROVEMENTS, improvement_method
from foldwise.improvement.improvement_method import Reason
from foldwise.improvement.parts_of_models import stand_in_for_weights, takes_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.improvement.improvement_method import ImprovementCase, ImprovementMethod
    from foldwise.typing import Estimator, Given

__all__ = ["ALL", "Attempt", "asked_methods", "choose_attempts"]

ALL = "all"
"""Asks for every variant that can be tried."""
MOST_SECONDS = 1800.0
"""Seconds that all fits of a variant may be expected to take before it is left out unless it is asked for."""
UNWEIGHTED = "rows are weighted, and it takes no weights"


@final
@dataclass(frozen=True, eq=False)
class Attempt:
    """A variant and whether it is tried: the estimator it is, and why."""

    method: ImprovementMethod
    estimator: Estimator
    reason: Reason


def asked_methods(variants: str | Iterable[str] | None) -> tuple[ImprovementMethod, ...] | None:
    """The variants asked for by name, ``all`` of them, or None for those that make sense.

    Examples
    --------
    >>> [one.name for one in asked_methods("bagging, adaboost")]
    ['bagging', 'boosting']
    """
    if variants is None:
        return None
    given: Given = variants.split(",") if isinstance(variants, str) else variants
    several = isinstance(given, Iterable) and not isinstance(given, np.ndarray)
    listed: list[Given] = list(given) if several else [given]
    if not all(isinstance(name, str) for name in listed):
        message = f"variants are named by texts, not by {shown(variants)}"
        raise InputError(message, hint="variants='bagging, boosting'")
    names = [name.strip() for name in listed if name.strip()]
    if not names:
        message = "no variant was named"
        raise InputError(message, hint="variants=None for those that make sense, or variants='all'")
    if ALL in names:
        return IMPROVEMENTS
    return tuple(dict.fromkeys(improvement_method(name) for name in names))


def choose_attempts(case: ImprovementCase, asked: Sequence[ImprovementMethod] | None) -> list[Attempt]:
    """Say of every variant whether it is tried; what is asked for is, unless it cannot be done at all."""
    named = asked is not None and len(asked) < len(IMPROVEMENTS)
    attempts = [_attempt(one, case, asked=asked is not None, named=named) for one in (asked or IMPROVEMENTS)]
    if named and not any(attempt.reason.tried for attempt in attempts):
        first = attempts[0]
        message = f"no variant that was asked for can be tried; {first.method.name}: {first.reason.text}"
        raise InputError(message, hint="variants=None for those that make sense")
    return attempts


def _attempt(method: ImprovementMethod, case: ImprovementCase, *, asked: bool, named: bool) -> Attempt:
    refused = f"the model itself is called {case.name}" if method.name == case.name else method.refusal(case)
    if refused:
        return Attempt(method, None, Reason(tried=False, text=refused))
    reason = method.reason(case)
    if not (asked or reason.tried):
        return Attempt(method, None, reason)
    estimator = stand_in_for_weights(method.build(case)) if case.dataset.weights is not None else method.build(case)
    if case.dataset.weights is not None and not takes_weights(estimator):
        return Attempt(method, None, Reason(tried=False, text=UNWEIGHTED))
    if not named and (long := _too_long(method, case)):
        return Attempt(method, None, Reason(tried=False, text=long))
    text = reason.text if reason.tried else f"asked for, although {reason.text}"
    return Attempt(method, estimator, Reason(tried=True, text="asked for" if named and not reason.text else text))


def _too_long(method: ImprovementMethod, case: ImprovementCase) -> str:
    """Say how long all fits of a variant would take, where that is very long."""
    if method.decides:
        return ""
    fits = 5 if method.blends else method.members
    expected = case.seconds * fits * case.resamples
    if expected < MOST_SECONDS:
        return ""
    what = f"{fits} fits of {case.seconds:.2g} s in each of {case.resamples} resamples"
    return f"{what} would take {expected / 60:,.0f} minutes; try it by name"
