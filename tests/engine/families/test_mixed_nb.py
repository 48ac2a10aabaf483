"""Mixed naive Bayes on all resamples is that of one fit after the other."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, as_dataset, read
from foldwise.engine import choose
from foldwise.engine.families.mixed_nb import MixedBayes
from foldwise.learners import MixedNB
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label

N = 60


def mixed(*, weights=False):
    """Numbers, categories, rare levels, a constant, a column that is hardly known, missing values everywhere."""
    rng = np.random.default_rng(0)
    columns = {
        "a": rng.normal(100, 3, N),
        "b": rng.choice(["p", "q", None], N),
        "c": rng.integers(0, 9, N).astype(float),
        "rare": np.where(np.arange(N) % 20, "common", [f"level {at}" for at in range(N)]),
        "same": 3.0,
        "late": np.where(np.arange(N) < 50, np.nan, rng.normal(size=N)),
    }
    table = pd.DataFrame(columns)
    table[["a", "c"]] = table[["a", "c"]].mask(rng.random((N, 2)) < 0.2)
    y = np.where(rng.normal(table["a"].fillna(100), 3) > 100, "high", "low")
    rows = read(table, y)
    if not weights:
        return rows
    given = rng.uniform(0, 2, N)
    given[:3] = 0
    return Dataset(X=rows.X, target=rows.target, task=rows.task, columns=rows.columns, weights=given)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "model",
    [MixedNB(), MixedNB(m=2, priors=[0.3, 0.7], variance_floor=0.01), MixedNB(alpha=0, categorical_features=["c"])],
    ids=label,
)
def test_raw_tables(model, kind):
    weights = model.alpha != 0
    same(model, mixed(weights=weights), resamples(kind, N), "mixed-nb")


@pytest.mark.parametrize("kind", KINDS[:3])
def test_raw_tables_without_weights(kind):
    same(MixedNB(), mixed(), resamples(kind, N), "mixed-nb")


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_alone(kind):
    assert same(MixedNB(), classes(n=41), resamples(kind, 41), "mixed-nb", train=True) == "mixed-nb"


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (MixedNB("kernel"), "numeric='kernel' is no function of sums"),
        (MixedNB(variance_floor=0), "the variance floor is below 1e-06"),
        (MixedNB(alpha=-1), "alpha is a number from 0 up, not -1"),
        (MixedNB(priors=[1.0]), "there are 1 priors for 2 classes"),
        (MixedNB(categorical_features=["z"]), "there is no column 'z' among the 6 columns"),
    ],
)
def test_what_goes_the_generic_way(model, reason):
    route = choose(model, mixed(), resamples("parts", N))
    assert route.family is None
    assert reason in route.reason


def test_numbers_whose_squares_are_none_are_left_to_the_model():
    X = np.random.default_rng(0).normal(size=(60, 1))
    dataset = as_dataset(1e160 * X, (X[:, 0] > 0).astype(int))
    assert "beyond 1e+150" in MixedBayes().refusal(MixedNB(), dataset, None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_that_is_the_same_in_some_training_sets(kind):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(40, 3))
    X[:, 1] = np.where(np.arange(40) < 3, rng.normal(size=40), 7.0)
    X[5:8, 1] = np.nan
    found = same(MixedNB(), as_dataset(X, rng.integers(0, 2, 40)), resamples(kind, 40), "mixed-nb")
    if kind in ("parts", "counts", "loo"):
        assert found == "mixed-nb"


@pytest.mark.parametrize("numbers", [2.0**62 + 1024 * np.arange(8), 1 + 1e-9 * np.arange(8)], ids=["whole", "near one"])
def test_numbers_that_differ_in_their_last_digits_are_left_to_the_model(numbers):
    dataset = as_dataset(np.stack([numbers, np.arange(8.0)], axis=1), np.arange(8) % 2)
    assert MixedBayes().refusal(MixedNB(), dataset, resamples("parts", 8)) == (
        "the numbers of a column differ in their last digits alone"
    )
