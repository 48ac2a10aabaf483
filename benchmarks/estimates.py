"""The .632+ estimate against mlxtend's: time, clipping, and the memory of a large dataset."""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from importlib.util import find_spec

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import foldwise
from benchmarks.timing import in_turns, publish, resident, table

DRAWS, ROWS, COLUMNS = 200, 100_000, 30
PEER = "mlxtend is not installed, so nothing was compared; to compare: pip install mlxtend"


def ours(model: object, X: np.ndarray, y: np.ndarray) -> float:
    """Error by .632+."""
    plan = f"bootstrap({DRAWS})"
    result = foldwise.assess(model, X, y, plan=plan, measures="error", estimate="632plus", baseline=False, jobs=1)
    return result.findings[0].estimate.value


def theirs(model: object, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Error of each draw by mlxtend, whose score is the accuracy; their mean is its estimate."""
    from mlxtend.evaluate import bootstrap_point632_score

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return 1 - bootstrap_point632_score(model, X, y, n_splits=DRAWS, method=".632+", random_seed=0)


def speed() -> list[list[str]]:
    """Seconds of both on breast cancer; mlxtend's minutes are measured once, between two rounds of ours."""
    X, y = load_breast_cancer(return_X_y=True)
    ours(GaussianNB(), X, y)
    before = in_turns({"foldwise": lambda: ours(GaussianNB(), X, y)})["foldwise"]
    start = time.perf_counter()
    peer = theirs(GaussianNB(), X, y).mean()
    seconds = time.perf_counter() - start
    after = in_turns({"foldwise": lambda: ours(GaussianNB(), X, y)})["foldwise"]
    mine = max(before, after)
    return [
        ["foldwise, seconds (the slower of two best-of-five rounds, before and after mlxtend)", f"{mine:.3f}", ""],
        ["mlxtend, seconds", f"{seconds:.1f}", ""],
        ["times faster", f"{seconds / mine:.0f}", "100"],
        ["error by foldwise", f"{ours(GaussianNB(), X, y):.4f}", ""],
        ["error by mlxtend", f"{peer:.4f}", ""],
    ]


def clipping() -> list[list[str]]:
    """Where the relative overfitting R leaves [0, 1]: labels that have nothing to do with the columns, true error .5."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 20)
    X = rng.normal(size=(40, 5))
    noise = theirs(GaussianNB(), X, y)
    same = theirs(DummyClassifier(), np.zeros((40, 1)), y)
    return [
        ["labels at random, 40 x 5, true error .5: foldwise", f"{ours(GaussianNB(), X, y):.3f}", ""],
        ["the same by mlxtend, which does not clip R", f"{noise.mean():.3f}", ""],
        ["its single draws, errors that should lie in [0, 1]", f"{noise.min():.2f} to {noise.max():.2f}", ""],
        ["majority rule on two equal classes, true error .5: foldwise", f"{ours(DummyClassifier(), X, y):.3f}", ""],
        ["the same by mlxtend, which divides by γ - err = 0", f"{same.mean():.3f}", ""],
    ]


def memory() -> list[list[str]]:
    """Peak memory of a process of its own that estimates the error on 100,000 rows, and how long it takes."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.estimates", "large"], check=True, capture_output=True, text=True
    )
    seconds, megabytes = (float(part) for part in run.stdout.split()[-2:])
    return [
        [f".632+ with B = {DRAWS} on {ROWS:,} rows x {COLUMNS} columns, seconds", f"{seconds:.1f}", ""],
        ["the same: peak memory of the whole process, megabytes", f"{megabytes:.0f}", "1000"],
    ]


def large() -> None:
    """Work of the process whose memory is measured."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, ROWS)
    X = rng.normal(size=(ROWS, COLUMNS))
    X += 0.2 * y[:, None]
    start = time.perf_counter()
    ours(GaussianNB(), X, y)
    print(time.perf_counter() - start, resident("VmHWM") / 1e6)


def main() -> None:
    """Measure and publish."""
    if sys.argv[1:] == ["large"]:
        large()
        return
    peer = find_spec("mlxtend") is not None
    rows = [*(speed() + clipping() if peer else []), *memory()]
    about = ".632+ with B = 200 and GaussianNB on Wisconsin breast cancer (569 x 30), side by side in one process.\n"
    note = "" if peer else f"\n\n{PEER}"
    publish("estimates", "Estimates", f"{about}\n{table(['figure', 'measured', 'bound'], rows)}{note}")


if __name__ == "__main__":
    main()
