"""Least squares answers exactly as scikit-learn does, on every kind of resample."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, SplineTransformer

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.plans import CountMatrix, Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values


def weighted(dataset, seed=3):
    weights = np.random.default_rng(seed).uniform(0, 2, dataset.n)
    weights[:2] = 0
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


def with_features(dataset, X):
    return Dataset(X=X, target=dataset.target, task=dataset.task)


MODELS = [
    LinearRegression(),
    LinearRegression(fit_intercept=False),
    Ridge(),
    Ridge(0.01, fit_intercept=False),
    Ridge(solver="svd"),
    Ridge(0),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_values(model, kind):
    assert same(model, values(n=41), resamples(kind, 41), "least-squares") == "least-squares"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
def test_classes(k, kind):
    assert same(RidgeClassifier(), classes(n=41, k=k), resamples(kind, 41), "least-squares") == "least-squares"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", [LinearRegression(), Ridge(), Ridge(fit_intercept=False)], ids=label)
def test_weighted_rows(model, kind):
    same(model, weighted(values(n=41)), resamples(kind, 41), "least-squares")


@pytest.mark.parametrize("kind", ["loo", "pairs of rows"])
def test_a_penalty_that_leaves_next_to_nothing_of_the_target(kind):
    model = Ridge(1e14, fit_intercept=False)
    assert same(model, values(n=41), resamples(kind, 41), "least-squares") == "least-squares"


@pytest.mark.parametrize("kind", KINDS)
def test_training_rows_are_predicted_too(kind):
    same(LinearRegression(), values(n=41), resamples(kind, 41), "least-squares", train=True)
    same(RidgeClassifier(), classes(n=41), resamples(kind, 41), "least-squares", train=True)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "weight", ["balanced", {"class a": 1.0, "class b": 2.0, "class c": 0.5}], ids=["balanced", "given"]
)
def test_class_weights(weight, kind):
    same(RidgeClassifier(class_weight=weight), weighted(classes(n=41)), resamples(kind, 41), "least-squares")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", [LinearRegression(), Ridge()], ids=label)
def test_more_columns_than_rows(model, kind):
    dataset = with_features(values(n=41), np.random.default_rng(0).normal(size=(41, 60)))
    same(model, dataset, resamples(kind, 41), "least-squares")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", [LinearRegression(), Ridge()], ids=label)
def test_collinear_and_constant_columns(model, kind):
    dataset = values(n=41)
    X = np.column_stack([dataset.X, dataset.X[:, 0] - dataset.X[:, 1], np.full(41, 3.0), np.arange(41) == 7])
    same(model, with_features(dataset, X), resamples(kind, 41), "least-squares")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("exponent", [2, 3, 4])
def test_columns_in_very_different_units(kind, exponent):
    """At 10⁻⁴ to 10⁴ `LinearRegression` leaves out the shortest directions, as its `tol` says."""
    dataset = values(n=41)
    X = dataset.X * 10.0 ** np.array([-exponent, 0, exponent]) + 100
    same(LinearRegression(), with_features(dataset, X), resamples(kind, 41), "least-squares")
    same(Ridge(), with_features(dataset, X), resamples(kind, 41), "least-squares")


@pytest.mark.parametrize(
    "steps",
    [[PolynomialFeatures(2)], [SplineTransformer(knots=np.linspace(-4, 4, 4)[:, None].repeat(3, 1))]],
    ids=["polynomials", "splines"],
)
@pytest.mark.parametrize("kind", ["parts", "loo", "counts"])
def test_expansions(steps, kind):
    for model in (LinearRegression(), Ridge()):
        same(make_pipeline(*steps, model), values(n=61), resamples(kind, 61), "least-squares")


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(12, 40), p=st.integers(1, 6), kind=st.sampled_from(KINDS))
def test_any_small_numbers(seed, n, p, kind):
    """Whole numbers bring constant and repeated columns, and folds in which they are all zero."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (n, p)).astype(float)
    regression = Dataset(X=X, target=rng.integers(0, 9, n).astype(float), task=Task.REGRESSION)
    for model in (LinearRegression(), Ridge()):
        same(model, regression, resamples(kind, n, seed), "least-squares")
    codes = np.concatenate([[0, 0, 0, 1, 1, 1, 2], rng.integers(0, 3, n - 7)])
    same(
        RidgeClassifier(),
        Dataset(X=X, target=codes, task=Task.CLASSIFICATION),
        resamples(kind, n, seed),
        "least-squares",
    )


