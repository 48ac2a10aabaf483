from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.errors import PlanError
from foldwise.plans.balanced import draw_balanced
from foldwise.plans.bootstrap_sampler import BootstrapSampler
from tests.plans.rows import of_classes, of_values


def test_every_row_is_drawn_five_times_in_five_draws() -> None:
    sampler = BootstrapSampler.of(of_values(np.arange(12)), "balanced", test_all=False)
    matrix, mended = draw_balanced(sampler, 5, np.random.default_rng(0))
    assert matrix.sum(axis=0).tolist() == [5] * 12
    assert matrix.sum(axis=1).tolist() == [12] * 5
    assert mended == 0


def test_single_draws_look_like_an_ordinary_bootstrap() -> None:
    """The share of distinct rows is that of drawing n of Bn copies: close to 1 - (1 - 1/n)^n for many draws."""
    sampler = BootstrapSampler.of(of_values(np.arange(20)), "balanced", test_all=False)
    matrix, _ = draw_balanced(sampler, 2000, np.random.default_rng(0))
    shares = (matrix > 0).mean(axis=1)
    assert shares.mean() == pytest.approx(1 - 0.95**20, abs=4 * shares.std() / np.sqrt(2000))


@given(st.lists(st.integers(1, 6), min_size=2, max_size=5), st.integers(2, 30), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_every_draw_has_every_class_and_the_balance_holds(counts: list[int], draws: int, seed: int) -> None:
    rows = of_classes(*counts, 10)
    sampler = BootstrapSampler.of(rows, "balanced", test_all=False)
    matrix, _ = draw_balanced(sampler, draws, np.random.default_rng(seed))
    assert (matrix.sum(axis=0) == draws).all()
    assert all(sampler.accepts(row) for row in matrix)


def test_few_rows_are_thrown_away_where_all_of_them_were_drawn() -> None:
    """Of three rows, two draws in nine hold each once and would leave nothing to test."""
    sampler = BootstrapSampler.of(of_values([1, 2, 3]), "balanced", test_all=False)
    matrix, thrown = draw_balanced(sampler, 30, np.random.default_rng(0))
    assert (matrix == 0).any(axis=1).all()
    assert matrix.sum(axis=0).tolist() == [30] * 3
    assert thrown > 0


def test_one_draw_holds_every_row_and_leaves_nothing_to_test() -> None:
    sampler = BootstrapSampler.of(of_values([1, 2, 3]), "balanced", test_all=False)
    with pytest.raises(PlanError, match="10,000 balanced bootstrap draws"):
        draw_balanced(sampler, 1, np.random.default_rng(0))
