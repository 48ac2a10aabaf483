"""Scoring predictions that already exist: areas with their intervals, counts, and a file larger than memory.

``python -m benchmarks.score quick`` does the same with a file of one million rows in place of 100 million.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from sklearn.metrics import classification_report, confusion_matrix, roc_auc_score

import foldwise
from benchmarks.timing import in_turns, publish, resident, table
from foldwise.intervals.methods.delong import DeLong
from foldwise.measures import ModelScores, measure
from foldwise.native import bootstrap_wins

RESAMPLES = 2000
COUNTED, CLASSES = 10_000_000, 10
LARGE, QUICK = 100_000_000, 1_000_000
GROUP = 1_000_000
"""Rows written at a time."""
ROOM = 20
"""Bytes on disk that a row of the large file takes at most."""


def ranked(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Labels and probabilities of a fair system, without ties."""
    rng = np.random.default_rng(n)
    truth = rng.integers(0, 2, n)
    return truth, 1 / (1 + np.exp(-rng.normal(truth, 1.0)))


def resampling(n: int, timed: int) -> list[list[str]]:
    """AUC with a percentile interval against a loop over scikit-learn's, of which `timed` rounds are timed."""
    truth, scores = ranked(n)

    def loop() -> None:
        rng = np.random.default_rng(0)
        for _ in range(timed):
            rows = rng.integers(0, n, n)
            roc_auc_score(truth[rows], scores[rows])

    work = {
        "loop": loop,
        "call": lambda: foldwise.score(truth, scores=scores, measures="auc", interval="percentile"),
        "kernel": lambda: bootstrap_wins(scores[None], truth == 1, resamples=RESAMPLES, seed=0),
    }
    work["call"]()
    best = in_turns(work, rounds=3)
    whole = best["loop"] * RESAMPLES / timed
    scaled = "" if timed == RESAMPLES else f", from {timed} rounds"
    return [
        [f"AUC with {RESAMPLES} resamples, n = {n:,}: loop over roc_auc_score, seconds{scaled}", f"{whole:.1f}", ""],
        ["the same by `foldwise.score`, seconds", f"{best['call']:.3f}", ""],
        ["times faster, the whole call", f"{whole / best['call']:.0f}", "60"],
        ["times faster, the kernel alone, which also sorts", f"{whole / best['kernel']:.0f}", ""],
    ]


def delong(n: int = 1_000_000) -> list[list[str]]:
    """DeLong's interval against sorting."""
    truth, scores = ranked(n)
    predictions = foldwise.score(truth, scores=scores, measures="auc").predictions
    best = in_turns(
        {
            "argsort": lambda: np.argsort(scores),
            "delong": lambda: DeLong().interval(ModelScores(predictions, "system", measure("auc")), 0.95),
            "call": lambda: foldwise.score(truth, scores=scores, measures="auc", interval="delong"),
        }
    )
    sorts = {name: f"{seconds / best['argsort']:.2f}" for name, seconds in best.items()}
    return [
        [f"AUC with DeLong's interval, n = {n:,}, in units of one argsort's time", sorts["delong"], "3"],
        ["the same by `foldwise.score`, from labels and scores to the report", sorts["call"], ""],
    ]


