"""What is unlike the training rows is found, and rows that are like them are left in peace."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.stats import ks_2samp

from foldwise.saved_models import find_unlike, profile_columns
from foldwise.saved_models.unlike import most_unlike

rng = np.random.default_rng(3)
TRAIN = pd.DataFrame({"x": rng.normal(size=400), "town": rng.choice(["a", "b"], 400)})
PROFILES = profile_columns(TRAIN)


def kinds(frame):
    return [(one.column, one.what) for one in find_unlike(frame, PROFILES)]


def test_each_kind_is_found():
    frame = pd.DataFrame({"x": [0.0, 99.0, np.nan], "town": ["a", "c", None]})
    assert kinds(frame) == [("x", "outside"), ("x", "missing"), ("town", "new level"), ("town", "missing")]


def test_it_says_which_rows():
    found = find_unlike(pd.DataFrame({"x": [0.0, -99.0], "town": ["a", "a"]}), PROFILES)
    assert found[0].rows.tolist() == [False, True]
    assert "down to -99" in found[0].text


def test_a_shift_is_found_where_every_value_could_be_a_training_row():
    frame = pd.DataFrame({"x": np.abs(rng.choice(TRAIN["x"], 200)), "town": rng.choice(["a", "b"], 200)})
    frame["x"] = frame["x"].clip(upper=TRAIN["x"].max())
    assert kinds(frame) == [("x", "shifted")]


def test_shifted_levels():
    assert kinds(pd.DataFrame({"x": TRAIN["x"][:200], "town": ["a"] * 200})) == [("town", "shifted")]


def test_rows_of_the_same_kind_are_hardly_ever_called_shifted():
    """Family-wise level .01 over two columns: 5 of 200 would be far above it."""
    alarms = 0
    for seed in range(200):
        draw = np.random.default_rng(seed)
        frame = pd.DataFrame({"x": draw.normal(size=120), "town": draw.choice(["a", "b"], 120)})
        alarms += any(one.what == "shifted" for one in find_unlike(frame, PROFILES))
    assert alarms <= 5


@pytest.mark.parametrize("values", [rng.normal(0.5, 1, 300), rng.integers(0, 3, 300).astype(float)])
def test_the_distance_is_that_of_the_two_samples_up_to_a_hundredth(values):
    from foldwise.data import NumericContent
    from foldwise.saved_models.unlike import _kolmogorov_smirnov

    train = np.round(rng.normal(size=350), 1)
    distance, _ = _kolmogorov_smirnov(NumericContent(values), profile_columns(train[:, None])[0])
    exact = ks_2samp(values, train).statistic
    assert exact - 0.011 <= distance <= exact + 1e-12


def test_a_sparse_matrix_is_not_looked_at():
    assert find_unlike(sparse.eye(2, format="csr"), profile_columns(sparse.eye(2, format="csr"))) == ()


@pytest.mark.parametrize(("n", "p"), [(150, 10), (100, 5), (700, 20)])
def test_rows_from_the_same_distribution_are_not_called_many(n, p):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        profiles = profile_columns(rng.normal(size=(n, p)))
        found = find_unlike(rng.normal(size=(300, p)), profiles)
        outside = np.any([one.rows for one in found if one.what == "outside"], axis=0)
        assert outside.mean() < most_unlike(profiles, 300)


def test_fewer_digits_are_not_outside():
    train = np.random.default_rng(0).normal(size=(50, 2))
    assert find_unlike(train.astype(np.float32).astype(float), profile_columns(train)) == ()


def test_numbers_where_truth_values_were_are_not_tested():
    train = pd.DataFrame({"b": np.tile([True, False], 20)})
    assert find_unlike(train.astype(int), profile_columns(train)) == ()
