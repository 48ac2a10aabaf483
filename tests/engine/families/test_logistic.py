"""Logistic regression goes to scikit-learn's optimum on every kind of resample."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.choose import fitted_together
from foldwise.engine.driver import predict
from foldwise.engine.families.logistic import Logistic
from foldwise.engine.family import Resampled
from foldwise.plans import KFold, Partition, draw
from tests.engine.same import KINDS, resamples, same
from tests.releases import leave_to_release
from tests.worlds import classes, label, values


def exact(**more):
    """scikit-learn's logistic regression, brought to its optimum."""
    return LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000, **more)


def weighted(dataset, seed=3):
    weights = np.random.default_rng(seed).uniform(0, 2, dataset.n)
    weights[:2] = 0
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


def answers(dataset, model, drawn, engine="auto"):
    return run(dataset, {"m": model}, drawn, Settings(engine=engine)).of("m")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
def test_every_kind_of_resample(k, kind):
    assert same(exact(), classes(n=61, k=k, spread=0.7), resamples(kind, 61), "logistic") == "logistic"


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize(
    "parameters",
    [
        {"C": 0.01},
        {"C": 100.0},
        {"fit_intercept": False},
        {"class_weight": "balanced"},
        {"class_weight": {"class a": 3.0}},
        {"C": np.inf},
    ],
    ids=label,
)
def test_parameters(parameters, k):
    dataset = classes(n=120, k=k, spread=0.4)
    assert same(exact(**parameters), dataset, resamples("parts", 120), "logistic") == "logistic"


@pytest.mark.parametrize("kind", ["parts", "loo", "counts", "weights"])
@pytest.mark.parametrize("k", [2, 3])
def test_weighted_rows(k, kind):
    dataset = weighted(classes(n=61, k=k, spread=0.5))
    same(exact(), dataset, resamples(kind, 61), "logistic")
    leave_to_release(choose(exact(class_weight="balanced"), dataset, resamples(kind, 61)).reason)
    same(exact(class_weight="balanced"), dataset, resamples(kind, 61), "logistic")


@pytest.mark.parametrize("kind", ["parts", "counts", "weights"])
@pytest.mark.parametrize("k", [2, 3])
def test_penalties_that_are_fitted_together_end_where_each_ends_alone(k, kind):
    dataset, drawn = classes(n=61, k=k, spread=0.5), resamples(kind, 61)
    models = {str(size): exact(C=size) for size in (1.0, 1e3, 0.01, 2.0, 3.0, 4.0, 1e-4)}
    family = Logistic()
    assert fitted_together({name: (model, family) for name, model in models.items()}) == [list(models)]
    together = run(dataset, models, drawn, Settings())
    for name, model in models.items():
        np.testing.assert_allclose(
            together.of(name).scores, answers(dataset, model, drawn).scores, rtol=1e-7, atol=1e-9
        )


def test_a_penalty_without_a_minimum_leaves_the_others_as_they_are(monkeypatch):
    """Few steps are enough for a large penalty, not for a small one."""
    monkeypatch.setattr("foldwise.engine.compiled.logistic.STOPPING_RULES", np.array([1e-19, 1e-5, 12.0, 0.5, 6, 6]))
    dataset, drawn = classes(n=61, k=2, spread=0.5), resamples("parts", 61)
    data = Resampled.of(dataset, drawn)
    strong, weak = predict(Logistic(), [exact(C=1e-4), exact(C=1e6)], data)
    assert (strong.size, weak.size) == (data.test.size, 0)


def test_only_models_that_go_to_their_optimum_are_fitted_together():
    models = [LogisticRegression(C=1.0), exact(C=np.inf), exact(C=2.0)]
    assert [Logistic().differing(model) for model in models] == [(), (), ("C",)]


def test_training_rows_are_predicted_too():
    same(exact(), classes(n=61), resamples("parts", 61), "logistic", train=True)


