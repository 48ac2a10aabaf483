"""Confidence sequences against the martingales they come from, and how often they miss at any look at all."""

import numpy as np
import pytest
from scipy import integrate, stats

from foldwise.errors import InputError
from foldwise.intervals import normal_mixture, t_mixture, t_mixture_radius


@pytest.mark.parametrize(("n", "level"), [(5, 0.95), (12, 0.995), (100, 0.9)])
def test_at_the_end_the_mixed_likelihood_ratio_is_one_over_the_error(n, level):
    """Noncentral t over central t, integrated over effects from N(0, 10)."""
    t = np.sqrt(n) * t_mixture_radius(n, level)

    def mixed(effect):
        return stats.nct.pdf(t, n - 1, np.sqrt(n) * effect) * stats.norm.pdf(effect, scale=np.sqrt(10))

    middle = t / np.sqrt(n)
    ratio = integrate.quad(mixed, middle - 8, middle + 8, limit=200)[0] / stats.t.pdf(t, n - 1)
    assert ratio == pytest.approx(1 / (1 - level), rel=0.02)


def test_the_normal_mixture_is_robbins():
    """exp(ρ²S²/(2(nρ² + 1))) / √(nρ² + 1) = 1/(1 - level) where S is n deviations off."""
    values = np.tile([1.0, 2.0, 4.0], 100)
    low, high = normal_mixture(values, 0.95, shortest_at=200)
    n, spent = 300, -2 * np.log(0.05)
    rho2 = (spent + np.log(spent) + 1) / 200
    total = n * (high[-1] - low[-1]) / 2 / values.std(ddof=1)
    martingale = np.exp(rho2 * total**2 / (2 * (n * rho2 + 1))) / np.sqrt(n * rho2 + 1)
    assert martingale == pytest.approx(20)
    assert (high[-1] + low[-1]) / 2 == pytest.approx(values.mean())


def test_the_ends_after_each_value_are_those_of_the_values_so_far():
    values = np.random.default_rng(0).normal(1e6, 1, 20)
    low, high = t_mixture(values, 0.95)
    half = t_mixture_radius(12, 0.95) * values[:12].std(ddof=1)
    assert (low[11], high[11]) == pytest.approx((values[:12].mean() - half, values[:12].mean() + half))
    assert np.isinf(high[:2]).all()


def test_what_has_not_varied_is_not_certain():
    losses = np.zeros(200)
    assert np.isinf(normal_mixture(losses, 0.95)[1]).all()
    assert np.isinf(t_mixture(losses, 0.95)[1]).all()
    losses[::20] = 1
    high = normal_mixture(losses, 0.95)[1]
    assert np.isinf(high[100])
    assert np.isfinite(high[-1])


def miss_rate(draw, sequence, mean, simulations):
    """Share of streams whose mean is outside at any look."""
    missed = [np.any((low > mean) | (high < mean)) for low, high in (sequence(draw()) for _ in range(simulations))]
    return float(np.mean(missed))


def test_the_mean_is_inside_at_all_looks_together_as_often_as_promised():
    """400 streams each: at most 5 %, plus three Monte-Carlo errors; intervals for one look would miss in half of them."""
    rng, bound = np.random.default_rng(1), 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    assert miss_rate(lambda: rng.normal(size=100), lambda x: t_mixture(x, 0.95), 0.0, 400) <= bound
    for rate in (0.02, 0.2):
        stream = lambda rate=rate: (rng.random(2000) < rate).astype(float)  # noqa: E731
        assert miss_rate(stream, lambda x: normal_mixture(x, 0.95), rate, 400) <= bound


@pytest.mark.parametrize("values", [np.zeros(0), np.zeros((2, 2)), np.array([0.1, np.nan])])
def test_what_is_no_stream_is_refused(values):
    with pytest.raises(InputError, match="a stream of finite numbers"):
        normal_mixture(values, 0.95)


def test_a_level_is_a_level():
    with pytest.raises(InputError, match="between 0 and 1"):
        t_mixture_radius(10, 95)
