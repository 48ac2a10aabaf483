"""Preprocessing steps give scikit-learn's columns in every resample."""

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, RobustScaler, StandardScaler

from foldwise.data import read
from foldwise.engine import choose
from foldwise.engine.pipelines.steps import refuse_steps
from foldwise.models import find_model
from foldwise.models.preparation import prepare
from foldwise.plans import KFold, draw
from tests.engine.pipelines.prepared_columns import N, check_columns, dataset_of, holed, mixed
from tests.engine.same import KINDS, resamples, same
from tests.worlds import label


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
def test_a_whole_pipeline_predicts_as_scikit_learn(kind):
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
        (OneHotEncoder(handle_unknown="ignore", drop="first"), "has parameters without a batched kernel"),
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
