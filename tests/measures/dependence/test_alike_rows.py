"""How many rows of a group say as much as one."""

import numpy as np
import pytest

from foldwise.measures.dependence.alike_rows import correlation_within, design_effect, rows_like_one


@pytest.mark.parametrize("alike", [0.0, 0.3, 0.8])
def test_the_correlation_is_that_of_rows_of_a_unit(alike):
    rng = np.random.default_rng(0)
    unit = np.repeat(np.arange(2000), 5)
    values = np.sqrt(alike) * rng.normal(size=2000)[unit] + np.sqrt(1 - alike) * rng.normal(size=unit.size)
    assert correlation_within(values, unit) == pytest.approx(alike, abs=0.03)


@pytest.mark.parametrize(("alike", "units"), [(0.0, 6), (0.1, 6), (0.3, 12), (0.8, 8)])
def test_nine_of_ten_limits_are_above_the_design_effect(alike, units):
    rng, unit = np.random.default_rng(1), np.repeat(np.arange(units), 30)
    limits = np.array(
        [
            design_effect(
                np.sqrt(alike) * rng.normal(size=units)[unit] + np.sqrt(1 - alike) * rng.normal(size=unit.size), unit
            )
            for _ in range(1000)
        ]
    )
    assert np.mean(limits >= 1 + 29 * alike) == pytest.approx(1.0 if alike == 0 else 0.9, abs=0.03)


def test_six_units_of_rows_that_are_not_alike_stand_for_a_few_rows():
    rng, unit = np.random.default_rng(2), np.repeat(np.arange(6), 100)
    assert np.median([design_effect((rng.random(600) < 0.1).astype(float), unit) for _ in range(200)]) < 4


def test_values_that_are_all_the_same_tell_nothing():
    assert design_effect(np.full(12, 0.1), np.repeat(np.arange(3), 4)) is None
    assert design_effect(np.array([0.0, 1.0, 1.0]), np.zeros(3, dtype=int)) == 3.0, "one unit"
    assert design_effect(np.array([0.0, 1.0, 1.0]), np.arange(3)) == 1.0, "units of one row"


def test_rows_that_are_right_together_say_as_much_as_one():
    unit, truth = np.repeat(np.arange(40), 10), np.repeat([0, 1], 200)
    together = np.repeat(np.arange(40) % 2, 10).astype(float)
    apart = np.tile([0.0, 1.0], 200)
    assert rows_like_one(together, truth, unit, 2).tolist() == [10.0, 10.0]
    assert rows_like_one(apart, truth, unit, 2).tolist() == [1.0, 1.0]
    assert rows_like_one(together, truth, unit, 2, power=0.5) == pytest.approx(np.sqrt([10.0, 10.0]))


def test_of_a_class_that_is_always_right_the_margins_tell():
    rng, unit, truth = np.random.default_rng(0), np.repeat(np.arange(12), 50), np.tile([0, 1], 300)
    hit = np.where(truth == 0, rng.random(600) < 0.5, 1.0).astype(float)
    alike, apart = rng.normal(size=12)[unit] + 1e-3 * rng.normal(size=600), rng.normal(size=600)
    whole = rows_like_one(hit, truth, unit, 2)
    by_alike, by_apart = (
        rows_like_one(hit, truth, unit, 2, margin=lambda given=given: given) for given in (alike, apart)
    )
    assert whole[1] == 25
    assert by_alike[1] == pytest.approx(25, abs=0.1)
    assert 5 <= by_apart[1] < 10, "between a row and a group of 25"
    assert whole[0] == by_alike[0] == by_apart[0], "margins are not asked of a class whose rows differ"
    assert rows_like_one(hit, truth, unit, 2, margin=lambda: np.ones(600))[1] == 25, (
        "margins that are all the same tell nothing"
    )
