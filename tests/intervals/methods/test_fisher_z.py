"""Fisher's z for correlations."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import fisher_z, make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(0)


def scored(n, name, **more):
    y = rng.normal(size=n)
    return ModelScores(predictions_of(y, y + rng.normal(size=n), fixed(n), n_classes=0, **more), "m", measure(name))


def test_agrees_with_scipy_for_pairs_no_wider_than_normal():
    y = np.linspace(-1, 1, 40)  # short tails: the rows move the correlation by less than those of normal pairs do
    one = ModelScores(predictions_of(y, y**3, fixed(40), n_classes=0), "m", measure("correlation"))
    expected = stats.pearsonr(one.outcomes.truth, one.outcomes.output).confidence_interval(0.9)
    interval = make_interval(one, level=0.9)
    assert interval.method == "fisher-z"
    assert (interval.low, interval.high) == pytest.approx(tuple(expected))
    assert fisher_z(one.value, 40, 0.9) == pytest.approx(tuple(expected))


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
    with pytest.raises(ValidityError, match="needs 5 groups with rows that count for spearman, and there are 3"):
        make_interval(scored(30, "spearman", groups=np.arange(30) // 10), "fisher-z")


@pytest.mark.parametrize("name", ["correlation", "spearman", "kendall", "squared-correlation"])
def test_copies_of_rows_in_groups_are_no_wider_than_the_rows(name):
    one = scored(40, name)
    rows = np.repeat(np.arange(40), 5)
    table = Predictions.build(
        one.outcomes.truth[rows],
        {"m": one.outcomes.output[rows]},
        task="regression",
        groups=np.repeat(np.arange(40), 5),
    )
    plain, grouped = make_interval(one, "fisher-z"), make_interval(ModelScores(table, "m", measure(name)), "fisher-z")
    assert grouped.width == pytest.approx(plain.width, rel=0.25)


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


def growing(draws, n):
    """Errors that grow with the prediction."""
    x = draws.uniform(-1, 1, n)
    return x + np.abs(x) * draws.uniform(-2, 2, n), x


def flipped(draws, n):
    """One sign in five turned."""
    x = draws.normal(size=n)
    return np.where(draws.random(n) < 0.2, -x, x) + 0.3 * draws.normal(size=n), x


@pytest.mark.parametrize(
    ("name", "world", "true"),  # by millions of rows
    [
        ("correlation", flipped, 0.575),
        ("spearman", flipped, 0.572),
        ("kendall", flipped, 0.487),
        ("spearman", growing, 0.605),
        ("kendall", growing, 0.466),
    ],
)
def test_it_covers_pairs_that_are_not_normal(name, world, true):
    draws, inside = np.random.default_rng(11), 0
    for _ in range(200):
        y, f = world(draws, 300)
        interval = make_interval(ModelScores(predictions_of(y, f, fixed(300), n_classes=0), "m", measure(name)))
        inside += interval.low <= true <= interval.high
    assert inside / 200 >= 0.91  # .67 to .88 before


def test_many_rows_have_the_variance_of_some_of_them():
    y = rng.normal(size=9000)
    one = ModelScores(predictions_of(y, y + rng.normal(size=9000), fixed(9000), n_classes=0), "m", measure("kendall"))
    interval, normal = make_interval(one), fisher_z(one.value, 9000, 0.95, kind="kendall")
    assert interval.high - interval.low == pytest.approx(normal[1] - normal[0], rel=0.1)


def test_the_order_of_many_rows_does_not_matter_for_kendall():
    """So many rows that some of them show how much the others vary: these were every second, in the order given."""
    y = rng.normal(size=4500)
    p, w, turned = y + np.abs(y) * rng.normal(size=4500), rng.uniform(1, 2, size=4500), rng.permutation(4500)
    for weights in (None, w):
        found = [
            make_interval(
                ModelScores(
                    predictions_of(
                        y[rows], p[rows], fixed(4500), n_classes=0, weights=None if weights is None else weights[rows]
                    ),
                    "m",
                    measure("kendall"),
                )
            )
            for rows in (np.arange(4500), turned)
        ]
        assert (found[0].low, found[0].high) == pytest.approx((found[1].low, found[1].high), abs=1e-12)
