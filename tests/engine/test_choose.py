"""The engine says which kernel takes a model, or why none does."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import AdaBoostClassifier, HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, RobustScaler, StandardScaler
from sklearn.svm import SVC

import foldwise
from foldwise.data import Dataset
from foldwise.engine import choose
from foldwise.engine.choose import as_scikit_learn
from foldwise.ensembles import (
    AdaBoostM1,
    AdaBoostR2,
    BaggedClassifier,
    BaggedRegressor,
    BumpedClassifier,
    CommitteeClassifier,
    ForestClassifier,
    ForestRegressor,
    OutputCodes,
    SubspaceClassifier,
)
from foldwise.errors import InputError
from tests.ensembles import data
from tests.releases import is_batched
from tests.worlds import classes, partition, values


def reason(model, dataset):
    route = choose(model, dataset, partition(n=dataset.n))
    assert route.name == "generic"
    return route.reason


def test_a_family_with_several_kernels_gives_the_reason_of_the_one_that_is_meant():
    weighted = Dataset(classes().X, classes().target, classes().task, weights=np.ones(90))
    model = QuadraticDiscriminantAnalysis()
    assert ("takes no weights" if is_batched(model) else "of this release") in reason(model, weighted)
    assert "no closed form" in reason(make_pipeline(StandardScaler(), Ridge(positive=True)), values())
    assert "do not fit in memory" in reason(make_pipeline(PolynomialFeatures(90), Ridge()), values(n=300, p=4))


def test_steps_that_no_kernel_takes():
    assert reason(make_pipeline(RobustScaler(), Ridge()), values()) == "no batched kernel for RobustScaler before Ridge"


def test_models_without_a_kernel():
    assert reason(SVC(), classes()) == "no batched kernel for SVC"
    for model, dataset in ((HistGradientBoostingClassifier(), classes()), (HistGradientBoostingRegressor(), values())):
        assert "bins every column by its training rows" in reason(model, dataset)


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (BumpedClassifier(), "best of its own bootstrap models"),
        (CommitteeClassifier(), "folds of its own"),
        (SubspaceClassifier(), "columns of its own"),
        (OutputCodes(), "two classes of its own"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_ensembles_of_trees_without_a_kernel_say_why(model, why):
    assert why in reason(model, classes())


def test_another_engine_is_refused():
    with pytest.raises(InputError, match="'auto' or 'generic', not 'fast'"):
        choose(SVC(), classes(), partition(n=90), engine="fast")


@pytest.mark.parametrize(
    "model",
    [ForestClassifier(5), BaggedClassifier(n_estimators=5, combine="probabilities")],
    ids=lambda model: type(model).__name__,
)
def test_classes_are_predicted_on_all_resamples_at_once_as_one_by_one(model):
    X, y = data.classes(80)
    fast, slow = (outputs_of(model, X, y, engine) for engine in ("auto", "generic"))
    assert (fast.engine.endswith("(equivalent)"), slow.engine) == (True, "generic")
    np.testing.assert_array_equal(fast.output, slow.output)


@pytest.mark.parametrize(
    "model",
    [ForestRegressor(5), BaggedRegressor(n_estimators=5), AdaBoostR2(n_estimators=5)],
    ids=lambda model: type(model).__name__,
)
def test_values_are_predicted_on_all_resamples_at_once_as_one_by_one(model):
    X, y = data.values(80)
    fast, slow = (outputs_of(model, X, y, engine) for engine in ("auto", "generic"))
    assert (fast.engine.endswith("(equivalent)"), slow.engine) == (True, "generic")
    np.testing.assert_allclose(fast.output, slow.output)


def outputs_of(model, X, y, engine):
    found = foldwise.assess({"m": model}, X, y, plan="kfold(4)", engine=engine, progress=False)
    return found.predictions.outputs["m"]


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (ForestClassifier(cuts="random"), "ExtraTreesClassifier"),
        (ForestRegressor(), "RandomForestRegressor"),
        (AdaBoostR2(), "AdaBoostRegressor"),
        (BaggedClassifier(combine="probabilities"), "BaggingClassifier"),
        (BaggedClassifier(), "BaggedClassifier"),
        (AdaBoostM1(), "AdaBoostM1"),
    ],
    ids=str,
)
def test_an_ensemble_that_predicts_as_one_of_scikit_learn_is_taken_for_it(model, name):
    assert type(as_scikit_learn(model)).__name__ == name


def test_a_parameter_that_is_none_is_left_to_the_model():
    model = BaggedClassifier(combine="probabilities", share="half")
    assert as_scikit_learn(model) is model


@pytest.mark.parametrize(
    "model",
    [GaussianNB(), LinearDiscriminantAnalysis(), DummyClassifier(), AdaBoostClassifier(n_estimators=2)],
    ids=lambda model: type(model).__name__,
)
def test_a_pipeline_of_one_step_goes_the_way_of_that_step(model):
    X, y = data.classes(60)
    alone, within = outputs_of(model, X, y, "auto"), outputs_of(make_pipeline("passthrough", model), X, y, "auto")
    slow = outputs_of(make_pipeline(model), X, y, "generic")
    assert alone.engine == within.engine
    np.testing.assert_array_equal(alone.output, within.output)
    np.testing.assert_array_equal(within.output, slow.output)
