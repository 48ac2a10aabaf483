"""What a table needs before a model can take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.api import assess
from foldwise.data import Dataset, as_dataset, read
from foldwise.engine import Settings, run
from foldwise.errors import InputError
from foldwise.learners import C45Tree, MixedNB
from foldwise.models import MODELS, NamedModel, find_model
from foldwise.models.preparation import prepare
from tests.releases import warned_of_collinear_columns
from tests.worlds import partition

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

N = 120


def numbers(*, gaps: bool = False) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(5, 2, N), "b": rng.normal(0, 100, N)})
    return frame.mask(rng.random((N, 2)) < 0.1) if gaps else frame


def mixed() -> pd.DataFrame:
    """Numbers with gaps, a text of few levels with gaps and a rare level, a text of many levels."""
    few = pd.Series(["red", "blue", None, "green"] * (N // 4), dtype="str")
    few[0] = "violet"
    many = pd.Series([f"town {at % 40}" for at in range(N)], dtype="str")
    return numbers(gaps=True).assign(few=few, many=many)


def dataset(table: object, target: str = "class") -> Dataset:
    rng = np.random.default_rng(1)
    return read(table, rng.choice(["no", "yes"], N) if target == "class" else rng.normal(1000, 50, N))


def prepared(name: str, rows: Dataset) -> Pipeline:
    return prepare(find_model(name), rows)


def width_after(model: Pipeline, rows: Dataset) -> int:
    """Number of columns that reach the estimator."""
    return int(clone(model).fit(rows.X, rows.target)[:-1].transform(rows.X).shape[1])


@pytest.mark.parametrize(
    "table", [numbers(), numbers().to_numpy(), pl.from_pandas(numbers())], ids=lambda t: type(t).__module__
)
def test_plain_numbers_go_straight_into_a_model_that_needs_no_scaling(table: object) -> None:
    assert isinstance(prepared("lda", dataset(table)), LinearDiscriminantAnalysis)
    assert isinstance(prepared("tree", dataset(table)), DecisionTreeClassifier)


def test_a_model_that_needs_scaling_gets_it_and_nothing_else() -> None:
    assert [name for name, _ in prepared("logistic", dataset(numbers())).steps] == ["scale", "model"]


def test_gaps_are_filled_with_the_median_and_marked() -> None:
    rows = dataset(numbers(gaps=True))
    model = prepared("tree", rows).fit(rows.X, rows.target)
    filled = model[:-1].transform(rows.X)
    assert filled.shape == (N, 4)
    assert np.array_equal(filled[:, 2], rows.X["a"].isna())
    assert filled[rows.X["a"].isna(), 0] == pytest.approx(rows.X["a"].median())


def test_few_levels_become_columns_and_many_become_one() -> None:
    """red, blue, green, missing, and violet as the bucket of rare levels; one column for 40 towns; 2 numbers, 2 marks."""
    rows = dataset(mixed())
    assert width_after(prepared("tree", rows), rows) == 5 + 1 + 4


def test_many_levels_become_one_column_per_class_beyond_two() -> None:
    rows = read(mixed(), np.arange(N) % 3)
    assert width_after(prepared("tree", rows), rows) == 5 + 3 + 4


def test_gradient_boosting_takes_gaps_and_categories_as_they_are() -> None:
    rows = dataset(mixed())
    model = prepared("hist-gradient-boosting", rows)
    assert model[-1].categorical_features == [0, 1]
    assert width_after(model, rows) == 4
    assert np.isnan(model.fit(rows.X, rows.target)[:-1].transform(rows.X)).any()


def test_our_own_learners_take_the_table_as_it_is() -> None:
    assert isinstance(prepared("mixed-nb", dataset(mixed())), MixedNB)
    assert isinstance(prepared("c45", dataset(mixed())), C45Tree)


def test_gradient_boosting_of_numbers_with_gaps_is_bare() -> None:
    assert isinstance(prepared("hist-gradient-boosting", dataset(numbers(gaps=True))), HistGradientBoostingClassifier)


def test_gradient_boosting_encodes_more_levels_than_it_has_bins() -> None:
    n = 600
    frame = pd.DataFrame({"code": [f"c{at % 300}" for at in range(n)], "a": np.arange(n) % 7})
    rows = read(frame, np.where(np.arange(n) % 3, "no", "yes"))
    model = prepared("hist-gradient-boosting", rows).fit(rows.X, rows.target)
    assert model[:-1].transform(rows.X).shape == (n, 2)


@pytest.mark.parametrize("name", ["xgboost", "lightgbm", "catboost"])
@pytest.mark.parametrize("task", ["class", "value"])
def test_boosting_libraries_take_gaps_odd_names_and_frames_of_any_kind(name: str, task: str) -> None:
    """Their own checks refuse brackets and quotes in the names of columns."""
    frame = numbers(gaps=True).rename(columns={"a": 'dose [mg], "x"', "b": "<5"})
    small = {"iterations": 10} if name == "catboost" else {"n_estimators": 10}
    answers = []
    for table in (frame, pl.from_pandas(frame)):
        model = prepared(name, dataset(table, task))
        model[-1].set_params(**small)
        rows = dataset(table, task)
        table = run(rows, {name: model}, partition(n=N, k=2), Settings()).of(name)
        assert table.size == N
        answers.append(table.output)
    assert np.array_equal(*answers)
    assert isinstance(prepared(name, dataset(frame.to_numpy(), task)), type(model[-1]))


def with_few_members(model):
    """The same model of fewer trees, where it has any: how many there are does not matter to the rows they take."""
    few = [name for name in model.get_params() if name.rpartition("__")[2] == "n_estimators"]
    last = model[-1] if hasattr(model, "steps") else model
    if type(last).__module__.startswith("catboost"):
        last.set_params(iterations=10)
    return model.set_params(**dict.fromkeys(few, 10))


@pytest.mark.parametrize("model", [model for model in MODELS if model.name != "mlp"], ids=lambda model: model.name)
@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_every_model_takes_a_mixed_table_and_levels_it_has_not_seen(model: NamedModel, kind: str) -> None:
    frame = mixed()
    for task in model.tasks:
        rows = dataset(frame if kind == "pandas" else pl.from_pandas(frame), "class" if "class" in task else "value")
        half = np.arange(N // 2)
        # XGBoost itself takes classes as numbers only; the engine sees to that.
        target = rows.codes if model.name == "xgboost" and rows.is_classification else rows.target
        with warned_of_collinear_columns(model.name):
            fitted = with_few_members(prepare(model, rows)).fit(rows.rows(half), target[half])
        assert fitted.predict(rows.rows(np.arange(N))).shape == (N,)


def test_the_same_rows_are_encoded_the_same_way_twice() -> None:
    """scikit-learn's encoder would else deal its parts from the global generator."""
    rows = dataset(mixed(), "value")
    first, second = (prepared("ridge", rows).fit(rows.X, rows.target).predict(rows.X) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_large_target_is_scaled_for_models_that_need_it() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(N, 1))
    rows = read(x, 1e6 + 1e5 * x[:, 0])
    error = np.abs(prepared("svm", rows).fit(rows.X, rows.target).predict(rows.X) - rows.target).mean()
    assert error < 2e4


