"""Intervals of models with a penalty are held back where their fits nearly interpolate the training rows."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Lasso, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.tree import DecisionTreeRegressor

import foldwise
from foldwise.evaluation.prediction_variance import fitted_twice, largest_share, share_between_fits
from foldwise.improvement.variant_tests import judge_variants

START = "not assessable: predictions of fits to"


def rows(n, columns):
    rng = np.random.default_rng([n, columns, 5])  # the same rows whatever tests ran before
    X = rng.normal(size=(n, columns))
    return X, X[:, :5].sum(axis=1) + 2 * rng.normal(size=n)


def found(model, X, y, measure="rmse", **settings):
    return foldwise.assess({"one": model}, X, y, measures=measure, progress=False, **settings).finding("one", measure)


@pytest.mark.parametrize(
    ("columns", "model"),
    [
        *((columns, Ridge()) for columns in (140, 180, 200)),
        (180, make_pipeline(StandardScaler(), Ridge())),
        (180, KernelRidge(alpha=0.1)),
        (90, Lasso(0.003, max_iter=20_000)),
    ],
)
def test_a_small_penalty_with_columns_near_the_rows_is_not_assessable(columns, model):
    X, y = rows(200 if columns > 100 else 100, columns)
    result = foldwise.assess({"one": model}, X, y, measures="rmse, mae, r2, spearman", progress=False)
    for name in ("rmse", "mae", "r2"):
        one = result.finding("one", name)
        assert (one.interval, one.reason[: len(START)], str(one.estimate.bias)) == (None, START, "unknown")
        assert one.reason.endswith("a larger penalty, fewer columns or more rows can be assessed")
    assert START not in result.finding("one", "spearman").reason
    assert result.finding("baseline", "rmse").interval is not None


def test_the_named_model_is_held_back_as_well():
    X, y = rows(100, 90)
    result = foldwise.assess("ridge", X, y, measures="mae", progress=False)
    assert result.finding("ridge", "mae").interval is None
    compared = foldwise.compare({"one": Ridge(), "two": Ridge(2000)}, X, y, measures="mae", progress=False)
    assert [compared.assessment.finding(name, "mae").interval is None for name in ("one", "two")] == [True, False]


def test_models_that_nearly_interpolate_are_not_tested():
    X, y = rows(100, 90)
    models = {"one": Ridge(), "two": Ridge(1000), "three": Ridge(3000)}
    pairs = foldwise.compare(models, X, y, measures="mae", progress=False, baseline=False).pairs()
    assert {frozenset((one.a, one.b)) for one in pairs.itertuples() if one.p_value == one.p_value} == {
        frozenset(("two", "three"))
    }
    asked = foldwise.compare(models, X, y, measures="mae", progress=False, baseline=False, allow_invalid=True).pairs()
    assert asked.p_value.notna().sum() == 3
    none = foldwise.compare({"one": Ridge(), "two": Ridge(0.5)}, X, y, measures="mae", progress=False)
    assert not none.pairs().size
    assert "could not be compared by mae: not assessable: predictions of" in " ".join(str(none).split())


@pytest.mark.parametrize(
    ("columns", "alpha"), [(30, 1), (67, 1), (100, 1), (180, 100), (180, 10), (400, 1), (1000, 1000)]
)
def test_intervals_of_other_penalties_and_columns_stay_as_they_are(columns, alpha):
    X, y = rows(200, columns)
    one = found(Ridge(alpha), X, y)
    assert str(one.estimate.bias) == "pessimistic"
    assert one.interval == found(Ridge(alpha), X, y, allow_invalid=True).interval


def test_columns_that_steps_make_count_and_those_that_they_leave_out_do_not():
    rng = np.random.default_rng(3)
    X, noise = rng.uniform(-1, 1, size=(100, 3)), rng.normal(size=100)
    powers = make_pipeline(PolynomialFeatures(6, include_bias=False), StandardScaler())
    y = np.sin(3 * X[:, 0]) + 0.5 * noise
    assert found(make_pipeline(powers, Ridge(1e-6)), X, y).reason.startswith(START)
    assert found(make_pipeline(powers, Ridge(10)), X, y).interval is not None
    assert found(make_pipeline(PCA(5), Ridge(1e-6)), *rows(100, 90)).interval is not None
    assert (
        found(make_pipeline(StandardScaler(), KernelRidge(alpha=1e-3, kernel="rbf", gamma=2)), X, y).interval
        is not None
    )


@pytest.mark.parametrize("model", [KNeighborsRegressor(1), DecisionTreeRegressor(random_state=0)])
def test_neighbours_and_trees_are_left_alone(model):
    X, y = rows(60, 50)
    assert found(model, X, y).interval is not None


@pytest.mark.parametrize("plan", ["kfold(5, repeats=3)", "bootstrap(40)", "subsample(20, test=1/3)"])
def test_fits_to_fewer_rows_are_held_back_for_their_bias(plan):
    assert found(Ridge(), *rows(120, 60), plan=plan).reason.startswith(START)
    assert found(Ridge(), *rows(120, 60)).interval is not None
    assert found(Ridge(1000), *rows(120, 60), plan=plan).interval is not None


@pytest.mark.parametrize("plan", ["kfold(5)", "loo"])
def test_rows_that_are_tested_once_are_fitted_twice_beside_the_plan(plan):
    assert found(Ridge(), *rows(120, 100), plan=plan).reason.startswith(START)
    assert found(Ridge(1000), *rows(120, 100), plan=plan).interval is not None


def test_groups_and_times_are_fitted_twice_too():
    X, y = rows(120, 100)
    assert found(Ridge(), X, y, groups=np.repeat(np.arange(40), 3), plan="group-kfold(5)").reason.startswith(START)
    assert found(Ridge(), X, y, order=np.arange(120)).reason.startswith(START)


def test_fits_beside_the_plan_have_its_training_rows_and_cost_nothing_elsewhere(monkeypatch):
    X, y = rows(120, 100)
    table = foldwise.assess({"one": Ridge()}, X, y, measures="rmse", plan="kfold(4)", progress=False).predictions
    beside = fitted_twice("one", Ridge(), foldwise.read(X, y), table)
    assert (str(beside.resamples.plan), beside.resamples.train_size) == ("kfold(4, repeats=2)", 90)
    assert np.isnan(share_between_fits(table, "one"))
    assert share_between_fits(beside, "one") > largest_share(beside.resamples, once=True)

    def refuse(*_):
        pytest.fail("fitted beside the plan")

    monkeypatch.setattr("foldwise.evaluation.interpolating_models.fitted_twice", refuse)
    for plan, columns in ((None, 100), ("kfold(4)", 30), ("kfold(4)", 12)):
        found(make_pipeline(StandardScaler(), Ridge()), X[:, :columns], y, plan=plan)
        found(Ridge(), X[:, :columns], y, plan=plan)


def test_the_share_is_the_variance_between_fits_over_the_squared_error():
    """A row that is predicted with normal errors of variance 1, of which fits differ by .3."""
    rng = np.random.default_rng(0)
    X, y = rows(6000, 2)
    table = foldwise.assess({"one": Ridge()}, X, y, measures="rmse", progress=False).predictions
    row = table.outputs["one"].row
    predicted = y[row] + np.sqrt(0.7) * rng.normal(size=6000)[row] + np.sqrt(0.3) * rng.normal(size=row.size)
    made = replace(table, outputs={"one": replace(table.outputs["one"], output=predicted)})
    assert share_between_fits(made, "one") == pytest.approx(0.3, rel=0.1)


MIXED = {"one": Ridge(), "two": Ridge(1000), "three": Ridge(3000)}


def test_the_verdict_names_the_model_that_was_not_tested_and_tells_of_the_others():
    X, y = rows(100, 90)
    result = foldwise.compare(MIXED, X, y, measures="mae, rmse", progress=False, baseline=False)
    told = result.verdict()
    assert "The models could not be compared" not in told
    assert "one could not be compared by mae: not assessable: predictions of" in told
    assert "The best of those tested is" in told
    assert set(result.confidence_sets["mae"].p_values) == {"two", "three"}
    assert "no comparison of one by rmse: not assessable" in " ".join(str(result).split())
    assert result.untested() == result.untested("rmse")
    assert {frozenset(pair) for pair in result.untested()} == {frozenset(("one", "two")), frozenset(("one", "three"))}
    against = foldwise.compare(MIXED, X, y, measures="mae", progress=False, baseline=False, reference="two").verdict()
    assert "three against two" in against or "three is" in against
    assert "one could not be compared by mae" in against


@pytest.mark.parametrize("baseline", [True, False])
@pytest.mark.parametrize("last", [KNeighborsRegressor(), Ridge(0.3)])
def test_models_that_nearly_interpolate_are_in_no_set_of_the_best_where_no_others_were_tested(last, baseline):
    X, y = rows(100, 90)
    models = {"one": Ridge(), "two": Ridge(0.1), "three": last}
    result = foldwise.compare(models, X, y, measures="mae", progress=False, baseline=baseline)
    assert result.confidence_sets["mae"] == "fewer than two models can be compared"
    assert "The best is" not in result.verdict()


def test_a_model_that_was_not_tested_is_not_tested_in_segments_either():
    X, y = rows(100, 90)
    asked = {"measures": "mae", "progress": False, "baseline": False, "segments": np.arange(100) % 2}
    found = foldwise.compare(MIXED, X, y, **asked).segment_judgements
    assert {frozenset((one.judgement.comparison.a, one.judgement.comparison.b)) for one in found} == {
        frozenset(("two", "three"))
    }


def test_nothing_is_held_against_a_model_that_nearly_interpolates():
    X, y = rows(100, 90)
    held, missing = judge_variants(
        foldwise.assess(MIXED, X, y, measures="mae", progress=False, baseline=False), "one", adjust="holm"
    )
    assert not held
    assert missing["mae"].startswith(START)
    cells = foldwise.experiment(
        MIXED, {"rows": foldwise.read(X, y)}, measures="mae", reference="two", baseline=False, progress=False
    ).cells
    assert {cell.model for cell in cells if cell.verdict is not None} == {"three"}


@pytest.mark.parametrize(
    ("plan", "estimate"), [("kfold(10, repeats=3)", "bias-adjusted"), ("bootstrap(40)", "632-han-kamber")]
)
def test_predictions_of_training_rows_are_left_out(plan, estimate):
    X, y = rows(100, 90)
    asked = {"plan": plan, "measures": "rmse", "baseline": False, "progress": False}
    shares = [
        share_between_fits(foldwise.assess({"m": Ridge()}, X, y, **asked, estimate=name).predictions, "m")
        for name in ("auto", estimate)
    ]
    assert shares[0] == pytest.approx(shares[1])
