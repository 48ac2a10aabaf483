"""Every cell of the study by name, and how one simulation of it is made."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from studies.validity.cells import IN_TURNS, Cell, Wanted, coverage_cells
from studies.validity.duels import Duel, duels, simulate_duel
from studies.validity.simulate import simulate

if TYPE_CHECKING:
    from studies.validity.store import Sums


@cache
def all_cells() -> dict[str, Cell | Duel]:
    """Cells by name, in the order of the page: intervals first, then comparisons."""
    return {one.key: one for one in (*coverage_cells(), *duels())}


def simulate_cell(key: str, number: int, wanted: Wanted = IN_TURNS) -> Sums:
    """Counts and sums of one simulation."""
    cell = all_cells()[key]
    return simulate(cell, number, wanted) if isinstance(cell, Cell) else simulate_duel(cell, number, wanted)
