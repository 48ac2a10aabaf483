"""Real datasets from a folder of Parquet files with a table of contents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

import foldwise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from foldwise.data import Dataset

__all__ = ["datasets_in", "some_rows"]

FILE = re.compile(r"^\|\s*(\S+\.parquet)\s*\|")
TARGET = re.compile(r"\|\s*`([^`]+)`\s*\|")


def datasets_in(folder: Path, most_rows: int = 20_000) -> Iterator[Dataset]:
    """Every dataset that the table of contents names, with its target; of long ones a random part of the rows, in order."""
    import pandas as pd

    for line in (folder / "MANIFEST.md").read_text(encoding="utf-8").split("\n"):
        file, target = FILE.match(line), TARGET.search(line)
        if file is None or target is None:
            continue
        frame = pd.read_parquet(folder / file[1])
        if len(frame) > most_rows:
            kept = np.sort(np.random.default_rng(0).permutation(len(frame))[:most_rows])
            frame = frame.iloc[kept].reset_index(drop=True)
        task = "regression" if "regression" in line else "classification"
        yield foldwise.read(frame, target[1], task=task, name=file[1].removesuffix(".parquet"))


def some_rows(dataset: Dataset, rows: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> Dataset:
    """A part of the rows of a dataset, in this order."""
    from dataclasses import replace

    return replace(dataset, X=dataset.rows(rows), target=dataset.target[rows])
