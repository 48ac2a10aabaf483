from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans.bootstrap_sampler import BootstrapSampler
from tests.plans.rows import in_groups, of_classes, of_values


def test_the_same_seed_draws_the_same_counts() -> None:
    sampler = BootstrapSampler.of(of_classes(10, 10), "ordinary", test_all=False)
    assert np.array_equal(sampler.counts(5), sampler.counts(5))
    assert not np.array_equal(sampler.counts(5), sampler.counts(6))


def test_only_rare_classes_are_looked_for() -> None:
    sampler = BootstrapSampler.of(of_classes(300, 5), "ordinary", test_all=False)
    assert [rows.size for rows in sampler.needed] == [5]


def test_whole_groups_can_lack_any_class() -> None:
    sampler = BootstrapSampler.of(in_groups([100, 100, 100]), "cluster", test_all=False)
    assert len(sampler.needed) == 2


def test_a_draw_of_nothing_is_thrown_away() -> None:
    """Both of two Poisson counts are 0 in one draw of seven."""
    sampler = BootstrapSampler.of(of_values([1.0, 2.0]), "poisson", test_all=True)
    assert all(sampler.counts(seed).any() for seed in range(100))
    assert any(sampler.redraws(seed) for seed in range(100))


def test_redraws_that_cannot_happen_are_not_looked_for() -> None:
    sampler = BootstrapSampler.of(of_values(np.zeros(101)), "ordinary", test_all=False)
    with_draws = [sampler._draw(seed)[1] for seed in range(20)]
    assert [sampler.redraws(seed) for seed in range(20)] == with_draws == [0] * 20


def test_too_many_rare_classes_are_refused_before_the_first_draw() -> None:
    with pytest.raises(PlanError, match=r"would hold all 20 classes; try bootstrap\(200, scheme=stratified\)"):
        BootstrapSampler.of(of_classes(*[1] * 20), "ordinary", test_all=False)


def test_a_draw_that_always_holds_every_row_is_refused() -> None:
    with pytest.raises(PlanError, match="no stratified bootstrap of these 3 rows would leave a row out"):
        BootstrapSampler.of(of_classes(1, 1, 1), "stratified", test_all=False)
    with pytest.raises(PlanError, match="no cluster bootstrap"):
        BootstrapSampler.of(in_groups([5]), "cluster", test_all=False)
    with pytest.raises(PlanError, match="no ordinary bootstrap of these 1 rows"):
        BootstrapSampler.of(of_values([1.0]), "ordinary", test_all=False)


def test_it_gives_up_where_no_draw_will_do() -> None:
    impossible = BootstrapSampler("ordinary", 3, None, (np.array([], dtype=int),), test_all=True)
    with pytest.raises(PlanError, match="10,000 bootstrap draws in a row lacked a class"):
        impossible.counts(0)
