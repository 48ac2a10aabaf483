"""Trees of several settings that are grown together are those that are grown alone."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import (
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.choose import fitted_together
from tests.engine.same import KINDS, resamples
from tests.releases import adaboost, leave_to_release
from tests.worlds import classes, values


def groups(models, dataset, drawn):
    return fitted_together({name: (model, choose(model, dataset, drawn).family) for name, model in models.items()})


def together_and_alone(models, dataset, drawn, *, many=1):
    """All models are grown in so many groups, and each says what it says alone."""
    assert len(groups(models, dataset, drawn)) == many
    together = run(dataset, models, drawn, Settings(seed=4))
    for name, model in models.items():
        alone, mine = run(dataset, {name: model}, drawn, Settings(seed=4)).of(name), together.of(name)
        np.testing.assert_array_equal(mine.row, alone.row)
        np.testing.assert_array_equal(mine.output, alone.output)
        if alone.scores is not None:
            np.testing.assert_array_equal(mine.scores, alone.scores)
        assert mine.engine == alone.engine


def limits(tree, **fixed):
    """Trees under limits of every kind."""
    listed = [
        {},
        {"max_depth": 1},
        {"max_depth": 4},
        {"min_samples_leaf": 2},
        {"min_samples_leaf": 9, "max_depth": 3},
        {"min_samples_leaf": 0.04, "min_samples_split": 0.2},
        {"min_samples_split": 12},
        {"min_impurity_decrease": 0.02},
        {"ccp_alpha": 0.01},
        {"ccp_alpha": 0.05, "max_depth": 5},
    ]
    return {str(setting): tree(**setting, **fixed) for setting in listed}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "weights"])
def test_limits_on_every_kind_of_resample(kind):
    together_and_alone(limits(DecisionTreeClassifier), classes(n=60, p=4, spread=0.4), resamples(kind, 60))


def tables():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 80)
    found = {
        "noise": rng.normal(size=(80, 4)),
        "few values": rng.integers(0, 4, (80, 5)).astype(float),
        "rare indicators": np.where(rng.random((80, 5)) < 0.08, 1.0, 0.0),
        "equal rows": rng.normal(size=(80, 3))[rng.integers(0, 12, 80)],
        "constants": np.column_stack([np.ones(80), rng.normal(size=(80, 2)), np.zeros(80)]),
        "values nearer than scikit-learn tells apart": 1 + 4e-8 * np.round(3 * rng.normal(size=(80, 3))),
    }
    return {name: Dataset(X=X, target=y, task=Task.CLASSIFICATION) for name, X in found.items()}


TABLES = tables()


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("fixed", [{}, {"criterion": "entropy", "random_state": 1}], ids=str)
def test_ties_fall_as_they_do_alone(name, fixed):
    together_and_alone(limits(DecisionTreeClassifier, **fixed), TABLES[name], resamples("parts", 80))
    together_and_alone(limits(DecisionTreeClassifier, **fixed), TABLES[name], resamples("counts", 80))


def test_a_grid_on_breast_cancer():
    X, y = load_breast_cancer(return_X_y=True)
    dataset = Dataset(X=X, target=y, task=Task.CLASSIFICATION)
    grid = {
        f"{depth} {leaf}": DecisionTreeClassifier(max_depth=depth, min_samples_leaf=leaf)
        for depth in (2, 3, 5, None)
        for leaf in (1, 2, 5, 20)
    }
    together_and_alone(grid, dataset, resamples("parts", 569))


@pytest.mark.parametrize(
    ("tree", "fixed", "dataset"),
    [
        (DecisionTreeRegressor, {}, values(n=60)),
        (DecisionTreeClassifier, {"max_features": 2}, classes(n=60)),
        (DecisionTreeClassifier, {"max_leaf_nodes": 6}, classes(n=60)),
        (DecisionTreeClassifier, {"class_weight": "balanced"}, classes(n=60)),
        (DecisionTreeClassifier, {"min_weight_fraction_leaf": 0.1}, classes(n=60)),
        (ExtraTreeClassifier, {}, classes(n=60)),
    ],
    ids=["values", "drawn columns", "leaves", "class weights", "weight of leaves", "random cuts"],
)
def test_what_cannot_share_its_nodes_is_grown_apart(tree, fixed, dataset):
    together_and_alone(limits(tree, **fixed), dataset, resamples("parts", 60))
    together_and_alone(limits(tree, **fixed), dataset, resamples("weights", 60))


def test_pipelines_too():
    models = {
        str(depth): make_pipeline(SimpleImputer(), DecisionTreeClassifier(max_depth=depth)) for depth in (1, 3, None)
    }
    together_and_alone(models, classes(n=60), resamples("parts", 60))


def test_leave_one_out_too():
    together_and_alone(limits(DecisionTreeClassifier), classes(n=40), resamples("loo", 40))


@pytest.mark.parametrize(
    ("model", "dataset"),
    [
        (RandomForestClassifier(random_state=1), classes(n=60)),
        (RandomForestRegressor(random_state=1), values(n=60)),
        (ExtraTreesClassifier(random_state=1, bootstrap=True, max_samples=40), classes(n=60)),
        (adaboost(random_state=1), classes(n=60, k=2, spread=0.5)),
        (adaboost(random_state=1), classes(n=60, k=3, spread=0.5)),
        (GradientBoostingClassifier(random_state=1, subsample=0.7), classes(n=60, k=3)),
        (GradientBoostingClassifier(random_state=1), classes(n=60, k=2)),
        (GradientBoostingRegressor(random_state=1), values(n=60)),
        (make_pipeline(SimpleImputer(), RandomForestClassifier(random_state=1)), classes(n=60)),
    ],
    ids=str,
)
def test_small_ensembles_are_the_beginning_of_large_ones(model, dataset):
    from sklearn.base import clone

    leave_to_release(choose(model, dataset, resamples("parts", 60)).reason)
    name = "n_estimators" if not hasattr(model, "steps") else f"{model.steps[-1][0]}__n_estimators"
    models = {str(number): clone(model).set_params(**{name: number}) for number in (3, 12, 1, 7)}
    together_and_alone(models, dataset, resamples("parts", 60))


def test_an_open_seed_is_another_forest():
    models = {str(number): RandomForestClassifier(number) for number in (3, 12)}
    together_and_alone(models, classes(n=60), resamples("parts", 60), many=2)


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, models = classes(n=900, p=6, spread=0.3), limits(DecisionTreeClassifier)
    one, two = (run(dataset, models, resamples("parts", 900), Settings(jobs=jobs)) for jobs in (1, 2))
    for name in models:
        np.testing.assert_array_equal(one.of(name).scores, two.of(name).scores)
