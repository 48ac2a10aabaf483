"""Names of models that were given without one."""

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import VotingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Lasso, LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, PowerTransformer, StandardScaler

import foldwise
from foldwise.models import name_models
from foldwise.models.naming import pipeline_name


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (make_pipeline(StandardScaler(), LogisticRegression()), "scaler+logistic"),
        (make_pipeline(SimpleImputer(), PCA(2), KNeighborsClassifier()), "imputer+pca+knn"),
        (Pipeline([("a", "passthrough"), ("b", None), ("c", Lasso())]), "Lasso"),
        (make_pipeline(make_pipeline(StandardScaler(), PCA(2)), LogisticRegression()), "scaler+PCA+logistic"),
        (make_pipeline(FunctionTransformer(np.log1p), PowerTransformer(), Lasso()), "log1p+power-transformer+Lasso"),
        (make_pipeline(ColumnTransformer([]), Lasso()), "columns+Lasso"),
        (KNeighborsClassifier(), "knn"),
        (VotingClassifier([]), "VotingClassifier"),
    ],
)
def test_a_pipeline_is_called_by_its_steps(model, name):
    assert list(name_models(model)) == [name]


def test_two_of_one_name_are_told_apart_in_every_verb():
    models = [make_pipeline(StandardScaler(), KNeighborsClassifier(k)) for k in (3, 5)]
    data = foldwise.sample("iris")
    names = ("scaler+knn", "scaler+knn-2")
    assert foldwise.assess(models, data, plan="kfold(3)", baseline=False, measures="error").models == names
    assert set(foldwise.compare(models, data, plan="kfold(5)", baseline=False, measures="error").models) == set(names)
    assert foldwise.select(models, None, data, plan="kfold(3)").chosen in names


def test_a_class_of_your_own_keeps_its_name():
    class Pipeline:
        steps = ()

    assert list(name_models([Pipeline()])) == ["Pipeline"]
    assert pipeline_name(make_pipeline(StandardScaler(), Lasso()), lambda _: "last") == "scaler+last"
