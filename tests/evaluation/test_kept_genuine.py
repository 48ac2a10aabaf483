"""Genuine results of every verb are read back without a word, also those of odd data and of models that fail."""

import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.intervals import BCa

RNG = np.random.default_rng(0)
N = 120
X = RNG.normal(size=(N, 4))
Y = np.where(X[:, 0] + RNG.normal(size=N) > 0, "yes", "no")
Y3 = np.where(X[:, 1] > 1, "c", Y)
Z = 2 * X[:, 0] + RNG.normal(size=N)
HEAVY = X + 0.5 * RNG.standard_t(2, size=X.shape)
SEGMENTS = np.where(X[:, 2] > 0, "up", "down")
PREDICTED = np.where(RNG.random(N) < 0.2, "no", Y)
NB, TREE, LOGISTIC = GaussianNB(), DecisionTreeClassifier(random_state=0), LogisticRegression()


class Failing(ClassifierMixin, BaseEstimator):
    """No fit succeeds, or only those whose first row is small."""

    def __init__(self, below=-np.inf):
        self.below = below

    def fit(self, X, y):
        if X[0, 0] >= self.below:
            message = "no fit today"
            raise ValueError(message)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


RECORD = {"settings": foldwise.Settings(on_failure="record", jobs=1)}
GENUINE = {
    "plain": lambda: foldwise.assess(NB, X, Y),
    "a model that never fits": lambda: foldwise.assess({"nb": NB, "bad": Failing()}, X, Y, **RECORD),
    "a model that fits sometimes": lambda: foldwise.assess({"nb": NB, "some": Failing(0.5)}, X, Y, **RECORD),
    "scores of one model only": lambda: foldwise.assess({"nb": NB, "svc": SVC()}, X, Y, plan="kfold(3)"),
    "segments": lambda: foldwise.assess({"nb": NB, "tree": TREE}, X, Y3, segments=SEGMENTS, measures="auc,recall[c]"),
    "groups": lambda: foldwise.assess(NB, X, Y, groups=np.arange(N) // 8),
    "order": lambda: foldwise.assess(NB, X, Y, order=np.arange(N)),
    "weights": lambda: foldwise.assess(NB, X, Y, weights=1 + RNG.random(N)),
    "costs": lambda: foldwise.assess(NB, X, Y, costs=[[0, 1], [5, 0]], measures="cost,error"),
    "values": lambda: foldwise.assess(Ridge(), X, Z, measures="rmse,mae,r2,mape,spearman,ccc"),
    "truth values": lambda: foldwise.assess(NB, X, Y == "yes"),
    "few rows": lambda: foldwise.assess(NB, X[:14], Y[:14]),
    "bootstrap": lambda: foldwise.assess(NB, X, Y, plan="bootstrap(60)", estimate=".632+"),
    "one test set": lambda: foldwise.assess(NB, X, Y, plan="holdout(1/3)", measures="error,f1", interval="bca"),
    "known to be wrong": lambda: foldwise.assess(NB, X, Y, interval="naive-t", allow_invalid=True),
    "until": lambda: foldwise.assess(NB, X, Y, until=0.2),
    "compare": lambda: foldwise.compare({"nb": NB, "lr": LOGISTIC, "tree": TREE}, X, Y),
    "compare one that never fits": lambda: foldwise.compare(
        {"nb": NB, "lr": LOGISTIC, "bad": Failing()}, X, Y, **RECORD
    ),
    "compare segments": lambda: foldwise.compare({"nb": NB, "lr": LOGISTIC}, X, Y, segments=SEGMENTS),
    "score": lambda: foldwise.score(Y, PREDICTED, segments=SEGMENTS),
    "score scores": lambda: foldwise.score(Y, scores=RNG.random(N), positive="yes"),
    "select": lambda: foldwise.select(TREE, {"max_depth": [1, 2, 4]}, X, Y, plan="kfold(3)"),
    "select by validation rows": lambda: foldwise.select(TREE, {"max_depth": [1, 2]}, X, Y, plan="three-way(0.2)"),
    "select within an error": lambda: foldwise.select(
        TREE, {"max_depth": [1, 2]}, X, Y, plan="three-way(0.2)", rule="one-se", measure="log-loss"
    ),
    "validation rows": lambda: foldwise.assess(NB, X, Y, plan="three-way(0.2)"),
    "settings of a method": lambda: foldwise.assess(NB, X, Y, plan="holdout(1/2)", interval=BCa(seed=4), measures="f1"),
    "counts by samples": lambda: foldwise.compare("lda, gaussian-nb", HEAVY, Y, measures="recall,f1,mcc"),
    "permutations without a value": lambda: foldwise.permutation_test(
        "baseline", X, Y, permutations=5, measure="precision", plan="kfold(3)"
    ),
    "permutations": lambda: foldwise.permutation_test(NB, X, Y, permutations=10),
    "experiment with a model that cannot": lambda: foldwise.experiment(
        {"nb": NB, "lr": LOGISTIC}, {"whole": foldwise.sample("iris"), "missing": foldwise.sample("breast-cancer")}
    ),
}


@pytest.mark.parametrize("name", GENUINE)
def test_a_genuine_result_is_read_back_without_a_word(name, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of models that fail
        made = GENUINE[name]()
    made.save(tmp_path / "it.foldwise")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read = foldwise.load(tmp_path / "it.foldwise")
    assert str(read) == str(made)
