"""What is kept: for every problem, learner and method the sums from which means, spreads and their errors follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, final

import numpy as np
import pandas as pd

from studies.kohavi.estimates import Method

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

    from foldwise.arrays import Floats
    from studies.kohavi.groups import Found
    from studies.kohavi.runs import Cost

SUMS = ("count", "sum1", "sum2", "sum3", "sum4", "error1", "error2", "covered", "width", "refused")
"""Samples; sums of powers of the estimates; of their errors and squares; intervals that cover, their widths, refusals."""
TRUTH, RUNS = Method("truth"), Method("runs")
"""The accuracy on all other rows; and the runs of a learner, with their seconds and processor seconds as sums."""


@final
class Key(NamedTuple):
    """What a line of the results is about."""

    problem: str
    learner: str
    group: str
    method: Method


@final
@dataclass
class Results:
    """Sums by key."""

    sums: dict[Key, Floats] = field(default_factory=dict)

    def add(self, problem: str, group: str, found: Found) -> None:
        """Add what one sample says about one learner."""
        place = problem, found.learner, group
        if found.truth is not None:
            self._add(Key(*place, TRUTH), _powers(found.truth, 0.0))
        for method, value in found.values.items():
            self._add(Key(*place, method), _powers(value, found.truth))
        for method, ends in found.intervals.items():
            self._add(Key(*place, method), _covered(ends, found.truth))

    def add_cost(self, place: tuple[str, str, str], cost: Cost) -> None:
        """Add the runs of a learner."""
        self._add(Key(*place, RUNS), np.array([cost.runs, cost.wall, cost.cpu, *[0.0] * (len(SUMS) - 3)]))

    def done(self, problem: str, group: str) -> int:
        """Samples of a group that are there."""
        counts = [sums[0] + sums[-1] for key, sums in self.sums.items() if _is(key, problem, group)]
        return int(max(counts, default=0))

    def seconds(self, problem: str, group: str) -> float:
        """Seconds that the runs of a group took."""
        return float(
            sum(
                sums[1]
                for key, sums in self.sums.items()
                if (key.problem, key.group, key.method) == (problem, group, RUNS)
            )
        )

    def _add(self, key: Key, sums: Floats) -> None:
        self.sums[key] = self.sums.get(key, np.zeros(len(SUMS))) + sums

    def write(self, path: Path) -> None:
        """Write all sums, through another file, so that what is there stays whole."""
        if not self.sums:
            return
        lines = [
            {**key._asdict(), **key.method._asdict(), **dict(zip(SUMS, sums.tolist(), strict=True))}
            for key, sums in sorted(self.sums.items())
        ]
        table = pd.DataFrame(lines).drop(columns="method")
        aside = path.with_suffix(".tmp")
        path.parent.mkdir(parents=True, exist_ok=True)
        table.to_parquet(aside, index=False, compression="zstd")
        aside.replace(path)

    @classmethod
    def read(cls, path: Path) -> Results:
        """Read what was written; nothing where there is no file."""
        if not path.exists():
            return cls()
        lines = pd.read_parquet(path).to_dict("records")
        return cls(
            {
                Key(one["problem"], one["learner"], one["group"], _method(one)): np.array([one[name] for name in SUMS])
                for one in lines
            }
        )


def _method(line: dict[Hashable, Any]) -> Method:
    return Method(str(line["name"]), int(line["folds"]), int(line["times"]), bool(line["stratified"]))


def _is(key: Key, problem: str, group: str) -> bool:
    return (key.problem, key.group) == (problem, group) and key.method != RUNS


def _powers(value: float, truth: float | None) -> Floats:
    error = 0.0 if truth is None else value - truth
    return np.array([1.0, value, value**2, value**3, value**4, error, error**2, 0.0, 0.0, 0.0])


def _covered(ends: tuple[float, float] | None, truth: float | None) -> Floats:
    if ends is None or truth is None:
        return np.array([0.0] * (len(SUMS) - 1) + [1.0])
    inside = ends[0] - 1e-12 <= truth <= ends[1] + 1e-12
    return np.array([1.0, *[0.0] * 6, float(inside), ends[1] - ends[0], 0.0])