def test_a_class_absent_from_training_scores_below_the_others():
    dataset = classes(n=30)
    first = np.flatnonzero(dataset.codes == 0)
    rest = np.flatnonzero(dataset.codes != 0)
    drawn = RowLists((rest,), (first,), 30, plan="predefined")
    assert same(RidgeClassifier(), dataset, drawn, "least-squares") == "least-squares"


def test_a_row_that_alone_decides_a_coefficient_is_fitted_the_generic_way():
    """Without row 7 nothing is known about its column: h = 1 (METHODS J.4)."""
    dataset = values(n=30)
    X = np.column_stack([dataset.X, np.arange(30) == 7])
    done = same(LinearRegression(), with_features(dataset, X), resamples("loo", 30), "least-squares")
    assert done == "least-squares + generic"


def test_a_far_value_held_out_does_not_cost_the_others_their_digits():
    dataset = values(n=40)
    X = dataset.X.copy()
    X[5] = 1e9
    same(Ridge(), with_features(dataset, X), resamples("parts", 40), "least-squares", tolerance=1e-9)


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = values(n=4000, p=8), resamples("parts", 4000)
    one, two = (run(dataset, {"m": Ridge()}, drawn, Settings(jobs=jobs)).of("m").output for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (LinearRegression(positive=True), "positive=True has no closed form"),
        (Ridge(solver="lsqr"), "solver='lsqr' stops before the exact solution"),
        (Ridge(alpha=np.array([1.0])), "alpha is not a single number"),
        (RidgeClassifier(), "RidgeClassifier does not fit a regression target"),
        (
            make_pipeline(SplineTransformer(), Ridge()),
            "the uniform knots of SplineTransformer depend on the training rows",
        ),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, values(), Partition(np.arange(80)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_class_weights_for_other_classes_go_the_generic_way():
    route = choose(RidgeClassifier(class_weight={"class a": 2.0}), classes(), Partition(np.arange(90)[None] % 4, 4))
    assert route.reason == "class_weight names other classes than the dataset has"


def test_a_training_set_of_one_class_is_left_to_the_generic_path():
    dataset = classes(n=30, k=2)
    one = np.flatnonzero(dataset.codes == 0)
    drawn = RowLists((one, np.arange(30)), (np.arange(3), np.arange(3)), 30, plan="predefined", overlap=True)
    predictions = run(dataset, {"m": RidgeClassifier()}, drawn, Settings(on_failure="record"))
    assert predictions.of("m").engine.startswith("least-squares") or predictions.failures


def test_counts_of_many_rows_are_summed_in_blocks():
    dataset = values(n=3000, p=3)
    counts = np.random.default_rng(0).multinomial(3000, np.full(3000, 1 / 3000), 3).astype(np.uint8)
    same(Ridge(), dataset, CountMatrix(counts, plan="bootstrap(3)"), "least-squares")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", [LinearRegression(), Ridge(fit_intercept=False)], ids=str)
def test_products_without_a_compiler(model, kind, monkeypatch):
    dataset, drawn = weighted(values(n=41)), resamples(kind, 41)
    monkeypatch.setattr(native, "COMPILED", False)
    assert same(model, dataset, drawn, "least-squares") == "least-squares"


def test_many_rows_of_two_classes():
    dataset, drawn = classes(n=12_000, k=2), resamples("parts", 12_000)
    assert same(RidgeClassifier(), dataset, drawn, "least-squares") == "least-squares"
