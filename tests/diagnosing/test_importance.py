import numpy as np
import pandas as pd
import pytest
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LinearRegression

from foldwise.diagnosing.importance import ImportancePart, column_rises, with_column
from tests.diagnosing.subjects import classes, subject, values


def test_the_column_that_matters_is_first():
    found = ImportancePart().find(subject("lda", *classes(gap=3.0)), {})["importance"]
    assert found.columns[0].column == "x0"
    assert found.columns[0].matters
    assert not any(one.matters for one in found.columns[1:])
    assert found.resamples == 5


def test_rises_are_those_of_scikit_learn():
    X, y = values(400, p=2)
    model = LinearRegression().fit(X, y)

    def loss(table):
        return np.atleast_1d(((model.predict(table) - np.tile(y, len(table) // 400)) ** 2).mean())

    ours = np.mean([column_rises(X, loss, np.random.default_rng(seed)) for seed in range(10)], axis=0)
    theirs = permutation_importance(model, X, y, scoring="neg_mean_squared_error", n_repeats=50, random_state=0)
    assert ours == pytest.approx(theirs.importances_mean, rel=0.05, abs=0.01)


def test_columns_of_frames_are_permuted_by_place():
    frame = pd.DataFrame([[1, "a"], [2, "b"], [3, "c"]], columns=["x", "x"], index=[7, 7, 9])
    changed = with_column(frame, 1, np.array([2, 0, 1]))
    assert changed.iloc[:, 1].tolist() == ["c", "a", "b"]
    assert frame.iloc[:, 1].tolist() == ["a", "b", "c"]


def test_texts_and_gaps_are_permuted_too():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"town": rng.choice(["A", "B"], 120), "age": np.where(rng.random(120) < 0.1, np.nan, 1.0)})
    found = ImportancePart().find(subject("tree", frame, (frame["town"] == "A").to_numpy().astype(int)), {})[
        "importance"
    ]
    assert found.columns[0].column == "town"
    assert found.columns[0].value == pytest.approx(0.5, abs=0.1)


def test_many_columns_and_one_resample_are_left_out():
    rng = np.random.default_rng(0)
    assert "columns" in ImportancePart().refusal(subject("lda", rng.normal(size=(60, 201)), np.arange(60) % 2))
    assert "single rows" in ImportancePart().refusal(subject("lda", *classes(40), plan="loo"))
    assert "one resample" in ImportancePart().refusal(subject("lda", *classes(), plan="holdout(1/3)"))
