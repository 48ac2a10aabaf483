"""A model that takes its time and leaves word of where it is fitted."""

from __future__ import annotations

import time
from logging import makeLogRecord
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

if TYPE_CHECKING:
    from typing import Self

    from foldwise.arrays import Array

__all__ = ["Slow"]


class Slow(ClassifierMixin, BaseEstimator):
    """A tree with an open seed whose fit lasts at least `pause` seconds; its process leaves a file in `pids`."""

    def __init__(self, pause: float = 0.0, pids: str = "", random_state: int | None = None) -> None:
        self.pause = pause
        self.pids = pids
        self.random_state = random_state

    def fit(self, X: Array, y: Array) -> Self:
        """Fit slowly."""
        if self.pids:
            (Path(self.pids) / str(makeLogRecord({}).process)).touch()  # a store keeps no model that asks the system
        time.sleep(self.pause)
        self.tree_ = DecisionTreeClassifier(max_features=1, random_state=self.random_state).fit(X, y)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Array) -> Array:
        """Predict classes."""
        return np.asarray(self.tree_.predict(X))

    def predict_proba(self, X: Array) -> Array:
        """Predict probabilities."""
        return np.asarray(self.tree_.predict_proba(X))
