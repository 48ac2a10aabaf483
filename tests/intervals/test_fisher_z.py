"""Fisher's z for correlations."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import fisher_z, make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(0)


def scored(n, name, **more):
    y = rng.normal(size=n)
    return ModelScores(predictions_of(y, y + rng.normal(size=n), fixed(n), n_classes=0, **more), "m", measure(name))


def test_agrees_with_scipy():
    one = scored(40, "correlation")
    expected = stats.pearsonr(one.outcomes.truth, one.outcomes.output).confidence_interval(0.9)
    interval = make_interval(one, level=0.9)
    assert interval.method == "fisher-z"
    assert (interval.low, interval.high) == pytest.approx(tuple(expected))


def test_rank_correlations_have_their_own_variance():
    r = 0.6
    assert fisher_z(r, 53, 0.95, kind="spearman") == pytest.approx(
        tuple(np.tanh(np.arctanh(r) + stats.norm.ppf([0.025, 0.975]) * np.sqrt(1.18 / 50)))
    )
    assert fisher_z(r, 54, 0.95, kind="kendall") == pytest.approx(
        tuple(np.tanh(np.arctanh(r) + stats.norm.ppf([0.025, 0.975]) * np.sqrt(0.437 / 50)))
    )


def test_a_perfect_correlation_has_no_width():
    assert fisher_z(1.0, 20, 0.95) == (1.0, 1.0)


def test_few_rows_and_groups_are_refused():
    with pytest.raises(ValidityError, match="needs test sets of 10 rows, and these have 8; try interval='bca'"):
        make_interval(scored(8, "correlation"), "fisher-z")
    with pytest.raises(ValidityError, match="rows come in groups"):
        make_interval(scored(30, "spearman", groups=np.arange(30) // 3), "fisher-z")


@pytest.mark.parametrize("name", ["correlation", "spearman", "kendall"])
def test_it_covers(name):
    draws = np.random.default_rng(3)
    rho = 0.7
    true = {"correlation": rho, "spearman": 6 / np.pi * np.arcsin(rho / 2), "kendall": 2 / np.pi * np.arcsin(rho)}[name]
    inside = 0
    for _ in range(300):
        y = draws.normal(size=60)
        f = rho * y + np.sqrt(1 - rho**2) * draws.normal(size=60)
        interval = make_interval(ModelScores(predictions_of(y, f, fixed(60), n_classes=0), "m", measure(name)))
        inside += interval.low <= true <= interval.high
    assert 0.91 <= inside / 300 <= 0.99