def test_weights_reach_a_model_whose_target_is_scaled() -> None:
    x = np.tile([0.0, 1.0], N // 2).reshape(-1, 1)
    y, weights = np.arange(N) / N, np.linspace(0, 1, N)
    plain, weighted = (
        assess("svm", x, y, weights=given, plan="holdout(1/3)", measures="mae").finding("svm", "mae").estimate.value
        for given in (None, weights)
    )
    assert plain != weighted


def test_a_column_that_is_all_gaps_in_one_resample_does_not_stop_the_model() -> None:
    frame = numbers()
    frame.loc[10:, "a"] = np.nan
    rows = dataset(frame)
    late = np.arange(10, N)
    fitted = prepared("knn", rows).fit(rows.rows(late), rows.target[late])
    assert fitted.predict(rows.X).shape == (N,)


def test_a_sparse_matrix_is_scaled_without_being_filled() -> None:
    rows = dataset(sparse.random(N, 30, density=0.1, random_state=3, format="csr"))
    model = prepared("logistic", rows).fit(rows.X, rows.target)
    assert sparse.issparse(model[:-1].transform(rows.X))


def test_a_model_that_takes_no_sparse_matrix_says_so() -> None:
    rows = dataset(sparse.eye_array(N, 3, format="csr"))
    with pytest.raises(
        InputError,
        match=r"model 'lda' does not take a sparse matrix; try one of logistic, ridge, knn, .* or X.toarray\(\)",
    ):
        prepared("lda", rows)


def test_columns_without_text_names_are_found_by_place() -> None:
    frame = mixed()
    frame.columns = range(4)
    rows = dataset(frame)
    assert width_after(prepared("tree", rows), rows) == 5 + 1 + 4


@pytest.mark.parametrize("texts", [False, True])
def test_missing_values_of_nullable_types_reach_models_that_take_them(texts):
    frame = mixed() if texts else numbers(gaps=True)
    nullable = frame.assign(a=frame["a"].round().astype("Int64"))
    plain = frame.assign(a=frame["a"].round())
    y = np.arange(N) % 2
    model = find_model("hist-gradient-boosting")
    found = [
        run(rows, {"m": prepare(model, rows)}, partition(N, 3), Settings()).of("m").scores
        for rows in (as_dataset(table, y) for table in (nullable, plain))
    ]
    np.testing.assert_array_equal(*found)
