"""How often tests call equal models different in simulations: what is known, and how it is said."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, final

from foldwise.intervals import share_error

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Size", "false_positives", "simulated_size", "size_in_brief"]

SIZE_FILES = {"comparisons": "size.json", "different-rows": "size_rows.json"}
"""Studies, and the files in which the package keeps what they found."""


@final
@dataclass(frozen=True)
class Size:
    """How often one test called equal models different in one setting, where 5 % were promised.

    Parameters
    ----------
    test
        Name of the test; ``auto`` for the default.
    plan
        How rows were resampled, or what was compared.
    measure
        What the models were measured by.
    world
        What was fitted to how many rows and columns.
    simulations
        Datasets drawn.
    rate
        Share of them on which the test found a difference at 5 %.
    coverage
        Share of them on which the 95 % interval that comes with the test held the truth; None where that was not counted.
    study
        The page of the study under docs/studies.

    Examples
    --------
    >>> str(Size("corrected-t", "kfold(10, repeats=3)", "error", "lda n=100 p=5", 2000, 0.029))
    '2.9 % ± 0.4'
    """

    test: str
    plan: str
    measure: str
    world: str
    simulations: int
    rate: float
    coverage: float | None = None
    study: str = "comparisons"

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the rate; above 0 also where all simulations agree."""
        return share_error(self.rate, self.simulations)

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def __str__(self) -> str:
        """Write the rate in percent with its Monte-Carlo error."""
        return f"{100 * self.rate:.1f} % ± {100 * self.error:.1f}"


@cache
def _table() -> tuple[Size, ...]:
    """Every setting of the studies of tests, in their order; written by ``python -m studies.comparisons`` and the other."""
    return tuple(
        Size(**dict(zip(document["columns"], row, strict=True)), study=study)
        for study, source in SIZE_FILES.items()
        for document in (
            json.loads(files("foldwise.comparisons.simulations").joinpath(source).read_text(encoding="utf-8")),
        )
        for row in document["rows"]
    )


def simulated_size(test: str, plan: str | None = None) -> tuple[Size, ...]:
    """What the studies of tests found for one, on all plans or on one.

    Examples
    --------
    >>> {found.test for found in simulated_size("naive-t")}
    {'naive-t'}
    """
    return tuple(found for found in _table() if found.test == test and plan in (None, found.plan))


def false_positives(test: str, plan: str | None = None) -> str:
    """Say how often a test calls equal models different, over the models and rows studied; empty where unknown.

    Examples
    --------
    >>> false_positives("no-such-test")
    ''
    """
    return _range(simulated_size(test, plan))


def size_in_brief(test: str) -> str:
    """One line: the rates for each kind of model studied; empty where unknown.

    Examples
    --------
    >>> size_in_brief("no-such-test")
    ''
    """
    kinds: dict[str, list[Size]] = {}
    for found in simulated_size(test):
        kinds.setdefault(found.world.partition(" n=")[0], []).append(found)
    return ", ".join(f"{kind} {_range(found)}" for kind, found in kinds.items())


def _range(found: Sequence[Size]) -> str:
    """Rates from the lowest to the highest, in whole percent."""
    rates = [round(100 * one.rate) for one in found]
    if not rates:
        return ""
    low, high = min(rates), max(rates)
    return f"{low} %" if low == high else f"{low} to {high} %"
