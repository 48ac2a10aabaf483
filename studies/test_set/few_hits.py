"""Cells of their own: tables with few hits, weights that go with the errors, groups that are easy or hard together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from studies.test_set import worlds
from studies.test_set.simulate import LEVEL, add_interval
from studies.test_set.store import SUMMED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.arrays import Array
    from studies.test_set.store import Key, Sums

SIZES, LARGE = (30, 50, 100, 300), 1_000_000
TWO = (
    *("mcc", "kappa", "f1", "f(2)", "precision", "recall", "balanced-error", "macro-f1", "informedness", "markedness"),
    *("g-mean", "lr-positive", "diagnostic-odds-ratio"),
)
THREE = ("mcc", "kappa", "quadratic-kappa", "macro-f1", "balanced-error")
SHARES_OF_THREE = "70/20/10"
LABELS, VALUES = ("error", "recall", "precision", "auc", "mcc"), ("rmse", "mae")
WITH_GROUPS = ("error", "recall", "mcc", "auc", "log-loss")


@final
@dataclass(frozen=True)
class OwnCell:
    """A section of the page, the words of its columns, and the measures."""

    section: str
    words: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its name in the store."""
        return ", ".join([self.section, *self.words])


def own_cells() -> tuple[OwnCell, ...]:
    """All of them."""
    tables = [(f"{100 * share:g} %", kind, TWO) for share in worlds.SHARES for kind in worlds.CLASSIFIERS]
    tables += [(SHARES_OF_THREE, f"{strength:g} of rows known", THREE) for strength in (0.2, 0.8)]
    return (
        *(OwnCell("counts", (share, kind, str(n)), names) for share, kind, names in tables for n in SIZES),
        *(
            OwnCell("weights", (kind, f"{bend:+g}", str(n)), (*LABELS, *VALUES))
            for kind in worlds.WEIGHTS
            for bend in (-0.5, 0.0, 0.5)
            for n in (100, 200, 1000)
        ),
        *(OwnCell("groups", (kind,), WITH_GROUPS) for kind in worlds.GROUPS),
    )


def simulate_own(cell: OwnCell, draws: int) -> list[tuple[Key, str, Sums]]:
    """Sums over so many test sets, for each measure."""
    truths = _truths(cell)
    sums = {name: dict.fromkeys(SUMMED, 0.0) for name in cell.names}
    methods = dict.fromkeys(cell.names, "")
    for tables, times in _draws(cell, draws):
        for name in cell.names:
            scored = ModelScores(tables[name in VALUES], "m", measure(name))
            found = None if np.isnan(scored.value) else make_interval(scored, level=LEVEL)
            sums[name]["asked"] += times
            if found is not None:
                add_interval(sums[name], (found.low, found.high), scored.value, truths[name], times=times)
                methods[name] = found.method
    return [(("own", cell.key, name), methods[name], sums[name]) for name in cell.names]


def _cells_of(cell: OwnCell) -> Array:
    share, kind, _ = cell.words
    if share == SHARES_OF_THREE:
        return worlds.three_classes(float(kind.split()[0]))
    return worlds.table_of(float(share.split()[0]) / 100, kind)


def _truths(cell: OwnCell) -> dict[str, float]:
    if cell.section == "counts":
        return {name: float(measure(name).of_table(_cells_of(cell), 1)) for name in cell.names}  # type: ignore[attr-defined]
    if cell.section == "weights":
        whole = _whole(float(cell.words[1]))
        return {name: ModelScores(whole[name in VALUES], "m", measure(name)).value for name in cell.names}
    return {name: ModelScores(_pooled(cell.words[0]), "m", measure(name)).value for name in cell.names}


@cache
def _whole(bend: float) -> tuple[Predictions, Predictions]:
    rng = np.random.default_rng(1)
    return worlds.tables(*worlds.answers(rng.normal(size=LARGE), bend, rng), None)


@cache
def _pooled(kind: str) -> Predictions:
    """All rows of many test sets together."""
    rng = np.random.default_rng(2)
    parts = [worlds.grouped(kind, rng) for _ in range(3000)]
    truth = np.concatenate([part.truth for part in parts])
    answers = [part.of("m") for part in parts]
    labels = np.concatenate([one.output for one in answers])
    said = np.concatenate([one.scores[:, 1] for one in answers if one.scores is not None])
    return Predictions.build(truth, {"m": labels}, scores={"m": said}, classes=[0, 1])


def _draws(cell: OwnCell, draws: int) -> Iterable[tuple[tuple[Predictions, Predictions], int]]:
    if cell.section == "counts":
        found = worlds.drawn_tables(_cells_of(cell), int(cell.words[2]), draws)
        return (((table, table), times) for table, times in found)
    return ((one, 1) for one in _rows(cell, draws))


def _rows(cell: OwnCell, draws: int) -> Iterator[tuple[Predictions, Predictions]]:
    rng = np.random.default_rng(len(cell.key) + int(cell.words[-1].split()[0]))
    for _ in range(draws):
        if cell.section == "groups":
            table = worlds.grouped(cell.words[0], rng)
            yield table, table
        else:
            kind, bend, n = cell.words
            yield worlds.weighted(int(n), kind, float(bend), rng)
