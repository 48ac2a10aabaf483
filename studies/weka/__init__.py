"""Weka as an outside witness: predictions of its classifiers on given folds of a table."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sklearn.model_selection import StratifiedKFold

from foldwise.learners.table_encoding import TableEncoding

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Codes, Floats

__all__ = ["folds_of", "weka_predictions", "weka_seconds"]


def quoted(text: object) -> str:
    """A name as ARFF has it."""
    return "'" + str(text).replace("\\", "_").replace("'", "_") + "'"


def write_arff(table: pd.DataFrame, labels: pd.Series, path: Path) -> None:
    """Write a table for Weka, its levels in the order that ours have."""
    encoding = TableEncoding.of(table)
    kinds = ["numeric" if one is None else "{" + ",".join(map(quoted, one)) + "}" for one in encoding.levels]
    classes = "{" + ",".join(map(quoted, sorted(labels.unique()))) + "}"
    lines = ["@relation rows"]
    lines += [f"@attribute {quoted(name)} {kind}" for name, kind in zip(encoding.names, kinds, strict=True)]
    lines += [f"@attribute {quoted('the class')} {classes}", "@data"]
    for codes, label in zip(encoding.encode(table), labels, strict=True):
        cells = [
            "?" if np.isnan(code) else repr(float(code)) if levels is None else quoted(levels[int(code)])
            for code, levels in zip(codes, encoding.levels, strict=True)
        ]
        lines.append(",".join([*cells, quoted(label)]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def folds_of(labels: pd.Series, repeats: int) -> Codes:
    """Fold of each row in each repeat of ten stratified folds."""
    folds = np.empty((repeats, len(labels)), dtype=np.intp)
    for repeat in range(repeats):
        split = StratifiedKFold(10, shuffle=True, random_state=repeat).split(labels, labels)
        for fold, (_, test) in enumerate(split):
            folds[repeat, test] = fold
    return folds


def weka_predictions(jar: str, classifier: str, table: tuple[pd.DataFrame, pd.Series], folds: Codes) -> np.ndarray:
    """What a classifier of Weka with its defaults predicts for each row in each repeat; `jar` is Weka's."""
    codes = np.loadtxt(_run(jar, classifier, table, folds).stdout.splitlines(), dtype=int, ndmin=2)
    return np.array(sorted(table[1].unique()))[codes]


def weka_seconds(jar: str, classifier: str, table: tuple[pd.DataFrame, pd.Series], folds: Codes) -> Floats:
    """Processor seconds of the ten fits of each repeat, with the predictions of their test rows; Java's start is left out."""
    return np.loadtxt(_run(jar, classifier, table, folds).stderr.splitlines(), ndmin=1)


def _run(
    jar: str, classifier: str, table: tuple[pd.DataFrame, pd.Series], folds: Codes
) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        write_arff(*table, Path(folder, "rows.arff"))
        np.savetxt(Path(folder, "folds.csv"), folds, "%d", ",")
        program = str(Path(__file__).with_name("WekaFolds.java"))
        command = ["java", "-cp", jar, program, classifier, f"{folder}/rows.arff", f"{folder}/folds.csv"]
        return subprocess.run(command, capture_output=True, text=True, check=True)
