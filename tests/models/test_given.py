"""What may stand where a model is asked for."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset, sample
from foldwise.errors import InputError, UnknownNameError
from foldwise.models import as_models, baseline_for, default_models, named_model, only_model


@pytest.fixture(scope="module")
def iris() -> Dataset:
    return sample("iris")


@pytest.fixture(scope="module")
def auto() -> Dataset:
    return sample("auto-mpg")


class Own:
    """An estimator without scikit-learn's tags."""

    def fit(self, X, y):
        self.shape_ = X.shape, y.shape
        return self

    def predict(self, X):
        return np.zeros(len(X))


def test_an_estimator_gets_the_name_of_the_catalogue(iris: Dataset) -> None:
    model = GaussianNB()
    assert as_models(model, iris) == {"gaussian-nb": model}


def test_an_estimator_that_is_not_there_keeps_the_name_of_its_class(iris: Dataset) -> None:
    assert list(as_models([make_pipeline(StandardScaler(), GaussianNB()), Own()], iris)) == [
        "scaler+gaussian-nb",
        "Own",
    ]


def test_a_class_of_the_same_name_from_elsewhere_is_not_the_catalogues(iris: Dataset) -> None:
    assert list(as_models(type("GaussianNB", (Own,), {})(), iris)) == ["GaussianNB"]


def test_names_come_one_by_one_in_a_list_or_in_one_text(iris: Dataset) -> None:
    assert list(as_models("lda", iris)) == ["lda"]
    assert list(as_models("lda, Random Forest", iris)) == ["lda", "random-forest"]
    assert list(as_models(["lda", GaussianNB(), "knn,tree"], iris)) == ["lda", "gaussian-nb", "knn", "tree"]


def test_a_dictionary_gives_the_names(iris: Dataset) -> None:
    assert list(as_models({"mine": GaussianNB(), "yours": "lda"}, iris)) == ["mine", "yours"]


def test_a_second_model_of_the_same_name_gets_a_number(iris: Dataset) -> None:
    assert list(as_models([GaussianNB(), GaussianNB(), "gaussian-nb"], iris)) == [
        "gaussian-nb",
        "gaussian-nb-2",
        "gaussian-nb-3",
    ]


def test_the_baseline_is_the_class_shares_or_the_mean(iris: Dataset, auto: Dataset) -> None:
    assert baseline_for(iris).strategy == "prior"
    assert baseline_for(auto).strategy == "mean"


def test_the_default_models_suit_the_task(iris: Dataset, auto: Dataset) -> None:
    assert list(as_models(default_models(iris), iris)) == ["logistic", "knn", "random-forest"]
    assert list(as_models(default_models(auto), auto)) == ["ridge", "knn", "random-forest"]


def test_no_model_is_refused(iris: Dataset) -> None:
    for nothing in ([], {}):
        with pytest.raises(InputError, match="no model was given; try one of baseline, gaussian-nb"):
            as_models(nothing, iris)


def test_an_unknown_name_is_refused_with_the_nearest(iris: Dataset) -> None:
    with pytest.raises(UnknownNameError, match="there is no model called 'forrest'; try 'random-forest'"):
        as_models("forrest", iris)


def test_a_class_instead_of_a_model_is_refused_with_brackets(iris: Dataset) -> None:
    with pytest.raises(InputError, match=r"GaussianNB is a class, and a model is made from it; try GaussianNB\(\)"):
        as_models(GaussianNB, iris)


def test_what_is_no_model_is_refused(iris: Dataset) -> None:
    with pytest.raises(InputError, match="a model is an estimator with fit and predict, or a name, not 3"):
        as_models(3, iris)


def test_the_wrong_task_is_refused(iris: Dataset, auto: Dataset) -> None:
    with pytest.raises(InputError, match="LinearRegression is for regression, and this is classification"):
        as_models(LinearRegression(), iris)
    with pytest.raises(InputError, match="LogisticRegression is for classification, and this is regression"):
        as_models(LogisticRegression(), auto)
    with pytest.raises(InputError, match="model 'lda' is for classification, and this is regression; try one of ridge"):
        named_model("lda", auto)


def test_the_only_model_comes_with_its_name_and_several_are_refused(iris: Dataset) -> None:
    assert only_model(as_models({"mine": GaussianNB()}, iris), "certify")[0] == "mine"
    with pytest.raises(InputError) as caught:
        only_model(as_models("lda,qda", iris), "certify")
    assert str(caught.value) == (
        "foldwise.certify takes one model, and 2 were given: lda, qda; try one call for each of them"
    )


@pytest.mark.parametrize("model", [KMeans(2), IsolationForest(), make_pipeline(StandardScaler(), KMeans(2))])
def test_what_finds_groups_or_outliers_predicts_no_target(model):
    with pytest.raises(InputError, match="finds groups or outliers without a target"):
        as_models(model, sample("iris"))
