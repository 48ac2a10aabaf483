"""Questions put to a posterior."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import DrawnPosterior, Posterior, RopeShares, check_rope
from foldwise.errors import InputError, MissingExtraError, need_charts

posteriors = st.builds(Posterior, st.floats(-5, 5), st.floats(0.01, 5), st.integers(1, 100))


@given(posteriors, st.floats(0, 3))
def test_the_shares_add_up_to_one(posterior, rope):
    shares = posterior.shares(rope)
    assert shares.left + shares.rope + shares.right == pytest.approx(1)
    assert shares.left == pytest.approx(stats.t.cdf(-rope, posterior.df, posterior.centre, posterior.scale))


@given(posteriors)
def test_the_interval_holds_its_level(posterior):
    low, high = posterior.interval(0.9)
    assert posterior.below(high) - posterior.below(low) == pytest.approx(0.9)


def test_the_density_is_students():
    grid = np.linspace(-2, 2, 9)
    assert Posterior(0.3, 0.4, 7).density(grid) == pytest.approx(stats.t.pdf(grid, 7, 0.3, 0.4))


def test_certainty():
    assert Posterior(0.02, 0, 9).shares(0.01).right == 1
    assert Posterior(0.0, 0, 9).shares(0.01).rope == 1
    assert Posterior(0.0, 0, 9).below(0) == 0.5
    with pytest.raises(InputError, match="certain has no density"):
        Posterior(0.0, 0, 9).density(np.zeros(1))


def test_drawn_shares_split_ties():
    shares = DrawnPosterior(np.array([[0.4, 0.2, 0.4], [0.0, 1.0, 0.0]]), 0.01).shares()
    assert (shares.left, shares.rope, shares.right) == (0.25, 0.5, 0.25)


def test_the_mean_of_the_draws():
    mean = DrawnPosterior(np.array([[0.4, 0.2, 0.4], [0.0, 1.0, 0.0]]), 0.01).mean()
    assert (mean.left, mean.rope, mean.right) == pytest.approx((0.2, 0.6, 0.2))


@pytest.mark.parametrize(
    ("centre", "sides"),
    [(0.0, (0, 1, 0)), (0.01, (0, 1, 0)), (-0.01, (0, 1, 0)), (0.02, (0, 0, 1)), (-0.02, (1, 0, 0))],
)
def test_a_certain_difference_lies_in_one_region(centre, sides):
    assert Posterior(centre, 0.0, 9).shares(0.01) == RopeShares(*sides)
    assert Posterior(0.0, 0.0, 9).shares(0.0) == RopeShares(0, 1, 0)


def test_infinite_degrees_of_freedom_are_the_normal_distribution():
    belief, known = Posterior(0.03, 0.02, float("inf")), stats.norm(0.03, 0.02)
    assert belief.interval(0.99) == pytest.approx(known.interval(0.99), rel=1e-14)
    assert belief.below(-0.1) == pytest.approx(known.cdf(-0.1), rel=1e-12)
    assert belief.density([0.0, 0.05]) == pytest.approx(known.pdf([0.0, 0.05]), rel=1e-14)


def test_both_can_be_drawn():
    told = Posterior(0.03, 0.02, 29).plot(0.01).to_dict()
    assert "above 83.7 %" in told["title"]["subtitle"]
    draws = np.random.default_rng(0).dirichlet([1, 1, 3], 5000)
    points = DrawnPosterior(draws, 0.01).plot().layer[1].data.values
    assert len(points) == 2500


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(MissingExtraError, match=r"foldwise\[charts\]"):
        need_charts()


@pytest.mark.parametrize("rope", [-0.01, float("nan"), float("inf")])
def test_a_rope_is_a_number_from_zero(rope):
    with pytest.raises(InputError, match=r"a number from 0, not .*; try rope=0.01"):
        check_rope(rope)
