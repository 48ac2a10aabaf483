"""Which models change gradually with their training rows."""

import numpy as np
import pytest
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

import foldwise
from foldwise.models import MODELS, as_models, follows_copies, gradual_models, is_steady


class LinearDiscriminantAnalysis(GaussianNB):
    """A model of the user's with a known name."""


@pytest.mark.parametrize(
    "model",
    [
        GaussianNB(),
        make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), LogisticRegression())),
        TransformedTargetRegressor(),
        TransformedTargetRegressor(LinearRegression()),
    ],
)
def test_smooth_models_are_steady(model):
    assert is_steady(model)


@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(),
        make_pipeline(StandardScaler(), RandomForestClassifier()),
        make_pipeline(SelectKBest(k=1), GaussianNB()),
        make_pipeline(make_pipeline(SelectKBest(k=1), StandardScaler()), GaussianNB()),
        TransformedTargetRegressor(DecisionTreeRegressor()),
        GridSearchCV(LogisticRegression(), {"C": [1, 10]}),
        LinearDiscriminantAnalysis(),
        object(),
    ],
)
def test_trees_selections_and_what_is_not_known_are_not(model):
    assert not is_steady(model)


@pytest.mark.parametrize("named", MODELS, ids=lambda one: one.name)
def test_named_models_are_steady_unless_they_grow_select_or_combine(named):
    rows = foldwise.sample("iris" if named.classifier else "auto-mpg")
    (model,) = as_models(named.name, rows).values()
    steady = {"baseline", "gaussian-nb", "mixed-nb", "lda", "qda", "logistic", "ridge", "linear", "knn", "svm"}
    assert is_steady(model) == (named.name in steady)


@pytest.mark.parametrize(
    ("values", "columns", "k", "expected"),
    [
        (2, 3, 5, False),  # eight places for 300 rows
        (2, 3, 20, True),
        (2, 5, 5, True),
        (3, 10, 1, True),
        (40, 1, 3, False),
        (40, 1, 5, True),
        (1000, 1, 1, True),  # of which a dataset counts the first hundred
    ],
)
def test_neighbours_among_many_equal_rows_do_not_change_gradually(values, columns, k, expected):
    rng = np.random.default_rng(0)
    rows = foldwise.read(rng.integers(0, values, (300, columns)).astype(float), np.arange(300) % 2)
    models = {"nn": make_pipeline(StandardScaler(), KNeighborsClassifier(k)), "nb": GaussianNB(), "tree": object()}
    assert gradual_models(models, rows) == ({"nn", "nb"} if expected else {"nb"})


@pytest.mark.parametrize(
    "model",
    [
        TransformedTargetRegressor(make_pipeline(StandardScaler(), KNeighborsRegressor())),
        make_pipeline(StandardScaler(), TransformedTargetRegressor(KNeighborsRegressor())),
    ],
)
def test_neighbours_follow_copies_wherever_they_stand(model):
    assert follows_copies(model)


@pytest.mark.parametrize("model", [LogisticRegression(), TransformedTargetRegressor(), GaussianNB()])
def test_copies_are_weights_to_linear_models_and_densities(model):
    assert not follows_copies(model)
