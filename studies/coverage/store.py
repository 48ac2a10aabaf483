"""What is kept between runs: every interval of every replication, in an SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from studies.coverage.cells import Cell
    from studies.coverage.simulate import Trial

TABLE = """CREATE TABLE IF NOT EXISTS trials (
    problem TEXT, learner TEXT, n INTEGER, plan TEXT, method TEXT, seed INTEGER, low REAL, high REAL, risk REAL,
    PRIMARY KEY (problem, learner, n, plan, method, seed)) WITHOUT ROWID"""


@final
class Store:
    """Keeps trials; several processes may write at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        with closing(self._open()) as file, file:
            file.execute("PRAGMA journal_mode=WAL")
            file.execute(TABLE)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=60)

    def add(self, cell: Cell, trials: Iterable[tuple[int, Trial]]) -> None:
        """Keep the trials of some seeds."""
        key = (cell.problem, cell.learner, cell.n, cell.label)
        rows = [(*key, one.method, seed, one.low, one.high, one.risk) for seed, one in trials]
        with closing(self._open()) as file, file:
            file.executemany("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def seeds(self, cell: Cell) -> set[int]:
        """Seeds for which every method of the cell is there."""
        question = """SELECT seed FROM trials WHERE problem = ? AND learner = ? AND n = ? AND plan = ?
            GROUP BY seed HAVING COUNT(*) >= ?"""
        key = (cell.problem, cell.learner, cell.n, cell.label, len(cell.methods))
        with closing(self._open()) as file:
            return {seed for (seed,) in file.execute(question, key)}

    def trials(self) -> list[tuple[str, str, int, str, str, int, float | None, float | None, float]]:
        """Everything, ordered by cell and method."""
        question = "SELECT * FROM trials ORDER BY problem, learner, n, plan, method, seed"
        with closing(self._open()) as file:
            return list(file.execute(question))
