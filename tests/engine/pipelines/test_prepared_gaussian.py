"""Gaussian classifiers after preprocessing answer exactly as scikit-learn does."""

import numpy as np
import pytest
from scipy.special import softmax
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.impute import SimpleImputer
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from foldwise.data import Dataset
from foldwise.engine import choose
from foldwise.engine.pipelines.prepared_gaussian import SCORES, Training
from foldwise.plans import Partition
from tests.engine.pipelines.test_steps import blocks, dataset_of, mixed
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label

SHRUNK = QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.1)


def with_gaps(dataset):
    X = np.array(dataset.X, dtype=np.float64)
    X[np.random.default_rng(2).random(X.shape) < 0.05] = np.nan
    return Dataset(X=X, target=dataset.target, task=dataset.task)


def weighted(dataset):
    weights = np.random.default_rng(1).uniform(0.1, 2, dataset.n)
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()], ids=label)
def test_naive_bayes(scaler, k, kind):
    model = make_pipeline(scaler, GaussianNB(var_smoothing=0.01))
    assert same(model, classes(n=61, k=k), resamples(kind, 61), "prepared-gaussian") == "prepared-gaussian"


DISCRIMINANTS = [
    SHRUNK,
    QuadraticDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(reg_param=0.2),
    QuadraticDiscriminantAnalysis(solver="eigen"),
    LinearDiscriminantAnalysis(),
    LinearDiscriminantAnalysis(solver="lsqr"),
    LinearDiscriminantAnalysis(solver="eigen", shrinkage=0.3),
]


@pytest.mark.parametrize(
    ("model", "k", "kind"),
    [(model, k, "parts") for model in DISCRIMINANTS for k in (2, 3)]
    + [(LinearDiscriminantAnalysis(), 3, kind) for kind in KINDS if kind not in ("parts", "weights", "uneven parts")]
    + [(QuadraticDiscriminantAnalysis(), 2, kind) for kind in ("loo", "counts")],
    ids=label,
)
def test_discriminants_of_imputed_columns(model, k, kind):
    piped = make_pipeline(SimpleImputer(), StandardScaler(), model)
    assert "prepared-gaussian" in same(piped, with_gaps(classes(n=61, k=k)), resamples(kind, 61), "prepared-gaussian")


@pytest.mark.parametrize("model", [SHRUNK, LinearDiscriminantAnalysis()], ids=label)
def test_very_small_training_sets(model):
    piped = make_pipeline(SimpleImputer(), model)
    assert "prepared-gaussian" in same(
        piped, with_gaps(classes(n=61)), resamples("uneven parts", 61), "prepared-gaussian"
    )


def test_columns_that_say_the_same_are_dropped_as_scikit_learn_drops_them():
    dataset = with_gaps(classes(n=61, k=3))
    doubled = Dataset(X=np.column_stack([dataset.X, dataset.X[:, 0]]), target=dataset.target, task=dataset.task)
    piped = make_pipeline(SimpleImputer(), LinearDiscriminantAnalysis())
    assert same(piped, doubled, resamples("parts", 61), "prepared-gaussian") == "prepared-gaussian"


def test_a_rank_at_the_tolerance_is_left_to_scikit_learn():
    dataset = with_gaps(classes(n=61, k=2))
    piped = make_pipeline(SimpleImputer(), LinearDiscriminantAnalysis(tol=0.5))
    same(piped, dataset, resamples("parts", 61), "prepared-gaussian")


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
@pytest.mark.parametrize("kind", ["parts", "loo", "counts"])
def test_linear_discriminants_do_not_mind_scales(kind, solver):
    model = make_pipeline(StandardScaler(), LinearDiscriminantAnalysis(solver=solver))
    same(model, classes(n=61), resamples(kind, 61), "lda")


@pytest.mark.parametrize("kind", ["parts", "loo", "counts", "weights"])
def test_weighted_rows(kind):
    same(
        make_pipeline(StandardScaler(), GaussianNB()), weighted(classes(n=61)), resamples(kind, 61), "prepared-gaussian"
    )


@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
@pytest.mark.parametrize("model", [GaussianNB(), SHRUNK, LinearDiscriminantAnalysis()], ids=label)
def test_mixed_columns(model):
    piped = make_pipeline(blocks(), model)
    assert same(piped, dataset_of(mixed()), resamples("parts", 61), "prepared-gaussian") == "prepared-gaussian"


def test_training_rows_are_predicted_too():
    same(
        make_pipeline(StandardScaler(), SHRUNK), classes(n=61), resamples("parts", 61), "prepared-gaussian", train=True
    )


def test_a_training_set_without_a_class():
    dataset = classes(n=30, k=3)
    drawn = Partition(dataset.codes[None], 3, plan="group-kfold(3)", unit="group")
    same(make_pipeline(StandardScaler(), GaussianNB()), dataset, drawn, "prepared-gaussian")


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (GaussianNB(priors=[0.2, 0.3, 0.5]), "no given priors"),
        (QuadraticDiscriminantAnalysis(solver="eigen", shrinkage="auto"), "needs fourth moments of every training set"),
        (LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"), "depends on the scales"),
    ],
    ids=label,
)
def test_what_is_refused(model, reason):
    route = choose(make_pipeline(StandardScaler(), model), classes(), resamples("parts", 90))
    assert route.name == "generic"
    assert reason in route.reason


rng = np.random.default_rng(5)
CODES = rng.integers(0, 3, 80)
X = rng.normal(size=(80, 4)) * [1, 10, 0.1, 1] + CODES[:, None]


def scores(model, x, codes):
    training = Training(x, codes, np.ones(len(x)))
    return SCORES[type(model).__name__](model, training, x)


@pytest.mark.parametrize(
    "model",
    [
        GaussianNB(),
        LinearDiscriminantAnalysis(),
        LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5),
        QuadraticDiscriminantAnalysis(),
        QuadraticDiscriminantAnalysis(reg_param=0.1),
    ],
    ids=label,
)
def test_probabilities_are_those_of_scikit_learn(model):
    expected = model.fit(X, CODES).predict_proba(X)
    np.testing.assert_allclose(softmax(scores(model, X, CODES), axis=1), expected, atol=1e-9)


def test_a_direction_without_spread_within_the_classes_is_dropped():
    doubled = np.column_stack([X, X[:, 0] + X[:, 1]])
    model = LinearDiscriminantAnalysis()
    expected = model.fit(doubled, CODES).predict_proba(doubled)
    np.testing.assert_allclose(softmax(scores(model, doubled, CODES), axis=1), expected, atol=1e-9)


@pytest.mark.parametrize(
    ("model", "x"),
    [
        (QuadraticDiscriminantAnalysis(), np.column_stack([X, X[:, 0]])),
        (QuadraticDiscriminantAnalysis(), X[:, :1] * 1e-3),
        (LinearDiscriminantAnalysis(solver="lsqr"), np.column_stack([X, X[:, 0]])),
        (LinearDiscriminantAnalysis(solver="lsqr"), X + 1e6),
        (LinearDiscriminantAnalysis(), np.zeros((80, 2))),
    ],
    ids=label,
)
def test_what_rounding_or_a_refusal_decides_is_left_to_scikit_learn(model, x):
    assert scores(model, x, CODES) is None
