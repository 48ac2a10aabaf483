"""Changes of the data that must not change a value, or must change it in a known way: every measure x estimate x plan."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.estimates import ESTIMATES
from foldwise.measures import MEASURES, ModelScores
from tests.conformance.metamorphic_worlds import (
    CELLS,
    FIXED,
    MEMBERS,
    SCALE,
    SETTINGS,
    SHIFT,
    attempt,
    changed,
    differ,
    in_units,
    kinds_in,
    measured,
    measures_for,
    reordered,
    repeated,
    scored,
    world,
)

SINGLE = ("loo", "lpo", "leave-pair-out", "replace-one", "bootstrap-case")
"""Plans that leave out single rows, which would be others if rows were there twice."""
OF_VALUES = [one for one in MEMBERS if one.task is Task.REGRESSION]


@cache
def figures(predictions, one):
    """The value, and every estimate that is valid."""
    model = scored(predictions, "a", one)
    found = {"value": attempt(lambda: (model.value,))}
    for method in ESTIMATES:
        if attempt(lambda method=method: (method.refusal(model) or "",)) == ("",):
            found[method.name] = attempt(lambda method=method: (method.estimate(model).value,))
    return found


def complaints(before, after, one, factor=1.0, *, same_rows=True):
    """What differs between the figures of two tables, the first in units of the second.

    With other rows another method may be valid; figures that both tables have are the same even so.
    """
    first, second = figures(before, one), figures(after, one)
    scaled = {name: told if isinstance(told, str) else tuple(factor * x for x in told) for name, told in first.items()}
    names = sorted(set(scaled) | set(second) if same_rows else set(scaled) & set(second))
    return [
        f"{one.name} / {name}: {scaled.get(name)} became {second.get(name)}"
        for name in names
        if name not in scaled or name not in second or differ(scaled[name], second[name], least=1e-12 * factor)
    ]


@pytest.mark.parametrize(("relation", "setting", "listed"), measured(CELLS))
def test_estimates_change_as_they_should(relation, setting, listed):
    found = []
    for kind in relation.kinds:
        tables = changed(relation, setting, kind)
        if tables is not None:
            measures = measures_for(relation, tables[0], MEMBERS if setting == FIXED else listed)
            found += [text for one in measures for text in complaints(*tables, one, relation.image(one))]
    assert found == []


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting not in SINGLE])
def test_a_row_of_weight_two_is_the_row_twice(setting):
    found = []
    for kind in kinds_in(setting):
        before = world(setting, kind, weighted=True)
        if before is not None:
            after = repeated(before)
            listed = MEMBERS if setting == FIXED else MEASURES
            measures = [one for one in listed if one.task is before.task and not one.counts_rows]
            found += [text for one in measures for text in complaints(before, after, one, same_rows=False)]
    assert found == []


@pytest.mark.parametrize("one", OF_VALUES, ids=lambda one: one.name)
def test_a_measure_of_values_says_what_another_unit_does_to_it(one):
    assert one.traits.units is not None


@pytest.mark.parametrize("one", OF_VALUES, ids=lambda one: one.name)
def test_a_unit_that_is_said_to_matter_does(one):
    """A measure that is declared to follow no power, to feel the origin or to look at more than order does so."""
    table, units = world(FIXED, "values"), one.traits.units

    def value(of_truth, of_output=None):
        return ModelScores(in_units(table, of_truth, of_output), "a", one).value

    plain = value(lambda y: y)
    if units.degree is None:
        powers = [np.log(value(lambda y, c=c: c * y) / plain) / np.log(c) for c in (SCALE, 1 / SCALE)]
        assert abs(powers[0] - powers[1]) > 1e-3
    if not units.shift:
        assert differ((value(lambda y: y + SHIFT),), (plain,), rel=1e-3)
    if not units.order:
        assert differ((value(np.sqrt, np.log1p),), (plain,), rel=1e-3)


@pytest.mark.parametrize("one", [one for one in MEMBERS if one.traits.ordered], ids=lambda one: one.name)
def test_an_order_of_classes_that_is_said_to_matter_does(one):
    table = world(FIXED, "three")
    turned = reordered(table, (1, 2, 0))
    assert differ((ModelScores(table, "a", one).value,), (ModelScores(turned, "a", one).value,), rel=1e-3)


@pytest.mark.parametrize("one", [one for one in MEMBERS if one.counts_rows], ids=lambda one: one.name)
def test_a_number_of_rows_that_is_said_to_matter_does(one):
    tables = [world(setting, kind, weighted=True) for setting in (FIXED, "kfold") for kind in ("values", "two")]
    pairs = [
        (ModelScores(table, "a", one), ModelScores(repeated(table), "a", one))
        for table in tables
        if table.task is one.task
    ]
    assert any(differ((once.value,), (twice.value,)) for once, twice in pairs)
