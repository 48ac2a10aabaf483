"""Models that misbehave on some datasets and are a tree on all others."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

if TYPE_CHECKING:
    from typing import Self

    from foldwise.arrays import Array

__all__ = ["Unreliable"]

CHUNK, MOST = 100_000_000, 3_000_000_000
"""Bytes that are taken at a time, and in all, where nobody stops it."""


class Unreliable(ClassifierMixin, BaseEstimator):
    """A tree of some depth; where the table has `width` columns it hangs, crashes, takes memory or raises, as `fault` says."""

    def __init__(self, fault: str = "raises", width: int = 3, depth: int = 2) -> None:
        self.fault = fault
        self.width = width
        self.depth = depth

    def fit(self, X: Array, y: Array) -> Self:
        """Fit, or not."""
        if X.shape[1] == self.width:
            self._misbehave()
        self.tree_ = DecisionTreeClassifier(max_depth=self.depth, random_state=0).fit(X, y)
        self.classes_ = self.tree_.classes_
        return self

    def _misbehave(self) -> None:
        if self.fault == "raises":
            message = "this model does not like these rows"
            raise ValueError(message)
        if self.fault == "crashes":
            signal.raise_signal(signal.SIGSEGV)
        if self.fault == "hangs":
            time.sleep(10_000)
        held = []
        while sum(part.nbytes for part in held) < MOST:
            held.append(np.ones(CHUNK // 8))
            time.sleep(0.01)

    def predict(self, X: Array) -> Array:
        """Predict classes."""
        return np.asarray(self.tree_.predict(X))

    def predict_proba(self, X: Array) -> Array:
        """Predict probabilities."""
        return np.asarray(self.tree_.predict_proba(X))
