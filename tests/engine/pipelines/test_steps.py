"""Preprocessing steps give scikit-learn's columns in every resample."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, chi2, f_classif, f_regression
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, RobustScaler, StandardScaler

from foldwise.data import Dataset, Task, read
from foldwise.engine import choose
from foldwise.engine.family import Resampled
from foldwise.engine.pipelines.steps import Prepared, refuse_steps
from foldwise.models import find_model
from foldwise.models.preparation import prepare
from foldwise.plans import KFold, Partition, draw
from tests.engine.same import KINDS, resamples, same
from tests.worlds import label

N = 61


def numbers(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 4)) * [1.0, 100.0, 0.01, 1.0] + [0.0, 5.0, 100.0, 0.0]
    return np.column_stack([X, np.full(N, 7.0)])


def holed(seed=0):
    rng = np.random.default_rng(seed)
    X = np.round(numbers(seed), 1)
    X[rng.random(X.shape) < 0.2] = np.nan
    X[:, 0] = rng.normal(size=N)  # no gaps
    X[3, 3], X[np.arange(N) != 3, 3] = np.nan, rng.normal(size=N - 1)  # a single gap
    return X


def mixed(seed=0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(holed(seed)[:, :3], columns=["a", "b", "c"])
    frame["few"] = rng.choice(["x", "y", "z"], N)
    frame["rare"] = rng.choice([f"level {j}" for j in range(12)], N)
    frame["gaps"] = rng.choice(np.array(["p", "q", None], dtype=object), N)
    return frame


def dataset_of(X, seed=0):
    score = np.random.default_rng(seed).normal(size=N)
    return Dataset(X, np.where(score > 0, "yes", "no"), Task.CLASSIFICATION)


def check_columns(step, X, drawn, dataset=None):
    """The columns of every resample are scikit-learn's, in test rows too; returns how many resamples were done."""
    dataset = dataset or dataset_of(X)
    assert refuse_steps([step], dataset) is None
    columns = Prepared.of([step], Resampled.of(dataset, drawn))
    found, table = columns(0, drawn.count), columns.shared.table
    for r in np.flatnonzero(found.exact).tolist():
        fitted = make_pipeline(step).fit(dataset.rows(drawn.train_rows(r)), dataset.target[drawn.train_rows(r)])
        theirs = fitted.transform(dataset.X)
        mine = found.values(table, r)
        np.testing.assert_array_equal(mine[:, ~found.there[r]], 0.0)
        np.testing.assert_allclose(mine[:, found.there[r]], theirs, rtol=1e-9, atol=1e-9 * np.abs(theirs).max())
    return int(found.exact.sum())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        StandardScaler(),
        StandardScaler(with_mean=False),
        StandardScaler(with_std=False),
        MinMaxScaler(),
        MinMaxScaler((-2, 3)),
        make_pipeline(MinMaxScaler(), StandardScaler()),
    ],
    ids=label,
)
def test_scaling(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, numbers(), drawn) == drawn.count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        SimpleImputer(),
        SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True),
        SimpleImputer(strategy="most_frequent"),
        SimpleImputer(strategy="constant", fill_value=-3),
        make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler()),
    ],
    ids=label,
)
def test_filling(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, holed(), drawn) == drawn.count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        OneHotEncoder(handle_unknown="ignore", sparse_output=False),
        OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=5, sparse_output=False),
        OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=0.1, sparse_output=False),
        OneHotEncoder(handle_unknown="ignore", min_frequency=5, sparse_output=False),
    ],
    ids=label,
)
@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
def test_levels(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, mixed()[["few", "rare", "gaps"]], drawn) == drawn.count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 4, "all"])
def test_the_best_columns(k, kind):
    X = numbers()[:, :4]
    for task, score in ((Task.CLASSIFICATION, f_classif), (Task.REGRESSION, f_regression)):
        target = X[:, 1] + 100 * np.random.default_rng(1).normal(size=N)
        dataset = Dataset(X, np.digitize(target, [-50, 50]) if task is Task.CLASSIFICATION else target, task)
        step = make_pipeline(StandardScaler(), SelectKBest(score, k=k))
        drawn = resamples(kind, N)
        assert check_columns(step, X, drawn, dataset) == drawn.count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [PCA(2), PCA(), PCA(3, whiten=True), PCA(1, svd_solver="full")], ids=label)
def test_components(step, kind):
    drawn = resamples(kind, N)
    sure = check_columns(make_pipeline(StandardScaler(), step), numbers()[:, :4], drawn)
    assert sure == int((drawn.train_sizes > 4).sum())


def test_columns_that_are_equally_good_are_left_to_scikit_learn():
    X = numbers()[:, [0, 0, 1]]
    assert check_columns(SelectKBest(k=1), X, resamples("parts", N)) < 8


