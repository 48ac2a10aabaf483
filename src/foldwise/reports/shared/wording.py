"""The words that several reports use: levels, and which method made which interval."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from foldwise.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.reports.shared.finding import Finding

__all__ = ["level_text", "measures_with_models", "methods_of"]

NO_INTERVAL = "no interval"


def level_text(level: float) -> str:
    """Write a level.

    Examples
    --------
    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * level:.6g} %"


def methods_of(findings: Sequence[Finding], level: float) -> str:
    """Name every interval method once, with its measures where there are several, and models where they differ in it."""
    used: dict[str, dict[str, list[str]]] = {}
    for one in findings:
        method = NO_INTERVAL if one.interval is None else one.interval.method
        used.setdefault(method, {}).setdefault(one.measure.label, []).append(one.model)
    if len(used) == 1:
        (name,) = used
        return name if name == NO_INTERVAL else f"{name}, {level_text(level)}"
    made = Counter(finding.measure.label for finding in findings)
    each = [f"{method} ({', '.join(measures_with_models(where, made))})" for method, where in used.items()]
    return f"{', '.join(each)}, {level_text(level)}"


def measures_with_models(where: Mapping[str, Sequence[str]], made: Mapping[str, int]) -> list[str]:
    """Measures, each with the models where it is not about all of them."""
    return [name if len(models) == made[name] else f"{name} of {listed(models)}" for name, models in where.items()]
