"""Changes of the data that must not change an interval, or must change it in a known way: every measure x method x plan."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from foldwise.intervals import INTERVALS, choose_interval, make_interval
from tests.conformance.metamorphic_worlds import (
    METHOD_CELLS,
    attempt,
    changed,
    differ,
    for_plan,
    measured,
    measures_for,
    scored,
)

LEVEL, FEW = 0.9, 4


def quick(method):
    """The same method with few resamples, where it draws any."""
    few = {name: FEW for name in ("resamples", "inner") if hasattr(method, name)}
    return replace(method, **few) if few else method


@cache
def figures(predictions, one):
    """The default interval, and that of every method that is valid."""
    model = scored(predictions, "a", one)
    asked = for_plan(INTERVALS, predictions)
    valid = [method for method in asked if attempt(lambda method=method: (method.refusal(model) or "",)) == ("",)]
    found = {method.name: ends(model, method) for method in valid}
    chosen = attempt(lambda: choose_interval(model).method)
    if not isinstance(chosen, str) and chosen is not None:
        found[f"default {chosen.name}"] = found[chosen.name] if chosen in valid else ends(model, chosen)
    return found


def ends(model, method):
    """The interval as numbers."""

    def made():
        interval = make_interval(model, quick(method), LEVEL, allow_invalid=True)
        return interval.low, interval.high

    return attempt(made)


def complaints(before, after, one, factor):
    """What differs between the intervals of two tables, the first in units of the second."""
    first, second = figures(before, one), figures(after, one)
    scaled = {name: told if isinstance(told, str) else tuple(factor * x for x in told) for name, told in first.items()}
    return [
        f"{one.name} / {name}: {scaled.get(name)} became {second.get(name)}"
        for name in sorted(set(scaled) | set(second))
        if name not in scaled or name not in second or differ(scaled[name], second[name], least=1e-12 * factor)
    ]


@pytest.mark.parametrize(("relation", "setting", "listed"), measured(METHOD_CELLS))
def test_intervals_change_as_they_should(relation, setting, listed):
    found = []
    for kind in relation.kinds:
        tables = changed(relation, setting, kind)
        if tables is not None:
            measures = measures_for(relation, tables[0], listed)
            found += [text for one in measures for text in complaints(*tables, one, relation.image(one))]
    assert found == []