@pytest.mark.parametrize("load", [load_breast_cancer, load_iris])
def test_the_default_solver_gives_the_same_labels(load):
    X, y = load(return_X_y=True)
    dataset = Dataset(X, y, Task.CLASSIFICATION)
    drawn = draw(KFold(10), dataset, seed=1)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    fast, slow = (answers(dataset, model, drawn, engine) for engine in ("auto", "generic"))
    assert (fast.engine, slow.engine) == ("logistic", "generic")
    assert np.mean(fast.output == slow.output) >= 0.999


def test_a_tight_default_solver_gives_the_same_probabilities():
    dataset = classes(n=100, k=3, spread=0.5)
    model = make_pipeline(StandardScaler(), LogisticRegression(tol=1e-8, max_iter=10_000))
    fast, slow = (answers(dataset, model, resamples("parts", 100), engine) for engine in ("auto", "generic"))
    np.testing.assert_allclose(fast.scores, slow.scores, atol=1e-4)


def test_a_solver_that_does_not_get_there_is_left_alone():
    """Columns of unequal size keep lbfgs from its optimum: its answers are its own."""
    X, y = load_breast_cancer(return_X_y=True)
    dataset = Dataset(X, y, Task.CLASSIFICATION)
    with pytest.warns(match="lbfgs failed to converge"):
        found = answers(dataset, LogisticRegression(max_iter=20), draw(KFold(3), dataset, seed=1))
    assert found.engine == "generic"


@pytest.mark.filterwarnings("ignore::foldwise.errors.FoldwiseWarning")
@pytest.mark.parametrize("solver", ["lbfgs", "newton-cholesky"])
def test_separable_classes_without_penalty_are_left_to_scikit_learn(solver):
    X = np.linspace(-1, 1, 20)[:, None]
    dataset = Dataset(X, (X[:, 0] > 0).astype(int), Task.CLASSIFICATION)
    found = answers(dataset, LogisticRegression(C=np.inf, solver=solver), draw(KFold(4), dataset, seed=0))
    assert found.engine == "generic"


def test_separable_classes_with_a_weak_penalty_have_an_optimum():
    X = np.linspace(-1, 1, 40)[:, None]
    dataset = Dataset(X, (X[:, 0] > 0).astype(int), Task.CLASSIFICATION)
    same(exact(C=1e4), dataset, draw(KFold(4), dataset, seed=0), "logistic", tolerance=1e-6)


def test_a_training_set_without_a_class_is_left_to_scikit_learn():
    dataset = classes(n=30, k=3)
    drawn = Partition(dataset.codes[None], 3, plan="group-kfold(3)", unit="group")
    assert same(exact(), dataset, drawn, "logistic") == "generic"


def test_equal_and_constant_columns():
    dataset = classes(n=61, k=2, spread=0.5)
    X = np.column_stack([dataset.X, dataset.X[:, 0], np.full(61, 3.0)])
    same(exact(), Dataset(X, dataset.target, Task.CLASSIFICATION), resamples("parts", 61), "logistic")


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (LogisticRegression(l1_ratio=0.5, solver="saga"), "only an L2 penalty"),
        (LogisticRegression(solver="liblinear"), "solver='liblinear' does not go to the same optimum"),
        (LogisticRegression(solver="sag"), "solver='sag' does not go to the same optimum"),
        (LogisticRegression(warm_start=True), "warm_start=True"),
        (LogisticRegression(class_weight={"no such class": 2.0}), "class_weight names other classes"),
    ],
)
def test_what_is_refused(model, reason):
    route = choose(model, classes(), resamples("parts", 90))
    assert route.name == "generic"
    assert reason in route.reason


def test_too_many_parameters_are_refused():
    rng = np.random.default_rng(0)
    wide = Dataset(rng.normal(size=(50, 400)), np.arange(50) % 2, Task.CLASSIFICATION)
    assert "401 parameters are too many" in choose(LogisticRegression(), wide, resamples("parts", 50)).reason


def test_numbers_to_predict_are_refused():
    assert "regression target" in choose(LogisticRegression(), values(), resamples("parts", 80)).reason
