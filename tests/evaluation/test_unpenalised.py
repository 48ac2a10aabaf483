"""Models without shrinkage are found behind pipelines, and the columns that reach them are counted."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import Lasso, LinearRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, PolynomialFeatures, StandardScaler

import foldwise
from foldwise.evaluation.unpenalised import UnpenalisedModel, unpenalised_model

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 8)) * 10.0 ** np.arange(-12, 12, 3)
ROWS = foldwise.read(X, X[:, 4] + RNG.normal(size=60))


class Mine(LinearRegression):
    """A user's own least squares."""


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (LinearRegression(), 8),
        (Mine(), 8),
        (TransformedTargetRegressor(), 8),
        (TransformedTargetRegressor(make_pipeline(PolynomialFeatures(2), LinearRegression())), 44),
        (make_pipeline(StandardScaler(), PolynomialFeatures(2), LinearRegression()), 44),
        (make_pipeline(StandardScaler(), make_pipeline(PCA(3), LinearRegression())), 3),
        (make_pipeline(SelectKBest(f_regression, k=5), "passthrough", LinearRegression()), 5),
        (make_pipeline(FunctionTransformer(lambda X: np.hstack([X, X, np.ones((len(X), 2))])), LinearRegression()), 8),
        (make_pipeline(PolynomialFeatures(3), LinearRegression()), 165),
    ],
)
def test_the_columns_that_reach_least_squares_are_counted(model, columns):
    assert unpenalised_model(model, ROWS) == UnpenalisedModel("least squares", columns)


@pytest.mark.parametrize(
    "model",
    [
        Lasso(),
        LinearRegression(positive=True),
        make_pipeline(StandardScaler(), Lasso()),
        make_pipeline(FunctionTransformer(lambda X: X / 0), LinearRegression()),
        Pipeline([("fails", SelectKBest(f_regression, k="many")), ("ols", LinearRegression())]),
    ],
)
def test_shrinkage_and_steps_that_fail_are_left_alone(model):
    assert unpenalised_model(model, ROWS) is None


def test_categories_count_as_often_as_they_have_values():
    table = pd.DataFrame({"a": np.tile(list("pqrst"), 12), "b": np.tile(list("uvw"), 20)})
    rows = foldwise.read(table, np.tile(["yes", "no"], 30))
    model = make_pipeline(make_column_transformer((OneHotEncoder(), ["a", "b"])), LinearDiscriminantAnalysis())
    assert unpenalised_model(model, rows) == UnpenalisedModel("a linear discriminant", 6)
    shrunk = make_pipeline(OneHotEncoder(), LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"))
    assert unpenalised_model(shrunk, rows) is None


def test_some_of_many_rows_are_enough():
    many = RNG.normal(size=(5000, 30))
    rows = foldwise.read(many, many[:, 0])
    assert unpenalised_model(make_pipeline(PolynomialFeatures(2), LinearRegression()), rows).columns == 495


def test_levels_of_all_rows_are_counted():
    table = pd.DataFrame({"level": np.random.default_rng(0).integers(0, 2000, 4000).astype(str)})
    rows = foldwise.read(table, np.arange(4000.0))
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LinearRegression())
    assert unpenalised_model(model, rows, few=1000).columns == table["level"].nunique()
