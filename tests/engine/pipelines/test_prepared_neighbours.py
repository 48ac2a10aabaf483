"""Nearest neighbours after preprocessing answer exactly as scikit-learn does."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from foldwise.data import Dataset
from foldwise.engine import Settings, choose, run
from tests.engine.pipelines.test_steps import blocks, dataset_of, mixed
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, partition, values

NAME = "prepared-neighbours"
PLANS = [kind for kind in KINDS if kind != "weights"]


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()], ids=label)
def test_classes(scaler, kind):
    assert same(make_pipeline(scaler, KNeighborsClassifier(3)), classes(n=61), resamples(kind, 61), NAME) == NAME


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_values(metric, kind):
    model = make_pipeline(StandardScaler(), KNeighborsRegressor(4, weights="distance", metric=metric))
    assert same(model, values(n=61), resamples(kind, 61), NAME) == NAME


@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
def test_mixed_columns():
    # Marks of categories make many distances the same, so some resamples go the generic way.
    same(make_pipeline(blocks(), KNeighborsClassifier(1)), dataset_of(mixed()), resamples("parts", 61), NAME)


def test_components():
    assert NAME in same(make_pipeline(PCA(2), KNeighborsClassifier(5)), classes(n=61), resamples("parts", 61), NAME)


def test_training_rows_are_predicted_too():
    same(
        make_pipeline(StandardScaler(), KNeighborsClassifier(2)),
        classes(n=61),
        resamples("parts", 61),
        NAME,
        train=True,
    )


def on_a_grid(n=80, seed=0):
    """Many rows at the same distances, and many of them twice."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, size=(n, 2)).astype(np.float64)
    return Dataset(X, rng.integers(0, 2, size=n), classes().task)


@pytest.mark.parametrize("kind", ["parts", "counts"])
def test_what_rounding_decides_is_left_to_scikit_learn(kind):
    engine = same(make_pipeline(StandardScaler(), KNeighborsClassifier(3)), on_a_grid(), resamples(kind, 80), NAME)
    assert engine != NAME


def test_ties_between_rows_that_say_the_same_do_not_matter():
    dataset = on_a_grid()
    agreed = Dataset(dataset.X, (dataset.X[:, 0] > 0).astype(int), dataset.task)
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(1))
    assert same(model, agreed, resamples("parts", 80), NAME) == NAME


def test_all_numbers_of_neighbours_from_one_search():
    dataset, drawn = classes(n=90), partition(n=90)
    models = {str(k): make_pipeline(StandardScaler(), KNeighborsClassifier(k)) for k in (9, 1, 4)}
    together, alone = (run(dataset, models, drawn, Settings(engine=engine)) for engine in ("auto", "generic"))
    for name in models:
        assert together.of(name).engine == NAME
        np.testing.assert_allclose(together.of(name).scores, alone.of(name).scores, rtol=0, atol=1e-12)


def test_more_neighbours_than_rows_is_scikit_learns_to_refuse():
    dataset, drawn = classes(n=12), partition(n=12, k=3)
    predictions = run(
        dataset, {"m": make_pipeline(StandardScaler(), KNeighborsClassifier(9))}, drawn, Settings(on_failure="record")
    )
    assert "n_neighbors" in predictions.failures[0].cause


@pytest.mark.parametrize(
    ("model", "dataset", "reason"),
    [
        (KNeighborsClassifier(metric="chebyshev"), classes(), "neither euclidean nor manhattan"),
        (KNeighborsClassifier(), values(), "does not fit a regression target"),
    ],
    ids=label,
)
def test_what_goes_the_generic_way(model, dataset, reason):
    route = choose(make_pipeline(StandardScaler(), model), dataset, partition(n=dataset.n))
    assert route.family is None
    assert reason in route.reason
