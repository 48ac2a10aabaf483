"""Every cell of the study by name, and how one simulation of it is made."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from studies.validity.cells import Cell, coverage_cells
from studies.validity.simulate import simulate

if TYPE_CHECKING:
    from studies.validity.store import Sums


@cache
def all_cells() -> dict[str, Cell]:
    """Cells by name, in the order of the page."""
    return {one.key: one for one in coverage_cells()}


def simulate_cell(key: str, number: int, *, everything: bool = False) -> Sums:
    """Counts and sums of one simulation."""
    return simulate(all_cells()[key], number, everything=everything)