def test_components_that_are_equally_large_are_left_to_scikit_learn():
    X = np.tile([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], (16, 1))[:N]
    assert check_columns(PCA(1), np.asarray(X), Partition(np.arange(N)[None] // 4 % 4, 4, plan="kfold(4)")) < 4


@pytest.mark.parametrize("drop", ["first", "if_binary"])
def test_dropped_levels(drop):
    frame = mixed()[["few"]].assign(two=np.where(np.arange(N) % 2, "u", "v"))
    drawn = resamples("parts", N)
    assert check_columns(OneHotEncoder(drop=drop, sparse_output=False), frame, drawn) == drawn.count


def test_unknown_levels_are_scikit_learns_to_refuse():
    frame = pd.DataFrame({"few": ["only"] + ["a", "b"] * (N // 2)})
    drawn = resamples("loo", N)
    assert check_columns(OneHotEncoder(sparse_output=False), frame, drawn) == drawn.count - 1


def test_a_column_that_is_all_gaps_in_training_is_left_alone_unless_it_is_kept():
    X = holed()
    X[:, 2] = np.nan
    X[0, 2] = 1.0
    drawn = resamples("loo", N)
    assert check_columns(SimpleImputer(), X, drawn) == drawn.count - 1
    assert check_columns(SimpleImputer(keep_empty_features=True), X, drawn) == drawn.count


def test_a_column_that_is_constant_in_training_is_not_divided():
    X = numbers()
    X[1:, 0] = 0.3
    assert check_columns(StandardScaler(), X, resamples("loo", N)) == N


def test_one_far_row():
    X = numbers()
    X[5, 0] = 1e7
    assert check_columns(StandardScaler(), X, resamples("loo", N)) == N


def blocks(**more):
    numeric = make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler())
    encoder = OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=5, sparse_output=False)
    chosen = [("few", encoder, ["few", "rare"]), ("numbers", numeric, ["b", "c"])]
    return ColumnTransformer(chosen, sparse_threshold=0, **more)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
def test_several_blocks(kind):
    drawn = resamples(kind, N)
    assert check_columns(blocks(), mixed(), drawn) == drawn.count
    assert check_columns(blocks(remainder="passthrough"), mixed().drop(columns="gaps"), drawn) == drawn.count


def test_columns_by_type():
    step = ColumnTransformer([("numbers", SimpleImputer(), make_column_selector(dtype_include="number"))])
    assert check_columns(step, mixed(), resamples("parts", N)) == 8


@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
@pytest.mark.parametrize("kind", ["parts", "counts", "weights"])
def test_a_whole_pipeline_answers_as_scikit_learn(kind):
    exact = LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000)
    assert same(make_pipeline(blocks(), exact), dataset_of(mixed()), resamples(kind, N), "logistic") == "logistic"


def test_the_named_model_on_mixed_columns_has_a_kernel():
    dataset = read(mixed().assign(target=dataset_of(mixed()).target), "target")
    model = prepare(find_model("logistic"), dataset)
    assert choose(model, dataset, draw(KFold(5), dataset, seed=0)).name == "logistic"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (RobustScaler(), "no batched kernel for RobustScaler"),
        (MinMaxScaler(clip=True), "is not linear"),
        (StandardScaler(), "StandardScaler is given missing values"),
        (SimpleImputer(strategy=np.mean), "is not a number for every column"),
        (SimpleImputer(missing_values=-1), "fills something other than missing numbers"),
        (make_pipeline(SimpleImputer(), OneHotEncoder()), "OneHotEncoder comes after another step"),
        (make_pipeline(OneHotEncoder(), StandardScaler(with_mean=False)), "StandardScaler is given a sparse matrix"),
        (OneHotEncoder(max_categories=3), "has parameters without a batched kernel"),
        (make_pipeline(SimpleImputer(), SelectKBest(chi2, k=2)), "scores columns of a classification target by chi2"),
        (make_pipeline(SimpleImputer(), SelectKBest(k=99)), "is given 5 columns"),
        (make_pipeline(SimpleImputer(), PCA(0.9)), "does not keep the same number"),
        (make_pipeline(SimpleImputer(), PCA(2, svd_solver="randomized")), "is not exact"),
        (make_pipeline(SimpleImputer(), PCA(2), StandardScaler()), "StandardScaler comes after PCA"),
        (ColumnTransformer([("all", "passthrough", 0)]), "a single column as a vector"),
        (ColumnTransformer([("all", "passthrough", [99])]), "lacks columns that ColumnTransformer names"),
    ],
    ids=label,
)
def test_what_is_refused(step, reason):
    assert reason in refuse_steps([step], dataset_of(holed()))


def test_texts_are_no_numbers():
    assert "is not numeric" in refuse_steps([StandardScaler()], dataset_of(mixed()))


def test_gaps_must_be_filled():
    assert refuse_steps([], dataset_of(holed())) == "there are missing values"
