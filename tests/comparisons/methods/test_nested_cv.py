"""The nested cross-validation test against the definition, written as loops over folds."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, compare_pair
from foldwise.comparisons.comparison import NO_SPREAD
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.plans import PairsOut
from tests.comparisons.pairs import error_pair, of_errors, of_losses

rng = np.random.default_rng(2)
N, K, REPEATS = 40, 5, 3
PARTS = np.stack([rng.permutation(np.arange(N) % K) for _ in range(REPEATS)])
RESAMPLES = PairsOut(PARTS, K, plan="two-folds-out(5, repeats=3)")
A = rng.exponential(size=(RESAMPLES.count, N))
B = rng.exponential(size=(RESAMPLES.count, N)) + 0.3


def by_definition(losses):
    """Difference and standard error after Bates, Hastie & Tibshirani, algorithm 1, on differences of losses."""
    a, b, inner_all, outer_all = [], [], [], []
    pairs = [tuple(pair) for pair in RESAMPLES.left_out]
    for repeat in range(REPEATS):
        rows = [np.flatnonzero(PARTS[repeat] == k) for k in range(K)]
        for k in range(K):
            outer = losses[repeat * len(pairs) + pairs.index((k, k)), rows[k]]
            inner = np.concatenate(
                [losses[repeat * len(pairs) + pairs.index((min(k, j), max(k, j))), rows[j]] for j in range(K) if j != k]
            )
            a.append((inner.mean() - outer.mean()) ** 2)
            b.append(outer.var(ddof=1) / outer.size)
            inner_all.extend(inner)
            outer_all.extend(outer)
    floor = np.std(inner_all, ddof=1) / np.sqrt(N)
    error = np.clip(np.sqrt(max(0, np.mean(np.subtract(a, b)) * (K - 1) / K)), floor, np.sqrt(K) * floor)
    bias = (1 + (K - 2) / K) * (np.mean(inner_all) - np.mean(outer_all))
    return np.mean(inner_all) - bias, error


def of(a, b, name="mae", **more):
    return Pair.of(of_losses(RESAMPLES, a, b, **more), "a", "b", measure(name))


def test_it_is_the_published_algorithm_on_differences():
    centre, error = by_definition(A - B)
    found = compare_pair(of(A, B), "nested-cv")
    assert found.difference == pytest.approx(centre)
    assert found.statistic == pytest.approx(centre / error)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(centre) / error, 2 * K - 1))
    half = stats.t.ppf(0.975, 2 * K - 1) * error
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half))
    assert found.note.startswith("fewer than 10 repeats")


def test_a_root_is_compared_in_its_own_units():
    """Differences of squared losses, each divided by twice the root of its mean; the centre is that of the estimates."""
    pair = of(A, B, "rmse")
    found = compare_pair(pair, "nested-cv")
    outer = RESAMPLES.main[:, None] * (RESAMPLES.train_counts(0, RESAMPLES.count) == 0)
    roots = [np.sqrt((one**2)[outer.astype(bool)].mean()) for one in (A, B)]
    assert pair.difference == pytest.approx(roots[0] - roots[1])
    assert found.low < found.difference < found.high
    assert found.difference == pytest.approx(pair.difference, abs=found.high - found.low)


def test_a_model_is_not_better_than_itself():
    found = compare_pair(of(A, A), "nested-cv")
    assert (found.p_value, found.difference) == (1, 0)
    assert found.high > 0


def test_rows_that_never_disagreed_are_no_certainty():
    """One wins on a single row of 40: the variance is that of one more discordant row on either side."""
    wrong = rng.random(N) < 0.3
    more = wrong.copy()
    more[np.flatnonzero(~wrong)[0]] = True
    found = compare_pair(error_pair(of_errors(more, wrong, RESAMPLES)), "nested-cv")
    assert found.high - found.low >= 2 * stats.t.ppf(0.975, 9) * np.sqrt(3 / 42 - (1 / 42) ** 2) / np.sqrt(42) - 1e-12
    assert found.p_value > 0.2


def test_models_without_any_loss_tell_nothing():
    found = compare_pair(of(0.0, 0.0), "nested-cv")
    assert found.p_value == 1
    assert not found.has_interval
    assert found.note.startswith(NO_SPREAD)


def test_equal_weights_change_nothing():
    plain = compare_pair(of(A, B), "nested-cv")
    weighed = compare_pair(of(A, B, weights=np.full(N, 100.0)), "nested-cv")
    assert (weighed.difference, weighed.low) == pytest.approx((plain.difference, plain.low))


def test_it_is_the_default_of_its_plan():
    assert compare_pair(of(A, B)).method == "nested-cv"


def test_what_is_no_mean_loss_is_refused_with_the_way_out():
    wrong = rng.random(N) < 0.3
    with pytest.raises(ValidityError, match=r"f1 is not one; try .*paired-halves\(10, splits=15\)' for others"):
        compare_pair(error_pair(of_errors(wrong, ~wrong, RESAMPLES), "f1"), "nested-cv")
