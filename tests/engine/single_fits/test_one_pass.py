"""Labels and scores of one pass are those of two, to the bit."""

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.ensemble import BaggingClassifier, ExtraTreesClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, NuSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier
from xgboost import XGBClassifier

from foldwise.engine.single_fits.one_pass import LABELLED, predict_in_one_pass

X, DIGITS = load_digits(return_X_y=True)
TRAIN, TEST = slice(0, 400), slice(400, 900)
MODELS = [
    DecisionTreeClassifier(max_depth=3, random_state=0),
    ExtraTreeClassifier(max_depth=3, random_state=0),
    RandomForestClassifier(6, max_depth=3, random_state=0),
    ExtraTreesClassifier(6, max_depth=3, random_state=0),
    BaggingClassifier(n_estimators=4, random_state=0),
    MLPClassifier([5], max_iter=5, random_state=0),
    SVC(),
    SVC(kernel="linear", class_weight="balanced"),
    NuSVC(nu=0.05),
    XGBClassifier(n_estimators=2, max_depth=2),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("classes", [2, 3, 10])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_one_pass_gives_the_labels_and_scores_of_two(model, classes):
    y = DIGITS % classes
    y = y if "XGB" in type(model).__name__ else np.array([f"c{one}" for one in y])
    for one in (model, make_pipeline(StandardScaler(), model)):
        fitted = one.fit(X[TRAIN], y[TRAIN])
        labels, scores = predict_in_one_pass(fitted, X[TEST])
        np.testing.assert_array_equal(labels, fitted.predict(X[TEST]))
        method = "predict_proba" if hasattr(fitted, "predict_proba") else "decision_function"
        np.testing.assert_array_equal(scores, getattr(fitted, method)(X[TEST]))


def test_every_class_that_is_listed_is_tested():
    assert {name for _, name in LABELLED} == {type(model).__name__ for model in MODELS}


class Contrary(DecisionTreeClassifier):
    """Predicts what it likes."""

    def predict(self, X, check_input=True):
        return np.repeat(self.classes_[:1], len(X))


@pytest.mark.parametrize(
    "model",
    [Contrary(), GradientBoostingClassifier(n_estimators=2), SVC(break_ties=True), SVC(decision_function_shape="ovo")],
)
def test_other_classifiers_are_asked_twice(model):
    assert predict_in_one_pass(model.fit(X[TRAIN], DIGITS[TRAIN]), X[TEST]) is None
