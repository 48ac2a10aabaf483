"""Intervals of models without shrinkage are held back where their columns are near the number of training rows."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.compose import TransformedTargetRegressor
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

import foldwise
from foldwise.evaluation.interpolating_models import loss_ratio


def rows(n, columns):
    rng = np.random.default_rng([n, columns, 3])  # the same rows whatever tests ran before
    X = rng.normal(size=(n, columns))
    return X, X[:, :5].sum(axis=1) + rng.normal(size=n)


@pytest.mark.parametrize("columns", [80, 95, 110])
@pytest.mark.parametrize(
    "model", [LinearRegression(), make_pipeline(StandardScaler(), "passthrough", LinearRegression())]
)
def test_least_squares_with_as_many_columns_as_rows_is_not_assessable(columns, model):
    result = foldwise.assess({"ols": model}, *rows(100, columns), measures="rmse, mae, r2, spearman")
    for name in ("rmse", "mae", "r2"):
        found = result.finding("ols", name)
        assert found.interval is None
        assert found.reason.startswith(
            f"not assessable: with {columns} columns and 90 training rows least squares does"
        )
    assert result.finding("baseline", "rmse").interval is not None
    assert "not assessable" not in result.finding("ols", "spearman").reason


@pytest.mark.parametrize(("columns", "model"), [(20, LinearRegression()), (80, Ridge(100.0))])
def test_few_columns_and_shrinkage_are(columns, model):
    assert foldwise.assess({"one": model}, *rows(100, columns), measures="rmse").finding("one", "rmse").interval


@pytest.mark.parametrize(
    "model",
    [
        make_pipeline(PolynomialFeatures(2), LinearRegression()),
        TransformedTargetRegressor(make_pipeline(StandardScaler(), PolynomialFeatures(2), LinearRegression())),
    ],
)
def test_columns_that_steps_of_a_pipeline_make_count(model):
    found = foldwise.assess({"powers": model}, *rows(60, 9), measures="rmse").finding("powers", "rmse")
    assert found.interval is None
    assert found.reason.startswith("not assessable: with 54 columns and 54 training rows least squares does much worse")


def test_fits_to_fewer_rows_are_not_called_pessimistic_where_they_are_better(tmp_path):
    result = foldwise.assess({"ols": LinearRegression()}, *rows(100, 110), measures="rmse")
    found = result.finding("ols", "rmse")
    assert (str(found.estimate.bias), "much better" in found.reason) == ("unknown", True)
    result.save(tmp_path / "wide.foldwise")
    assert foldwise.load(tmp_path / "wide.foldwise").finding("ols", "rmse") == found


def test_rows_that_are_tested_once_do_not_show_it():
    result = foldwise.assess({"ols": LinearRegression()}, *rows(100, 40), measures="rmse", plan="loo")
    assert "tested once" in result.finding("ols", "rmse").reason


def test_bootstrap_samples_have_fewer_different_rows():
    result = foldwise.assess({"ols": LinearRegression()}, *rows(100, 60), measures="rmse", plan="bootstrap(50)")
    found = result.finding("ols", "rmse")
    assert found.reason.startswith("not assessable: with 60 columns and 63 training rows least squares does much worse")


def test_segments_hold_them_back_as_well(tmp_path):
    result = foldwise.assess(
        {"ols": LinearRegression()}, *rows(100, 80), measures="rmse", segments=np.repeat(["a", "b"], [15, 85])
    )
    told = {(part.name, one.model): one for part in result.segments for one in part.findings}
    assert told["b", "ols"].interval is None
    assert told["b", "ols"].reason == result.finding("ols", "rmse").reason
    assert told["b", "baseline"].interval is not None
    result.save(tmp_path / "parts.foldwise")
    assert foldwise.load(tmp_path / "parts.foldwise").segments == result.segments


def own(name, **settings):
    """A model of another library, with a name and settings of its own."""

    def fit(self, _, y):
        self.mean_ = y.mean()
        return self

    body = {"fit": fit, "predict": lambda self, X: np.full(len(X), self.mean_), **settings}
    return type(name, (RegressorMixin, BaseEstimator), body)()


@pytest.mark.parametrize(
    "model",
    [own("LinearRegression"), own("LinearDiscriminantAnalysis"), own("Net", steps=100)],
)
def test_models_of_other_libraries_are_left_alone(model):
    found = foldwise.assess({"own": model}, *rows(100, 80), measures="rmse", engine="generic", jobs=1)
    assert found.finding("own", "rmse").interval is not None


def test_only_the_log_loss_of_a_discriminant_is_held_back():
    X, y = rows(200, 150)
    result = foldwise.assess(
        LinearDiscriminantAnalysis(), X, np.where(y > 0, "a", "b"), measures="error, auc, log-loss"
    )
    held = {one.measure.name for one in result.findings if one.interval is None and one.model != "baseline"}
    assert held == {"log-loss"}


@pytest.mark.parametrize(("columns", "n", "fewer"), [(60, 100, 90), (160, 100, 90)])
def test_the_ratio_of_errors_is_that_of_least_squares(columns, n, fewer):
    """Noise alone, normal columns: the expected squared error of the shortest solution, simulated."""
    rng = np.random.default_rng(1)

    def error(size):
        excess = [
            float(np.sum((np.linalg.pinv(rng.normal(size=(size, columns))) @ rng.normal(size=size)) ** 2))
            for _ in range(300)
        ]
        return 1 + np.mean(excess)

    assert error(fewer) / error(n) == pytest.approx(loss_ratio(columns, n, fewer), rel=0.1)


def test_who_asks_for_intervals_that_are_known_to_be_wrong_gets_them():
    given = foldwise.assess({"ols": LinearRegression()}, *rows(100, 80), measures="rmse", allow_invalid=True)
    assert given.finding("ols", "rmse").interval is not None
