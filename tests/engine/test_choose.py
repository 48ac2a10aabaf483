"""The engine says which kernel takes a model, or why none does."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, RobustScaler, StandardScaler
from sklearn.svm import SVC

from foldwise.data import Dataset
from foldwise.engine import choose
from foldwise.errors import InputError
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


def test_another_engine_is_refused():
    with pytest.raises(InputError, match="'auto' or 'generic', not 'fast'"):
        choose(SVC(), classes(), partition(n=90), engine="fast")
