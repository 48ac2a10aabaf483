"""What is unlike the training rows is found, and rows that are like them are left in peace."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.stats import ks_2samp

from foldwise.saved_models import find_unlike, profile_columns

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
