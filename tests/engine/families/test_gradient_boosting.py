"""Gradient boosting predicts as scikit-learn does, on every kind of resample."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

import foldwise
from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.plans import Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.native_calls import calls
from tests.worlds import classes, label, values

LABEL = "gradient-boosting (equivalent)"
FEW = {"n_estimators": 6}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"counts", "uneven parts"}])
def test_two_classes(kind):
    dataset = overlapping(61)
    assert (
        same(GradientBoostingClassifier(**FEW), dataset, resamples(kind, 61), "gradient-boosting", train=True) == LABEL
    )


@pytest.mark.parametrize("kind", ["parts", "weights", "lists"])
def test_several_classes(kind):
    assert (
        same(GradientBoostingClassifier(**FEW), overlapping(90, k=3), resamples(kind, 90), "gradient-boosting") == LABEL
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"counts", "loo", "many parts"}])
def test_values(kind):
    assert same(GradientBoostingRegressor(**FEW), values(n=61), resamples(kind, 61), "gradient-boosting") == LABEL


PARAMETERS = [
    {"learning_rate": 0.5, "max_depth": 2},
    {"subsample": 0.7},
    {"subsample": 0.5, "max_features": 2, "random_state": 4},
    {"max_features": "sqrt"},
    {"max_leaf_nodes": 5},
    {"min_samples_leaf": 4, "min_samples_split": 0.2},
    {"min_weight_fraction_leaf": 0.1, "max_depth": None},
    {"min_impurity_decrease": 0.01},
    {"ccp_alpha": 0.002},
    {"init": "zero"},
    {"loss": "exponential"},
    {"loss": "exponential", "subsample": 0.8, "init": "zero"},
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_parameters_of_classifiers(parameters):
    for kind, k in (("parts", 2), ("weights", 3)):
        if k == 2 or "loss" not in parameters:
            same(
                GradientBoostingClassifier(n_estimators=5, **parameters),
                overlapping(150, k=k),
                resamples(kind, 150),
                "gradient-boosting",
            )


@pytest.mark.parametrize("parameters", [one for one in PARAMETERS if "loss" not in one], ids=str)
def test_parameters_of_regressors(parameters):
    for kind in ("parts", "weights"):
        model = GradientBoostingRegressor(n_estimators=5, **parameters)
        same(model, values(n=120, p=5), resamples(kind, 120), "gradient-boosting")


def overlapping(n, k=2, seed=3):
    """Classes that overlap, so that no node is pure after a few stages."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    codes = np.digitize(X @ [1.0, 2.0, -1.0, 0.5] + 2 * rng.normal(size=n), [0.0] if k == 2 else [-1.0, 1.0])
    return Dataset(X=X, target=codes, task=Task.CLASSIFICATION)


def weighted(dataset):
    weights = np.random.default_rng(0).gamma(2.0, size=dataset.n) * (np.arange(dataset.n) % 7 > 0)
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


@pytest.mark.parametrize("parameters", [{}, {"subsample": 0.6}], ids=str)
def test_weighted_rows_and_rows_of_weight_zero(parameters):
    drawn = resamples("parts", 90)
    same(GradientBoostingClassifier(**FEW, **parameters), weighted(overlapping(90)), drawn, "gradient-boosting")
    same(GradientBoostingRegressor(**FEW, **parameters), weighted(values(n=90)), drawn, "gradient-boosting")


def test_rows_drawn_several_times_are_several_samples():
    rng = np.random.default_rng(0)
    dataset = Dataset(X=rng.normal(size=(80, 3)), target=rng.normal(size=80), task=Task.REGRESSION)
    model = GradientBoostingRegressor(n_estimators=3, max_depth=2, min_samples_leaf=5, subsample=0.9)
    same(model, dataset, resamples("counts", 80), "gradient-boosting")


