"""The models of a run, fitted when they are asked for."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from xgboost import XGBClassifier

import foldwise
from foldwise.errors import FitError, InputError, UnknownNameError
from tests.engine.models import Crashing

IRIS = foldwise.sample("iris")
MODELS = {"nb": GaussianNB(), "forest": RandomForestClassifier(5), "boosted": XGBClassifier(n_estimators=3, n_jobs=1)}


@pytest.fixture(scope="module")
def found():
    return foldwise.assess(MODELS, IRIS, plan="kfold(3)", measures="error", seed=5)


@pytest.mark.parametrize("name", MODELS)
def test_a_fitted_model_predicts_what_was_scored(found, name):
    """Batched fits, fits with a seed of their own, and a library that wants classes as numbers."""
    for r, model in enumerate(found.fitted(name)):
        table = found.predictions.of(name)
        mine = table.resample == r
        predicted = model.predict(IRIS.rows(table.row[mine]))
        codes = predicted if name == "boosted" else np.searchsorted(IRIS.labels, predicted)
        assert np.array_equal(codes, table.output[mine])


def test_one_resample_is_fitted_alone(found):
    one = found.fitted("nb", resample=1)
    assert np.array_equal(one.theta_, found.fitted("nb")[1].theta_)
    assert one is not found.models


def test_the_final_model_knows_all_rows(found):
    assert found.fit_final("nb").class_count_.sum() == IRIS.n
    assert np.array_equal(found.fit_final("nb").theta_, GaussianNB().fit(IRIS.X, IRIS.target).theta_)


def test_the_models_of_the_user_stay_unfitted(found):
    found.fitted("nb", resample=0)
    assert not hasattr(MODELS["nb"], "theta_")


def test_the_baseline_and_a_comparison_have_theirs():
    told = foldwise.compare("lda,knn", IRIS, plan="kfold(3)", measures="error").assessment
    assert len(told.fitted("baseline")) == 3


def test_what_is_not_there_is_refused(found):
    with pytest.raises(UnknownNameError, match="there is no model in this assessment called 'nbb'"):
        found.fitted("nbb")
    with pytest.raises(InputError, match="resamples are numbered from 0 to 2, and 3 is none of them; try resample=0"):
        found.fitted("nb", resample=3)
    with pytest.raises(UnknownNameError, match="called 'tree'"):
        found.fit_final("tree")


def test_a_fit_that_fails_says_where():
    told = foldwise.assess(
        {"lda": "lda", "broken": Crashing()}, IRIS, plan="kfold(3)", measures="error", on_failure="record", jobs=1
    )
    with pytest.raises(FitError, match="model 'broken' failed on resample 1 of 3: LinAlgError"):
        told.fitted("broken")
