"""Bootstrap samples beside the plan of a comparison."""

import numpy as np
from sklearn.tree import DecisionTreeClassifier

import foldwise

RNG = np.random.default_rng(0)
Y = np.arange(120) % 2
X = RNG.normal(size=(120, 3)) + 0.8 * Y[:, None]


def test_batched_models_are_compared_by_bootstrap_samples():
    result = foldwise.compare("knn, gaussian-nb", X, Y, measures="error,auc")
    assert result.predictions.bootstrapped.resamples.count == 500
    assert set(result.pairs("error")["method"]) <= {"loo-bootstrap", "influence"}
    assert "loo-bootstrap" in set(result.pairs("error")["method"])
    assert set(result.pairs("auc")["method"]) == {"influence"}


def test_models_that_are_fitted_one_by_one_are_not():
    models = {
        "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
        "stump": DecisionTreeClassifier(max_depth=1, random_state=0),
    }
    result = foldwise.compare(models, X, Y, measures="error", plan="kfold(5, repeats=2)")
    assert result.predictions.bootstrapped is None
    assert set(result.pairs()["method"]) == {"influence"}


def test_groups_keep_their_own_test():
    result = foldwise.compare("lda, gaussian-nb", X, Y, measures="error", groups=np.arange(120) // 5)
    assert result.predictions.bootstrapped is None
    assert set(result.pairs()["method"]) == {"influence"}


def test_the_engine_that_was_asked_for_is_taken():
    result = foldwise.compare("lda, gaussian-nb", X, Y, measures="error", engine="generic", plan="kfold(3)")
    assert result.predictions.bootstrapped is None
