"""One small result of every verb, made once for all tests of reports and pages."""

from __future__ import annotations

from functools import cache

import numpy as np

import foldwise

VERBS = ("assess", "compare", "select", "score", "certify", "experiment", "compare-unpaired", "permutation-test")
VERBS += ("diagnose", "improve")


@cache
def result_of(verb):
    """A result of the verb."""
    return MAKERS[verb]()


def _scored():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 120)
    score = np.clip(0.3 * truth + 0.7 * rng.random(120), 0, 1)
    other = rng.random(120)
    return foldwise.score(
        truth,
        {"a": (score > 0.5).astype(int), "b": (other > 0.5).astype(int)},
        scores={"a": score, "b": other},
        measures="error, auc",
        segments=np.where(rng.random(120) < 0.5, "north", "south"),
        costs="fn=5,fp=1",
    )


def _unpaired():
    mine, yours = ([0, 1] * 40, [0, 1] * 36 + [1, 0] * 4), ([0, 1] * 50, [0, 1] * 35 + [1, 0] * 15)
    return foldwise.compare_unpaired({"mine": mine, "yours": yours}, measures="error")


MAKERS = {
    "assess": lambda: foldwise.assess("ridge, knn", foldwise.sample("auto-mpg"), plan="kfold(5)", measures="rmse"),
    "compare": lambda: foldwise.compare(
        "logistic, tree", foldwise.sample("breast-cancer"), plan="kfold(5, repeats=2)", measures="error, auc"
    ),
    "select": lambda: foldwise.select(
        "knn", {"n_neighbors": [1, 5]}, foldwise.sample("iris"), measure="error", plan="kfold(5)"
    ),
    "score": _scored,
    "certify": lambda: foldwise.certify("lda", foldwise.sample("iris"), simulations=20),
    "experiment": lambda: foldwise.experiment(
        "lda, gaussian-nb, qda", {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}, plan="kfold(5)"
    ),
    "compare-unpaired": _unpaired,
    "permutation-test": lambda: foldwise.permutation_test(
        "gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19
    ),
    "diagnose": lambda: foldwise.diagnose(
        "tree", foldwise.sample("iris"), plan="kfold(5)", parts="bias-variance, learning-curve", samples=10
    ),
    "improve": lambda: foldwise.improve(
        "tree", foldwise.sample("iris"), variants="bagging", plan="kfold(5)", measures="error"
    ),
}
