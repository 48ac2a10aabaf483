"""Small datasets and resamples, many of them degenerate, on which every kernel must answer as the generic path does."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from foldwise.data import Dataset, Task
from foldwise.plans import CountMatrix, HeldOut, PairsOut, Partition, RowLists

FLAWS = (
    "none",
    "constant column",
    "equal columns",
    "equal rows",
    "tiny class",
    "whole numbers",
    "unequal scales",
    "far away",
    "one outlier",
    "more columns than rows",
    "column that tells a class",
)
PLANS = ("partition", "loo", "counts", "weights", "lists", "pairs", "held out", "three parts")


@st.composite
def class_worlds(draw, *, counts=False, weighted=True, flaws=FLAWS):
    """Gaussian classes with a flaw, or counts of things; weighted or not."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    flaw = draw(st.sampled_from(flaws))
    n, p, k = draw(st.integers(14, 36)), draw(st.integers(1, 5)), draw(st.integers(2, 4))
    p = n + 3 if flaw == "more columns than rows" else p
    codes = rng.permutation(np.arange(n) % k)
    if flaw == "tiny class":
        codes[codes == k - 1] = 0
        codes[: draw(st.integers(1, 3))] = k - 1
    if counts:
        X = rng.poisson(rng.gamma(1.0, 2.0, size=(k, p))[codes]).astype(float)
    else:
        X = rng.normal(size=(n, p)) + rng.normal(size=(k, p))[codes]
        X = flawed(X, codes, flaw, rng)
    weights = rng.gamma(2.0, size=n) if weighted and draw(st.booleans()) else None
    return Dataset(X=X, target=np.array(["a", "b", "c", "d"])[codes], task=Task.CLASSIFICATION, weights=weights)


@st.composite
def value_worlds(draw, *, weighted=True, flaws=FLAWS):
    """A linear target with noise, and features with a flaw; weighted or not."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    flaw = draw(st.sampled_from(flaws))
    n, p = draw(st.integers(14, 36)), draw(st.integers(1, 5))
    p = n + 3 if flaw == "more columns than rows" else p
    X = flawed(rng.normal(size=(n, p)), rng.integers(0, 2, n), flaw, rng)
    target = X @ rng.normal(size=X.shape[1]) + rng.normal(size=n)
    weights = rng.gamma(2.0, size=n) if weighted and draw(st.booleans()) else None
    return Dataset(X=X, target=target, task=Task.REGRESSION, weights=weights)


def flawed(X, codes, flaw, rng):
    """Give the features their flaw."""
    n, p = X.shape
    if flaw == "constant column":
        X[:, rng.integers(p)] = rng.normal()
    elif flaw == "equal columns":
        X = np.concatenate([X, 2 * X[:, :1] + 1], axis=1)
    elif flaw == "equal rows":
        X[rng.integers(n, size=n // 2)] = X[0]
    elif flaw == "whole numbers":
        X = np.round(X)
    elif flaw == "unequal scales":
        X = X * 10.0 ** rng.integers(-3, 4, size=p)
    elif flaw == "far away":
        X = X + 100 * rng.normal(size=p)
    elif flaw == "one outlier":
        X[rng.integers(n), 0] = 1e5
    elif flaw == "column that tells a class":
        X[:, 0] = 0.01 * codes
    return X


@st.composite
def resamples(draw, n):
    """Resamples of any kind over n rows."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return drawn(draw(st.sampled_from(PLANS)), n, rng)


def drawn(kind, n, rng):
    """Draw resamples of one kind."""
    if kind == "partition":
        parts = np.stack([rng.permutation(np.arange(n) % 4) for _ in range(2)])
        return Partition(parts, 4, plan="kfold(4, repeats=2)")
    if kind == "loo":
        return Partition(rng.permutation(n)[None, :], n, plan="loo")
    if kind == "counts":
        counts = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(5)])
        return CountMatrix(counts.astype(np.uint8), plan="bootstrap(5)")
    if kind == "weights":
        return CountMatrix(rng.dirichlet(np.ones(n), 3) * n, plan="bootstrap(3, scheme=bayesian)", test_all=True)
    if kind == "pairs":
        return PairsOut(rng.permutation(np.arange(n) % 4)[None, :], 4)
    if kind == "held out":
        return HeldOut(np.stack([np.sort(rng.permutation(n)[:3]) for _ in range(6)]), n)
    orders = [rng.permutation(n) for _ in range(3)]
    train = tuple(np.sort(order[: n // 2]) for order in orders)
    test = tuple(np.sort(order[n // 2 + 3 :]) for order in orders)
    rest = tuple(np.sort(order[n // 2 : n // 2 + 3]) for order in orders) if kind == "three parts" else ()
    return RowLists(train, test, n, plan="predefined", validation=rest)
