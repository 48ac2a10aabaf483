"""Calls as users write them, for a type checker: the marked ones are wrong, and the others are right."""

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import scipy.sparse as sp
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.typing import Model


class Mine:
    def fit(self, X: np.ndarray, y: np.ndarray) -> "Mine":
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        return X[:, 0]


a: Model = Mine()


def calls() -> None:
    """Checked, and never called."""
    X = np.zeros((10, 2))
    frame = pd.DataFrame(X)
    foldwise.assess(Mine(), X, [0, 1] * 5)
    foldwise.assess([Mine(), "lda"], frame, frame[0], plan=5, groups=np.arange(10))
    foldwise.assess(
        {"a": Mine(), "b": GaussianNB()}, pl.DataFrame({"a": [1]}), "a", plan=KFold(5), weights=pl.Series([1.0])
    )
    foldwise.assess(
        "lda", sp.csr_matrix(X), np.zeros(10), plan="kfold(5)", measures=["error", "auc"], costs=[[0, 1], [2, 0]]
    )
    foldwise.assess("lda", {"a": [1, 2], "b": ["x", "y"]}, "b", positive="x", store=Path("x"))
    foldwise.assess("lda", Path("x.csv"), "y", plan=[(np.arange(3), np.arange(4, 5))])
    foldwise.compare("lda, qda", foldwise.sample("iris"), costs="fn=1,fp=2")
    foldwise.compare(("lda", Mine()), foldwise.sample("iris"), positive=1)
    foldwise.score([0, 1], {"a": [0, 1], "b": np.zeros(2)}, scores={"a": np.zeros((2, 2))})
    foldwise.score("y", "yhat", scores="p", data=frame)
    foldwise.score("y", ["a", "b"], data="x.csv", classes=["no", "yes"])
    foldwise.score(
        pd.Series([0, 1]), pd.Series([0, 1]), measures=lambda truth, predicted: float(truth[0] == predicted[0])
    )
    foldwise.select("knn", {"n_neighbors": [1, 2]}, frame, "y")
    foldwise.select(Mine(), [{"a": [1]}, {"b": [2]}], frame, "y", search="random")
    foldwise.improve("tree", frame, "y", variants=["bagging", "stacking"], library=["lda", Mine()])
    foldwise.SelectCV(Mine(), {"a": [1]}).fit(X, [0, 1] * 5)
    foldwise.assess(3, X)  # refused
    foldwise.assess("lda", X, plan=object())  # refused
    foldwise.assess(["lda", 3], X)  # refused
    foldwise.score([0, 1], object())  # refused
