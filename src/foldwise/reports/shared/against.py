"""What was found held against a given value, by the test that its interval inverts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError, ValidityError
from foldwise.intervals import interval_method
from foldwise.measures import ModelScores
from foldwise.phrases import shown_p_value
from foldwise.reports.shared.digits import Digits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.comparisons import ValueTest
    from foldwise.predictions import Predictions
    from foldwise.reports.shared.finding import Finding

__all__ = ["against_lines", "check_given", "held_against"]


def check_given(value: object, measure: object) -> None:
    """Refuse a value that is no number and a measure that is no name, which are easily given in the other order."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not np.isfinite(value):
        message = f"a measure is held against a number, not against {shown(value)}"
        raise InputError(message, hint="result.against(0.1, 'error')")
    if measure is not None and not isinstance(measure, str):
        message = f"the measure to hold against a value is named by a text, not by {shown(measure)}"
        raise InputError(message, hint="result.against(0.1, 'error')")


def held_against(predictions: Predictions, finding: Finding, value: float, *, seed: int = 0) -> ValueTest:
    """Hold one model's measure against a value, with the method and the level of its interval."""
    interval, name = finding.interval, finding.measure.name
    if interval is None:
        message = (
            f"{name} of '{finding.model}' cannot be held against {value:g}, as it has no interval: {finding.reason}"
        )
        raise ValidityError(message, hint="a measure or a plan that has one")
    from foldwise.comparisons import value_test

    method = interval_method(interval.method)
    chosen = replace(method, seed=seed) if hasattr(method, "seed") else method  # type: ignore[type-var]
    scored = ModelScores(predictions, finding.model, finding.measure)
    found = value_test(scored, value, chosen, level=interval.level, value=finding.estimate.value)
    if not np.allclose([found.interval.low, found.interval.high], [interval.low, interval.high], rtol=1e-6):
        message = f"the interval of {name} of '{finding.model}' is anytime-valid (until=), and cannot be inverted"
        raise ValidityError(message, hint="the call without until=")
    return found


def against_lines(tests: Iterable[ValueTest]) -> list[str]:
    """One sentence per model: what was held against what, and what came out."""
    lines = []
    for test in tests:
        digits = Digits.of(test.measure, [test.value, test.given], [test.interval.width])
        said = {"below": "is below", "above": "is above"}.get(test.verdict, "may be on either side of")
        p_value = shown_p_value(test.p_value)
        ends = digits.interval(test.interval.low, test.interval.high)
        lines.append(
            f"{test.model}: {test.measure.name} {digits.show(test.value)} {ends} {said} {test.given:g}, p {p_value} two-sided"
        )
    return lines
