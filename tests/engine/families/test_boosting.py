"""Boosted stumps predict as scikit-learn's do, on every kind of resample."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.families.boosting import Boosting
from foldwise.errors import FitError
from foldwise.installed import SKLEARN
from foldwise.plans import Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.releases import adaboost
from tests.worlds import classes, label

LABEL = "boosting (equivalent)"
TIED = ("loo", "uneven parts")
"""Resamples among which are some whose best stumps are equally good, which scikit-learn decides by rounding."""


def overlapping(n, p=3, seed=3):
    """Two classes that one column after the other tells apart a little; no two stumps are as good in the first round."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return Dataset(X=X, target=(X @ np.arange(1, p + 1) + rng.normal(size=n) > 0).astype(int), task=Task.CLASSIFICATION)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in TIED])
@pytest.mark.parametrize(
    "model",
    [
        adaboost(n_estimators=12),
        adaboost(DecisionTreeClassifier(max_depth=1), n_estimators=5, learning_rate=0.5),
    ],
    ids=label,
)
def test_two_classes(model, kind):
    dataset = overlapping(120)
    assert same(model, dataset, resamples(kind, 120), "boosting", train=True) == LABEL


@pytest.mark.parametrize("p", [1, 2, 5])
def test_any_number_of_columns(p):
    dataset = overlapping(90, p)
    same(adaboost(n_estimators=20), dataset, resamples("parts", 90), "boosting")


@pytest.mark.parametrize("kind", ["parts", "lists", "weights"])
@pytest.mark.parametrize(
    "model",
    [
        adaboost(n_estimators=8),
        adaboost(DecisionTreeClassifier(max_depth=2), n_estimators=6, random_state=1),
        adaboost(DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=4), n_estimators=4),
        adaboost(DecisionTreeClassifier(max_depth=2, max_features=2), n_estimators=3, learning_rate=0.7),
    ],
    ids=label,
)
def test_deeper_trees_and_three_classes(model, kind):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    codes = np.digitize(X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.normal(size=200), [-0.5, 0.7])
    dataset = Dataset(X=X, target=codes, task=Task.CLASSIFICATION)
    assert same(model, dataset, resamples(kind, 200), "boosting") == LABEL


def test_deeper_trees_of_two_classes():
    model = adaboost(DecisionTreeClassifier(max_depth=2), n_estimators=6)
    same(model, overlapping(150), resamples("parts", 150), "boosting")


@pytest.mark.filterwarnings("ignore:.*divide by zero encountered in log")
def test_weighted_rows_and_rows_of_weight_zero():
    dataset = overlapping(90)
    weights = np.random.default_rng(0).gamma(2.0, size=90) * (np.arange(90) % 7 > 0)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(adaboost(n_estimators=10), weighted, resamples("parts", 90), "boosting")


def test_a_stump_without_errors_is_the_last():
    X = np.stack([np.arange(40.0), np.random.default_rng(0).normal(size=40)], axis=1)
    dataset = Dataset(X=X, target=(X[:, 0] > 19).astype(int), task=Task.CLASSIFICATION)
    same(adaboost(), dataset, resamples("parts", 40), "boosting")


def test_equal_values_share_a_side():
    rng = np.random.default_rng(2)
    X = rng.integers(0, 4, size=(80, 3)) + np.array([0.0, 0.1, 0.2])
    dataset = Dataset(X=X, target=(X[:, 0] + rng.normal(size=80) > 1.5).astype(int), task=Task.CLASSIFICATION)
    one = run(dataset, {"m": adaboost(n_estimators=3)}, resamples("parts", 80), Settings()).of("m")
    other = run(dataset, {"m": adaboost(n_estimators=3)}, resamples("parts", 80), Settings(engine="generic"))
    assert (one.output == other.of("m").output).mean() > 0.9  # ties of rounding may fall otherwise


def test_training_sets_of_one_class_are_left_to_scikit_learn():
    dataset = classes(n=20, k=2)
    alone = np.flatnonzero(dataset.codes == 0)
    drawn = RowLists((alone, np.arange(15)), (np.flatnonzero(dataset.codes == 1), np.arange(15, 20)), 20)
    if SKLEARN < (1, 6):  # which divides by the number of other classes
        with pytest.raises(FitError, match="are all of class"):
            run(dataset, {"m": adaboost(n_estimators=3)}, drawn, Settings())
        return
    found = run(dataset, {"m": adaboost(n_estimators=3)}, drawn, Settings()).of("m")
    assert found.engine == f"{LABEL} + generic"


def test_constant_columns_are_left_to_scikit_learn():
    dataset = Dataset(X=np.ones((20, 2)), target=np.arange(20) % 5 // 3, task=Task.CLASSIFICATION)
    found = run(dataset, {"m": adaboost()}, Partition(np.arange(20)[None] // 5, 4), Settings()).of("m")
    assert found.engine == "generic"


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=2000, p=8, k=2, spread=0.3), Partition(np.arange(2000)[None] % 20, 20)
    model = adaboost(n_estimators=20)
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "k", "reason"),
    [
        (adaboost(LogisticRegression()), 2, "AdaBoost of LogisticRegression has no batched kernel"),
        (
            adaboost(DecisionTreeClassifier(class_weight="balanced")),
            2,
            "AdaBoost of trees with class_weight has no batched kernel",
        ),
        (
            adaboost(DecisionTreeClassifier(monotonic_cst=[1, 0, 0, 0])),
            2,
            "monotonic_cst has no batched kernel",
        ),
        (
            adaboost(random_state=np.random.RandomState(0)),
            2,
            "random_state is a generator, which every fit changes",
        ),
    ],
    ids=lambda one: label(one).split("random_state=RandomState")[0],
)
def test_what_it_does_not_do_goes_the_generic_way(model, k, reason):
    route = choose(model, classes(k=k), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


@pytest.mark.parametrize("estimator", [None, DecisionTreeClassifier(max_depth=2)])
@pytest.mark.parametrize(("n", "count"), [(60, 2), (90, 3)])
def test_a_first_tree_as_good_as_chance_is_refused_where_scikit_learn_refuses_it(estimator, n, count):
    rows = np.arange(n)
    dataset = Dataset(np.column_stack([np.where(rows, 0.0, 1e-9), np.full(n, 3.0)]), rows % count, Task.CLASSIFICATION)
    model, drawn = adaboost(estimator, n_estimators=3, random_state=0), Partition(rows[None] // (n // 3), 3)
    found, usual = (
        run(dataset, {"m": model}, drawn, Settings(engine=engine, jobs=1, on_failure="record")).failures
        for engine in ("auto", "generic")
    )
    assert found == usual != ()


def test_another_algorithm_goes_the_generic_way():
    model = adaboost()
    model.algorithm = "SAMME.R"
    refusal = Boosting().refusal(model, classes(k=2), Partition(np.arange(90)[None] % 4, 4))
    assert refusal == "algorithm='SAMME.R' has no batched kernel"
