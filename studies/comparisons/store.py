"""What is kept between runs: every p-value of every replication, in an SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from foldwise.arrays import Floats
    from studies.comparisons.trials import Trial
    from studies.comparisons.world import World

TABLE = """CREATE TABLE IF NOT EXISTS trials (
    world TEXT, test TEXT, plan TEXT, measure TEXT, seed INTEGER, p REAL,
    PRIMARY KEY (world, test, plan, measure, seed)) WITHOUT ROWID"""


@final
class Store:
    """Keeps p-values."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        with closing(self._open()) as file, file:
            file.execute("PRAGMA journal_mode=WAL")
            file.execute(TABLE)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=60)

    def add(self, world: World, found: Mapping[int, Mapping[Trial, float]]) -> None:
        """Keep the p-values of some seeds."""
        rows = [
            (world.name, trial.test, trial.shown, trial.measure, seed, p)
            for seed, values in found.items()
            for trial, p in values.items()
        ]
        with closing(self._open()) as file, file:
            file.executemany("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?)", rows)

    def seeds(self, world: World) -> set[int]:
        """Seeds that are there."""
        with closing(self._open()) as file:
            return {seed for (seed,) in file.execute("SELECT DISTINCT seed FROM trials WHERE world = ?", (world.name,))}

    def known(self, world: World) -> dict[tuple[str, str, str], set[int]]:
        """Seeds that are there of every test, plan and measure."""
        found: dict[tuple[str, str, str], set[int]] = {}
        question = "SELECT test, plan, measure, seed FROM trials WHERE world = ?"
        with closing(self._open()) as file:
            for *key, seed in file.execute(question, (world.name,)):
                found.setdefault((key[0], key[1], key[2]), set()).add(seed)
        return found

    def p_values(self, world: World, trial: Trial) -> Floats:
        """All p-values of a trial in a world; where there was no valid test, 1."""
        question = "SELECT p FROM trials WHERE world = ? AND test = ? AND plan = ? AND measure = ?"
        key = (world.name, trial.test, trial.shown, trial.measure)
        with closing(self._open()) as file:
            found = [1.0 if p is None else p for (p,) in file.execute(question, key)]
        return np.array(found)
