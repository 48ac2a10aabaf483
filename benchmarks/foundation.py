"""The generic path against `cross_validate`, and what starting foldwise costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_predict, cross_validate
from sklearn.naive_bayes import GaussianNB

from benchmarks.timing import in_turns, publish, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.measures import ModelScores, measure
from foldwise.plans import as_plan, draw

MEASURES = {"accuracy": "accuracy", "roc_auc": "auc"}


def generic_path() -> tuple[float, float]:
    """Share of scikit-learn's time, and share of equal labels, over 10x10 folds of naive Bayes."""
    X, y = load_breast_cancer(return_X_y=True)
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    dataset = as_dataset(X, y)
    resamples = draw(as_plan(splitter), dataset, 0)

    def ours() -> list[float]:
        predictions = run(dataset, {"m": GaussianNB()}, resamples, Settings(jobs=1, engine="generic"))
        return [ModelScores(predictions, "m", measure(name)).value for name in MEASURES.values()]

    def theirs() -> object:
        return cross_validate(GaussianNB(), X, y, cv=splitter, scoring=list(MEASURES), n_jobs=1)

    seconds = in_turns({"foldwise": ours, "scikit-learn": theirs}, rounds=7)
    table_ = run(dataset, {"m": GaussianNB()}, resamples, Settings(jobs=1, engine="generic")).of("m")
    equal = [
        np.mean(
            cross_val_predict(GaussianNB(), X, y, cv=[(resamples.train_rows(r), resamples.test_rows(r)) for r in part])
            == dataset.labels[table_.output[np.isin(table_.resample, part)]][
                np.argsort(table_.row[np.isin(table_.resample, part)])
            ]
        )
        for part in np.arange(100).reshape(10, 10)
    ]
    return seconds["foldwise"] / seconds["scikit-learn"], float(np.mean(equal))


def cpu_seconds(*arguments: str) -> float:
    """CPU seconds of a Python process, best of five, beyond those of an empty one."""
    return max(0.0, min(_cpu(arguments) for _ in range(5)) - min(_cpu(("-c", "pass")) for _ in range(5)))


def _cpu(arguments: tuple[str, ...]) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def main() -> None:
    """Measure and publish."""
    share, equal = generic_path()
    program = str(Path(sys.executable).with_name("foldwise"))
    rows = [
        [
            "generic path, 10x10 folds of GaussianNB on breast cancer, share of cross_validate's time",
            f"{share:.0%}",
            "60%",
        ],
        ["the same: labels equal to scikit-learn's", f"{equal:.2%}", "100%"],
        ["`import foldwise`, CPU seconds", f"{cpu_seconds('-c', 'import foldwise'):.3f}", "0.05"],
        ["`foldwise --help`, CPU seconds", f"{cpu_seconds(program, '--help'):.3f}", "0.3"],
    ]
    publish("foundation", "Foundation", table(["figure", "measured", "bound"], rows))


if __name__ == "__main__":
    main()
