"""How far the kernels are from what the machine can do at all: bytes moved and operations over measured ceilings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from benchmarks.timing import in_turns, table
from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.engine.driver import predict
from foldwise.engine.family import Resampled
from foldwise.engine.threads import one_blas_thread, threads
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from foldwise.data import Dataset

P, REPEATS, K, CLASSES = 20, 10, 10, 2
FITS = REPEATS * K


@dataclass(frozen=True)
class Least:
    """A model, the rows it is tried on, and what it must at least do for them: operations, and numbers read."""

    model: Any
    n: int
    operations: float
    reads: float
    why: str


def least() -> list[Least]:
    """What each family cannot do without."""
    many, some, few = 100_000, 10_000, 1_000
    rows, twice = REPEATS * many, 2 * REPEATS * many * P
    return [
        Least(GaussianNB(), many, rows * P * (2 + 4 * CLASSES), twice, "sums of squares, distances to two means"),
        Least(MultinomialNB(), many, rows * P * (1 + 2 * CLASSES), twice, "sums, two products"),
        Least(NearestCentroid(), many, rows * P * (1 + 3 * CLASSES), twice, "sums, distances to two means"),
        Least(LinearDiscriminantAnalysis(), many, rows * P * (P + 2 * CLASSES), twice, "half a product, two scores"),
        Least(
            QuadraticDiscriminantAnalysis(), many, rows * P * P * (1 + CLASSES), twice, "half a product, two triangles"
        ),
        Least(RidgeClassifier(), many, rows * P * (P + 2), twice, "half a product, one score"),
        Least(KNeighborsClassifier(), some, 2 * some**2 * P, some**2, "all distances once"),
        Least(
            LogisticRegression(), some, FITS * 0.9 * some * P * (P + 4), FITS * some * P, "one Newton step of each fit"
        ),
        Least(KernelRidge(kernel="rbf"), few, few**3 / 3 + 2 * few**2 * P, few**2, "one kernel matrix, one factor"),
    ]


@cache
def rows_of(n: int, task: str) -> Dataset:
    """Two classes, or a value, in twenty columns that are not negative."""
    X, y = make_classification(n, P, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    X = X - X.min()
    return as_dataset(X, y if task == "classification" else X[:, 0] + y)


def ceilings() -> tuple[float, float]:
    """Bytes per second of a copy, and operations per second of a matrix product, on one core."""
    big, square = np.random.default_rng(0).random(20_000_000), np.random.default_rng(0).random((1500, 1500))
    with one_blas_thread():
        seconds = in_turns({"copy": big.copy, "product": lambda: square @ square}, rounds=7)
    return 2 * big.nbytes / seconds["copy"], 2 * 1500**3 / seconds["product"]


def measure(one: Least, bandwidth: float, speed: float) -> list[str]:
    """Time one kernel and say how many times its floor that is."""
    dataset = rows_of(one.n, "regression" if isinstance(one.model, KernelRidge) else "classification")
    drawn = draw(as_plan(f"kfold({K}, repeats={REPEATS})"), dataset, 0)
    data = Resampled.of(dataset, drawn)
    family = choose(one.model, dataset, drawn).family
    if family is None:
        message = f"{one.model} has no family on {one.n} rows"
        raise RuntimeError(message)
    with threads(1), one_blas_thread():
        best = in_turns({"kernel": partial(predict, family, [one.model], data)}, rounds=3)["kernel"]
    written = data.test.size * (1 + 8 * CLASSES)
    floor = max((8 * one.reads + written) / bandwidth, one.operations / speed)
    shown = f"{1e3 * floor:.0f}" if floor >= 1e-3 else f"{1e3 * floor:.1f}"
    return [family.name, f"{one.n:,}", f"{1e3 * best:.0f}", shown, f"{best / floor:.1f}", one.why]


def floors() -> str:
    """Table of each kernel's time with 10x10 folds, against its floor."""
    bandwidth, speed = ceilings()
    lines = [measure(one, bandwidth, speed) for one in least()]
    head = (
        f"One thread, {P} columns, {REPEATS}x{K} folds. Ceilings measured on the spot: {bandwidth / 1e9:.1f} GB/s copied, "
        f"{speed / 1e9:.0f} Gflop/s in a matrix product. The floor is the larger of the bytes that must be read and written "
        "and the operations that must be done, over them."
    )
    return f"## Distance from the floor\n\n{head}\n\n" + table(
        ("kernel", "rows", "measured, ms", "floor, ms", "times the floor", "what must be done"), lines
    )
