"""How far the kernels are from what the machine can do at all: bytes moved and operations over measured ceilings."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from benchmarks.timing import in_turns, table
from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.engine.kernels.threads import one_blas_thread, threads
from foldwise.engine.layout import lay_out
from foldwise.plans import as_plan, draw

N, P, REPEATS, K, CLASSES = 100_000, 20, 10, 10, 2


def ceilings() -> tuple[float, float]:
    """Bytes per second of a copy, and operations per second of a matrix product, on one core."""
    big, square = np.random.default_rng(0).random(20_000_000), np.random.default_rng(0).random((1500, 1500))
    with one_blas_thread():
        seconds = in_turns({"copy": big.copy, "product": lambda: square @ square}, rounds=7)
    return 2 * big.nbytes / seconds["copy"], 2 * 1500**3 / seconds["product"]


def floors() -> str:
    """Table of each kernel's time on 100,000 x 20 with 10x10 folds, against its floor."""
    bandwidth, speed = ceilings()
    X, y = make_classification(N, P, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    dataset = as_dataset(X, y)
    drawn = draw(as_plan(f"kfold({K}, repeats={REPEATS})"), dataset, 0)
    layout = lay_out(drawn)
    # Every repeat reads the rows to sum them and again to score them, and writes a label and two scores per row.
    moved = REPEATS * N * (2 * 8 * P + 8 * (1 + CLASSES))
    work = {
        "gaussian-nb": (GaussianNB(), REPEATS * N * P * (2 + 4 * CLASSES)),
        "lda": (LinearDiscriminantAnalysis(), REPEATS * N * P * (P + 2 * CLASSES)),
        "qda": (QuadraticDiscriminantAnalysis(), REPEATS * N * P * (P + 2 * CLASSES * P)),
    }
    lines = []
    for name, (model, operations) in work.items():
        kernel = choose(model, dataset, drawn).kernel
        if kernel is None:
            continue
        with threads(1), one_blas_thread():
            best = in_turns({"kernel": partial(kernel.predict, model, dataset, drawn, layout)}, rounds=3)["kernel"]
        floor = max(moved / bandwidth, operations / speed)
        lines.append([name, f"{1e3 * best:.0f}", f"{1e3 * floor:.0f}", f"{best / floor:.1f}"])
    head = (
        f"One thread, {N:,} x {P}, {REPEATS}x{K} folds. Ceilings measured on the spot: {bandwidth / 1e9:.1f} GB/s copied, "
        f"{speed / 1e9:.0f} Gflop/s in a matrix product. The floor is the larger of bytes and operations over them."
    )
    return f"## Distance from the floor\n\n{head}\n\n" + table(
        ("kernel", "measured, ms", "floor, ms", "times the floor"), lines
    )
