"""The tables of the study, the size of the samples that are drawn from each, and the learners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final
from zlib import crc32

import numpy as np
import pandas as pd
from sklearn.dummy import DummyClassifier

from foldwise.data import read
from foldwise.learners import C45Tree, MixedNB

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from foldwise.arrays import Codes
    from foldwise.data import Dataset

TABLES = {
    "breast cancer": ("breast-cancer-wisconsin", 50),
    "chess": ("chess-kr-vs-kp", 900),
    "hypothyroid": ("hypothyroid", 400),
    "mushroom": ("mushroom", 800),
    "soybean": ("soybean-large", 100),
    "vehicle": ("vehicle", 100),
}
"""File of each of his six tables, and the rows of a sample; the target is the column `class`."""
RANDOM, BALANCED = "random labels", "random labels, balanced"
RANDOM_ROWS, RANDOM_COLUMNS, RANDOM_SAMPLE = 3000, 20, 100
LEARNERS = ("C4.5", "naive Bayes")
MAJORITY = "majority"
NUMBERS, PEER = "vehicle", "scikit-learn's tree"
"""The table of numbers alone, on which the speed of another tree is measured."""


@final
@dataclass(frozen=True, eq=False)
class Problem:
    """A table that stands for the world, and the size of the samples that are drawn from it.

    Parameters
    ----------
    name
        What the page calls it.
    dataset
        All rows.
    size
        Rows of a sample.
    balanced
        Whether a sample has equally many rows of both classes.
    """

    name: str
    dataset: Dataset
    size: int
    balanced: bool = False

    @property
    def learners(self) -> tuple[str, ...]:
        """Learners by name: the majority rule too where the classes are balanced."""
        return (*LEARNERS, MAJORITY) if self.balanced else LEARNERS

    def generator(self, group: str, number: int) -> np.random.Generator:
        """Random numbers of a replicate: the same sample for every learner and estimate of a group."""
        return np.random.default_rng([crc32(self.name.encode()), crc32(group.encode()), number])

    def draw(self, rng: np.random.Generator) -> Codes:
        """Rows of a sample without replacement, ascending."""
        if not self.balanced:
            return np.sort(rng.permutation(self.dataset.n)[: self.size])
        halves = [np.flatnonzero(self.dataset.codes == code) for code in range(2)]
        return np.sort(np.concatenate([rng.permutation(rows)[: self.size // 2] for rows in halves]))


def make_learner(name: str) -> Any:  # noqa: ANN401 - an estimator
    """Make a fresh estimator.

    Examples
    --------
    >>> make_learner("C4.5")
    C45Tree()
    """
    return {"C4.5": C45Tree, "naive Bayes": MixedNB, MAJORITY: DummyClassifier}[name]()


def read_problems(folder: Path) -> Iterator[Problem]:
    """His tables, where the folder has them, and two with random labels."""
    for name, (file, size) in TABLES.items():
        path = folder / f"{file}.parquet"
        if path.exists():
            yield read_problem(name, pd.read_parquet(path), size)
    yield from random_problems()


def missing_tables(folder: Path) -> list[str]:
    """Files of his tables that the folder does not have.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     len(missing_tables(Path(folder))) == len(TABLES)
    True
    """
    files = [f"{file}.parquet" for file, _ in TABLES.values()]
    return [name for name in files if not (folder / name).exists()]


def read_problem(name: str, table: pd.DataFrame, size: int) -> Problem:
    """A table whose target is the column `class`, by whatever letters."""
    target = next(column for column in table.columns if column.lower() == "class")
    return Problem(name, read(table.drop(columns=target), table[target].astype(str).to_numpy()), size)


def random_problems() -> Iterator[Problem]:
    """Twenty columns of fair coins, and a label that is one more: nothing can be learned."""
    rng = np.random.default_rng(0)
    columns = {f"x{at}": rng.choice(["no", "yes"], RANDOM_ROWS) for at in range(RANDOM_COLUMNS)}
    labels = rng.permutation(np.repeat(["no", "yes"], RANDOM_ROWS // 2))
    dataset = read(pd.DataFrame(columns), labels)
    yield Problem(RANDOM, dataset, RANDOM_SAMPLE)
    yield Problem(BALANCED, dataset, RANDOM_SAMPLE, balanced=True)