def test_on_a_real_table_nearly_all_rows_agree():
    """Rows differ only where two splits are equally good but for rounding."""
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    dataset = Dataset(X=X, target=y, task=Task.CLASSIFICATION)
    drawn, model = Partition(np.arange(569)[None] % 3, 3), GradientBoostingClassifier(n_estimators=20)
    fast, slow = (
        run(dataset, {"m": model}, drawn, Settings(engine=engine)).of("m").scores for engine in ("auto", "generic")
    )
    assert (np.abs(fast - slow).max(axis=1) < 1e-9).mean() > 0.97


def test_pure_leaves_and_constant_columns():
    X = np.stack([np.arange(40.0), np.ones(40)], axis=1)
    dataset = Dataset(X=X, target=(X[:, 0] > 19).astype(int), task=Task.CLASSIFICATION)
    same(
        GradientBoostingClassifier(n_estimators=60, learning_rate=1.0),
        dataset,
        resamples("parts", 40),
        "gradient-boosting",
    )


def test_training_sets_without_a_class_are_left_to_scikit_learn():
    dataset = classes(n=30, k=3)
    without = np.flatnonzero(dataset.codes != 2)
    drawn = RowLists((without, np.arange(25)), (np.flatnonzero(dataset.codes == 2), np.arange(25, 30)), 30)
    found = run(dataset, {"m": GradientBoostingClassifier(n_estimators=3)}, drawn, Settings()).of("m")
    assert found.engine == f"{LABEL} + generic"


@pytest.mark.parametrize("subsample", [1.0, 0.5])
def test_the_number_of_threads_does_not_change_a_bit(subsample):
    dataset, drawn = classes(n=900, p=8, spread=0.3), resamples("parts", 900)
    model = GradientBoostingClassifier(n_estimators=10, subsample=subsample)
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "k", "reason"),
    [
        (GradientBoostingRegressor(), 2, "GradientBoostingRegressor does not fit a classification target"),
        (GradientBoostingClassifier(loss="exponential"), 3, "loss='exponential' is for two classes"),
        (
            GradientBoostingClassifier(n_iter_no_change=3),
            2,
            "n_iter_no_change stops at rows that are set aside: there is no batched kernel",
        ),
        (GradientBoostingClassifier(init=DummyClassifier()), 2, "init=DummyClassifier has no batched kernel"),
        (GradientBoostingClassifier(warm_start=True), 2, "verbose and warm_start have no batched kernel"),
        (
            GradientBoostingClassifier(criterion="friedman_mse"),
            2,
            "criterion is deprecated, and scikit-learn warns of it",
        ),
        (
            GradientBoostingClassifier(random_state=np.random.RandomState(0)),
            2,
            "random_state is a generator, which every fit changes",
        ),
    ],
    ids=lambda one: label(one).split("(random_state=RandomState")[0],
)
def test_what_it_does_not_do_goes_the_generic_way(model, k, reason):
    route = choose(model, classes(k=k), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


@pytest.mark.parametrize("loss", ["absolute_error", "huber", "quantile"])
def test_other_losses_go_the_generic_way(loss):
    dataset = values()
    said = foldwise.explain_engine(GradientBoostingRegressor(loss=loss), dataset.X, dataset.target)
    assert f"loss={loss!r} has no batched kernel" in said


def test_every_prefix_of_the_stages_is_a_fit_of_its_own():
    dataset, train, test = values(n=60), np.arange(40), np.arange(40, 60)
    models = {str(k): GradientBoostingRegressor(n_estimators=k, subsample=0.8, random_state=5) for k in (1, 4, 9)}
    found = run(dataset, models, RowLists((train,), (test,), 60), Settings())
    staged = list(models["9"].fit(dataset.X[train], dataset.truth[train]).staged_predict(dataset.X[test]))
    for name in models:
        np.testing.assert_allclose(found.of(name).output, staged[int(name) - 1], rtol=1e-12)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stages": np.array([3, 1])}, "'stages' must ascend from 1 to at most 10,000,000"),
        ({"loss": 4}, "'loss' 0, 1, 2 or 3"),
        ({"subsample": 0.0}, "'subsample' must be above 0 and at most 1"),
    ],
    ids=["stages", "loss", "subsample"],
)
def test_what_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        native._native.boost_gradients(**calls()["boost_gradients"] | change)
