"""A first step that only keeps columns costs nothing: the rest is fitted to them on all resamples at once."""

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import Dataset
from foldwise.engine.pipelines.column_choice import chosen_columns, on_columns
from tests.engine.same import resamples, same
from tests.worlds import classes, values


def keeping(*chosen, remainder="drop", **others):
    named = [(f"part {at}", "passthrough", one) for at, one in enumerate(chosen)]
    return ColumnTransformer(named, remainder=remainder, **others)


@pytest.mark.parametrize(
    ("model", "engine"),
    [
        (GaussianNB(), "gaussian-nb"),
        (LinearDiscriminantAnalysis(), "lda"),
        (KNeighborsClassifier(), "neighbours"),
        (DecisionTreeClassifier(), "trees"),
        (make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()), "lda"),
    ],
)
@pytest.mark.parametrize("kind", ["parts", "counts"])
def test_predictions_are_those_of_the_whole_pipeline(model, engine, kind):
    steps = [step for _, step in model.steps] if hasattr(model, "steps") else [model]
    piped = make_pipeline(keeping([3, 0], slice(1, 2)), *steps)
    assert same(piped, classes(n=61, p=5), resamples(kind, 61), engine).startswith(engine)


def test_values_and_penalties_of_one_path():
    piped = make_pipeline(keeping([2, 1]), Ridge(alpha=2.0))
    assert same(piped, values(n=50), resamples("parts", 50), "least-squares") == "least-squares"


def test_columns_by_place_range_mask_and_what_remains():
    rows = classes(p=4)
    assert chosen_columns(make_pipeline(keeping([-1], slice(0, 2)), GaussianNB()), rows) == [3, 0, 1]
    mask = [False, True, True, False]
    assert chosen_columns(make_pipeline(keeping(mask, remainder="passthrough"), GaussianNB()), rows) == [1, 2, 0, 3]
    dropped = ColumnTransformer([("none", "drop", [0])], remainder="passthrough")
    assert chosen_columns(make_pipeline(dropped, GaussianNB()), rows) == [1, 2, 3]


def test_missing_values_in_columns_that_are_left_out_do_not_matter():
    X = np.array(classes(n=61).X)
    X[::7, 1] = np.nan
    rows = Dataset(X, classes(n=61).target, classes().task)
    piped = make_pipeline(keeping([0, 2, 3]), LinearDiscriminantAnalysis())
    assert same(piped, rows, resamples("parts", 61), "lda") == "lda"


@pytest.mark.parametrize(
    "step",
    [
        keeping([0], transformer_weights={"part 0": 2.0}),
        ColumnTransformer([("scaled", StandardScaler(), [0])]),
        keeping([0], remainder=StandardScaler()),
        keeping([9]),
        keeping(),
        keeping(len),
    ],
)
def test_steps_that_do_more_or_keep_nothing_are_left_to_others(step):
    rows = classes()
    model = make_pipeline(step, GaussianNB())
    assert chosen_columns(model, rows) is None
    assert on_columns([model], rows) == ([model], rows)


def test_models_without_such_a_step():
    rows = classes()
    assert chosen_columns(GaussianNB(), rows) is None
    assert chosen_columns(make_pipeline(StandardScaler(), GaussianNB()), rows) is None
    assert on_columns([GaussianNB()], rows)[1] is rows
