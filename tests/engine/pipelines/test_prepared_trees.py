"""Trees and forests after preprocessing predict as scikit-learn's do."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import Dataset, as_dataset
from foldwise.engine import Settings, choose, run
from foldwise.ensembles import AdaBoostM1, BaggedClassifier
from foldwise.models import named_model
from tests.engine.pipelines.test_steps import blocks, dataset_of, mixed
from tests.engine.same import resamples, same
from tests.worlds import classes, label, values

NAME, LABEL = "prepared-trees", "prepared-trees (equivalent)"


@pytest.mark.parametrize("kind", ["parts", "counts", "lists", "weights"])
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()], ids=label)
def test_scaled_columns(scaler, kind):
    dataset = classes(n=61, spread=0.5)
    assert same(make_pipeline(scaler, DecisionTreeClassifier()), dataset, resamples(kind, 61), NAME) == LABEL


@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(),
        RandomForestClassifier(5),
        RandomForestClassifier(3, max_features=None),
        ExtraTreesClassifier(4),
        BaggingClassifier(n_estimators=3, bootstrap_features=True),
        BaggedClassifier(n_estimators=4),
        AdaBoostM1(n_estimators=4),
    ],
    ids=label,
)
def test_categories_and_gaps(model):
    for kind in ("parts", "counts"):
        same(make_pipeline(blocks(), model), dataset_of(mixed()), resamples(kind, 61), NAME)


@pytest.mark.parametrize("strategy", ["mean", "median", "most_frequent"])
def test_gaps_are_filled_in_every_resample(strategy):
    rng = np.random.default_rng(0)
    whole = values(n=80)
    X = np.where(rng.random(whole.X.shape) < 0.2, np.nan, whole.X)
    dataset = Dataset(X=X, target=whole.target, task=whole.task)
    model = make_pipeline(
        SimpleImputer(strategy=strategy, add_indicator=True), DecisionTreeRegressor(max_depth=3, min_samples_leaf=5)
    )
    assert same(model, dataset, resamples("parts", 80), NAME) == LABEL


def test_a_forest_of_values():
    model = make_pipeline(StandardScaler(), RandomForestRegressor(4))
    assert same(model, values(n=61), resamples("parts", 61), NAME, train=True) == LABEL


def test_components():
    model = make_pipeline(PCA(2), DecisionTreeClassifier(max_depth=3))
    assert NAME in same(model, classes(n=61), resamples("parts", 61), NAME)


def test_bags_of_values():
    model = make_pipeline(StandardScaler(), BaggingRegressor(n_estimators=3))
    assert same(model, values(n=61), resamples("parts", 61), NAME) == LABEL


def test_a_number_of_columns_that_steps_may_not_make_goes_the_generic_way():
    route = choose(
        make_pipeline(StandardScaler(), BaggingClassifier(max_features=3)), classes(n=61), resamples("parts", 61)
    )
    assert route.reason == "max_features=3 of columns that steps make has no batched kernel"


@pytest.mark.parametrize("name", ["random-forest", "bagging", "adaboost-m1"])
def test_named_models_take_this_way(name):
    made = dataset_of(mixed())
    dataset = as_dataset(made.X, made.target)
    route = choose(named_model(name, dataset), dataset, resamples("parts", 61))
    assert route.name == NAME, route.reason


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=300, spread=0.4), resamples("parts", 300)
    model = make_pipeline(StandardScaler(), RandomForestClassifier(4))
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    "model",
    [DecisionTreeClassifier(), DecisionTreeClassifier(max_features=2, min_samples_leaf=2), RandomForestClassifier(4)],
    ids=label,
)
def test_sparse_indicators_are_columns_of_two_values(model):
    rng = np.random.default_rng(0)
    frame = {name: np.array(list("pqrstu"))[rng.integers(0, k, 61)] for name, k in {"a": 3, "b": 6}.items()}
    dataset = replace(classes(n=61), X=pd.DataFrame(frame), columns=())
    same(make_pipeline(OneHotEncoder(handle_unknown="ignore"), model), dataset, resamples("parts", 61), NAME)
