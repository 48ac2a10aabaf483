"""Changes of the data, and of the order of two models, whose effect on every test of a difference is known beforehand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from foldwise.comparisons import COMPARISONS, Pair, Verdict, choose_comparison, compare_pair, judge
from tests.conformance.metamorphic_worlds import (
    FEW_KINDS,
    METHOD_CELLS,
    RELATIONS,
    SETTINGS,
    USUAL,
    attempt,
    changed,
    differ,
    for_plan,
    kinds_in,
    measured,
    measures_for,
    scored,
    world,
)

LEVEL, FEW = 0.9, 4
EVERY = RELATIONS[0]
SWAPPED = [(setting, False) for setting in SETTINGS] + [(setting, True) for setting in USUAL]


def quick(method):
    """The same method with few draws, where it makes any."""
    few = {name: FEW for name in ("resamples", "permutations") if hasattr(method, name)}
    return replace(method, **few) if few else method


def comparable(relation, table, listed):
    """Measures by which models can be compared: some value is better than another."""
    return [one for one in measures_for(relation, table, listed) if not np.isnan(one.best)]


@cache
def compared(predictions, one, a="a", b="b"):
    """The default test, and every test that is valid."""
    pair = Pair(scored(predictions, a, one), scored(predictions, b, one))
    asked = for_plan(COMPARISONS, predictions)
    valid = [method for method in asked if attempt(lambda method=method: (method.refusal(pair) or "",)) == ("",)]
    found = {method.name: made(pair, method) for method in valid}
    chosen = attempt(lambda: choose_comparison(pair).method)
    if not isinstance(chosen, str) and chosen is not None:
        found[f"default {chosen.name}"] = found[chosen.name] if chosen in valid else made(pair, chosen)
    return found


def made(pair, method):
    """The comparison, or what kind of error came of it."""
    return attempt(lambda: compare_pair(pair, quick(method), LEVEL, allow_invalid=True))


def numbers(comparison, factor=1.0):
    """Difference and ends in other units, and the p-value and the statistic, which have none."""
    if isinstance(comparison, str):
        return (comparison,) * 2
    ends = (comparison.difference, comparison.low, comparison.high)
    return tuple(factor * x for x in ends), (comparison.p_value, comparison.statistic)


def disagree(first, second, factor=1.0):
    """Whether two comparisons say different things."""
    (ends, chances), (other_ends, other_chances) = numbers(first, factor), numbers(second)
    return differ(ends, other_ends, least=1e-12 * factor) or differ(chances, other_chances)


@pytest.mark.parametrize(("relation", "setting", "listed"), measured(METHOD_CELLS))
def test_comparisons_change_as_they_should(relation, setting, listed):
    found = []
    for kind in relation.kinds:
        tables = changed(relation, setting, kind)
        if tables is None:
            continue
        for one in comparable(relation, tables[0], listed):
            first, second = (compared(table, one) for table in tables)
            if relation.same_methods:
                assert set(first) == set(second)
            found += [
                f"{one.name} / {name}: {first[name]} became {second[name]}"
                for name in sorted(set(first) & set(second))
                if disagree(first[name], second[name], relation.image(one))
            ]
    assert found == []


def mirrored(first, second):
    """What is wrong with a comparison and that of the same models the other way round."""
    if isinstance(first, str) or isinstance(second, str):
        return [] if first == second else [f"{first} and {second}"]
    turned = first.turned()
    told = {
        "difference": ((turned.difference,), (second.difference,)),
        "interval": ((turned.low, turned.high), (second.low, second.high)),
        "p-value": ((turned.p_value,), (second.p_value,)),
        "statistic": ((turned.statistic,), (second.statistic,)),
    }
    return [f"{name} {ours[0]} and {theirs[0]}" for name, (ours, theirs) in told.items() if differ(ours, theirs)]


@pytest.mark.parametrize(("setting", "weighted", "listed"), measured(SWAPPED))
def test_models_the_other_way_round_say_the_same(setting, weighted, listed):
    found = []
    for kind in FEW_KINDS if weighted else kinds_in(setting):
        table = world(setting, kind, weighted=weighted)
        for one in [] if table is None else comparable(EVERY, table, listed):
            first, second = compared(table, one), compared(table, one, "b", "a")
            assert set(first) == set(second)
            for name, ours in first.items():
                found += [f"{one.name} / {name}: {text}" for text in mirrored(ours, second[name])]
    assert found == []


@pytest.mark.parametrize(("setting", "weighted", "listed"), measured(SWAPPED))
def test_a_model_is_no_better_than_itself(setting, weighted, listed):
    found = []
    for kind in FEW_KINDS if weighted else kinds_in(setting):
        table = world(setting, kind, weighted=weighted)
        for one in [] if table is None else comparable(EVERY, table, listed):
            for name, told in compared(table, one, "a", "twin").items():
                if isinstance(told, str) or told.difference != 0 or told.p_value != 1:
                    found.append(f"{one.name} / {name}: {told}")
                elif told.has_interval and not told.low <= 0 <= told.high:
                    found.append(f"{one.name} / {name}: 0 is outside [{told.low}, {told.high}]")
                elif verdict(table, one, told) in (Verdict.BETTER, Verdict.WORSE):
                    found.append(f"{one.name} / {name}: {verdict(table, one, told)}")
    assert found == []


def verdict(table, one, told):
    """What is made of a comparison of two models that are the same."""
    return judge([(Pair(scored(table, "a", one), scored(table, "twin", one)), told)], {one.name: 0.0}, level=LEVEL)[
        0
    ].verdict