def labels(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers below ten, four in five of them right."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, CLASSES, n)
    return truth, np.where(rng.random(n) < 0.8, truth, rng.integers(0, CLASSES, n))


def report(truth: np.ndarray, predicted: np.ndarray) -> object:
    """Confusion matrix and rates of every class, by the call a user makes."""
    result = foldwise.score(truth, predicted, task="classification")
    return result.confusion(), result.per_class()


def counting() -> list[list[str]]:
    """Time of both reports, and the peak of a process of its own that makes ours."""
    truth, predicted = labels(COUNTED)
    best = in_turns(
        {
            "ours": lambda: report(truth, predicted),
            "theirs": lambda: classification_report(truth, predicted),
            "matrix": lambda: confusion_matrix(truth, predicted),
        },
        rounds=2,
    )
    with tempfile.TemporaryDirectory() as name:
        np.save(Path(name) / "truth.npy", truth)
        np.save(Path(name) / "predicted.npy", predicted)
        (share,) = _child("counted", name)
    both = best["theirs"] + best["matrix"]
    about = f"{COUNTED:,} whole numbers, {CLASSES} classes"
    return [
        [f"confusion matrix, per-class report and intervals, {about}: seconds", f"{best['ours']:.3f}", ""],
        ["classification_report, seconds", f"{best['theirs']:.2f}", ""],
        ["times faster than classification_report", f"{best['theirs'] / best['ours']:.0f}", "10"],
        ["times faster than confusion_matrix and classification_report", f"{both / best['ours']:.0f}", ""],
        ["memory at the peak, input included, in units of the input", share, "1.2"],
    ]


def counted(folder: str) -> None:
    """Work of the process whose memory is measured; a first small call loads what is loaded once."""
    report(*labels(1000))
    before = resident("VmRSS")
    truth, predicted = (np.load(Path(folder) / f"{name}.npy") for name in ("truth", "predicted"))
    report(truth, predicted)
    print(f"{(resident('VmHWM') - before) / (truth.nbytes + predicted.nbytes):.2f}")


def _child(task: str, *arguments: str) -> list[str]:
    """Last words of a process of its own."""
    command = [sys.executable, "-m", "benchmarks.score", task, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()


def write_large(path: Path, rows: int) -> None:
    """Write labels, answers and probabilities, one group of rows at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("y", pa.int8()), ("yhat", pa.int8()), ("p", pa.float64())])
    rng = np.random.default_rng(0)
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=["y", "yhat"]) as file:
        for start in range(0, rows, GROUP):
            truth = rng.integers(0, 2, min(GROUP, rows - start), dtype=np.int8)
            scores = 1 / (1 + np.exp(-rng.normal(truth, 1.0)))
            file.write_table(pa.table([truth, (scores > 0.5).astype(np.int8), scores], schema=schema))


def streaming(rows: int) -> list[list[str]]:
    """Time and peak of `foldwise score` on a Parquet file."""
    with tempfile.TemporaryDirectory() as name:
        if shutil.disk_usage(name).free < 2 * ROOM * rows:
            return [[f"`foldwise score` of {rows:,} rows", "not run: too little room on the disk", ""]]
        path = Path(name) / "large.parquet"
        write_large(path, rows)
        seconds, peak = (float(part) for part in _child("scored", str(path)))
        size = path.stat().st_size
    return [
        [f"`foldwise score` of a Parquet file of {rows:,} rows, {size / 1e9:.1f} GB: seconds", f"{seconds:.1f}", ""],
        ["rows per second", f"{rows / seconds:,.0f}", ""],
        ["memory of the whole process at its peak, GB", f"{peak / 1e9:.2f}", "1"],
    ]


def scored(path: str) -> None:
    """What `foldwise score` does, in this process, so that its peak can be read."""
    from foldwise.cli.program import program

    start = time.perf_counter()
    program(["score", path, "--truth", "y", "--predicted", "yhat", "--score", "p"], standalone_mode=False)
    print(time.perf_counter() - start, resident("VmHWM"))


def peer(n: int = 10_000) -> list[list[str]]:
    """The same interval by the package confidenceinterval, where it is installed."""
    if find_spec("confidenceinterval") is None:
        return []
    from confidenceinterval import roc_auc_score as theirs

    truth, scores = ranked(n)
    best = in_turns(
        {
            "theirs": lambda: theirs(truth, scores, method="bootstrap_percentile", n_resamples=RESAMPLES),
            "ours": lambda: foldwise.score(truth, scores=scores, measures="auc", interval="percentile"),
        },
        rounds=2,
    )
    return [[f"times faster than confidenceinterval, n = {n:,}", f"{best['theirs'] / best['ours']:.0f}", ""]]


def main() -> None:
    """Measure and publish."""
    task, *more = [*sys.argv[1:], ""]
    if task in CHILDREN:
        CHILDREN[task](more[0])
        return
    rows = [*resampling(10_000, RESAMPLES), *peer(), *resampling(1_000_000, 10), *delong(), *counting()]
    rows += streaming(QUICK if task == "quick" else LARGE)
    about = (
        "Side by side in one process, best of several rounds, on two shared cores. The large file is made in "
        "a temporary folder; `python -m benchmarks.score quick` makes a small one. Memory is the peak of a process of its own."
    )
    text = f"{about}\n\n{table(['figure', 'measured', 'bound'], rows)}"
    if task == "quick":
        print(text)
    else:
        publish("score", "Scoring existing predictions", text)


CHILDREN = {"counted": counted, "scored": scored}


if __name__ == "__main__":
    main()
