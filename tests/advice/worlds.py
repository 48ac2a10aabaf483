"""Rows that the tests of the rules look at."""

from __future__ import annotations

from typing import Any

import numpy as np

from foldwise.advice import Case
from foldwise.data import Dataset, as_dataset


def normal_rows(n: int = 300, p: int = 6, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Independent rows of two classes that differ in the first column."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, (X[:, 0] + rng.normal(size=n) > 0).astype(int)


def values_of(X: np.ndarray, seed: int = 0) -> np.ndarray:
    """A numeric target that depends on the first two columns."""
    return X[:, 0] + X[:, 1] ** 2 + np.random.default_rng(seed).normal(size=len(X))


def shuffled(X: np.ndarray, y: np.ndarray, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The same rows in random order."""
    order = np.random.default_rng(seed).permutation(len(X))
    return X[order], y[order]


def case_of(X: Any, y: Any = None, verb: str = "assess", **known: Any) -> Case:
    """What `assess` would look at."""
    return Case(verb, X if isinstance(X, Dataset) else as_dataset(X, y, **known))
