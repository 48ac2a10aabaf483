"""The result of `certify`: how often the chosen interval contains the truth on data of this shape."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, final

from foldwise.advice import spoils
from foldwise.errors import printable
from foldwise.intervals import clopper_pearson, wilson
from foldwise.phrases import count_of
from foldwise.reports.shared.leaderboard import measure_with_class
from foldwise.reports.shared.records import SCHEMA_VERSION
from foldwise.reports.shared.reported_result import KeptResult
from foldwise.reports.shared.rows_typed import RowOrigin

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.engine import Times
    from foldwise.intervals import Coverage
    from foldwise.reports.report import Report

__all__ = ["Certificate", "CoverageVerdict"]

VERDICT_LEVEL = 0.95
"""Level of the exact interval of the coverage that a verdict rests on."""
FAR_BELOW = 0.05
"""A coverage that may be this far below the level, for all the simulations tell, is said to be known badly."""
MOST_REFUSED = 0.2
"""Largest share of refused datasets that leaves a verdict on the others: those that got an interval are a selection."""


FEWEST_SIMULATED = 20
"""Fewest datasets that assure anything: all of 20 hold the truth in 36 % of cases where the coverage is 95 %, and in 12 % where it is 90 %."""


class CoverageVerdict(StrEnum):
    """Whether the interval keeps its promise, as far as the simulations can tell."""

    HOLDS = "holds its level"
    SHORT = "falls short of its level"
    WIDE = "covers more than its level, so it is wider than necessary"
    VOID = "is not assured"


@final
@dataclass(frozen=True)
class Certificate(KeptResult):
    """How often the intervals of one method contain the truth on data of this shape.

    Parameters
    ----------
    dataset
        Name of the dataset that was imitated.
    measure
        Name of the measure.
    level
        Level that the intervals promise.
    risk
        How often they contained the risk of the model fitted to all rows of its dataset.
    expected
        How often they contained the mean of those risks.
    truth
        Mean risk in the simulations.
    bias
        How far the estimate was above the risk, on average.
    fits
        Fits of the plan for one dataset.
    population
        What the datasets were drawn from, in words.
    asked
        Simulations asked for.
    refused
        Simulated datasets for which the method refused to give an interval.
    stopped
        Why fewer simulations were made than asked for; empty where they were not.
    seed
        Seed of the simulations.
    seconds
        How long they took.
    advice
        What the checks of the rows found; what casts doubt on the figures, the simulated rows do not have.
    dropped_rows
        Rows of the dataset that were left out as they have no target.
    times
        Seconds per fit of the model on simulated datasets, on average.
    origin
        Where the rows came from.
    options
        Arguments of the call that nothing else here tells, as Python writes them.
    positive
        The class that the measure is about, where it is about one.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.certify("lda", foldwise.sample("iris"), simulations=20)
    >>> found.risk.simulations, found.risk.method
    (20, 'influence')
    """

    dataset: str
    measure: str
    level: float
    risk: Coverage
    expected: Coverage
    truth: float
    bias: float
    fits: int
    population: str
    asked: int
    refused: int = 0
    stopped: str = ""
    seed: int = 0
    seconds: float = 0.0
    advice: tuple[Advice, ...] = ()
    dropped_rows: int = 0
    times: Mapping[str, Times] = field(default_factory=dict, compare=False)
    origin: RowOrigin = field(default_factory=RowOrigin, compare=False)
    options: Mapping[str, str] = field(default_factory=dict, compare=False)
    positive: str = ""

    @property
    def measured(self) -> str:
        """The measure, with the class it is about."""
        return measure_with_class(self.measure, self.positive)

    @property
    def coverage(self) -> float:
        """Share of the intervals that contained the risk."""
        return self.risk.coverage

    @property
    def _inside(self) -> int:
        """How many of the intervals contained the risk."""
        return round(self.risk.coverage * self.risk.simulations)

    @property
    def _bounds(self) -> tuple[float, float]:
        """Exact interval of the coverage: 40 of 40 do not contradict a level of 95 %, and so many happen in 13 % of cases."""
        return clopper_pearson(self._inside, self.risk.simulations, VERDICT_LEVEL)

    @property
    def verdict(self) -> CoverageVerdict:
        """What an exact interval of the coverage says about the level.

        Nothing where the rows are not what is simulated, where many of the simulated datasets got no interval, or where there are too few.
        """
        if self._why:
            return CoverageVerdict.VOID
        low, high = self._bounds
        if high < self.level:
            return CoverageVerdict.SHORT
        return CoverageVerdict.WIDE if low > self.level else CoverageVerdict.HOLDS

    @property
    def sentence(self) -> str:
        """The answer in words."""
        found = self.risk
        few = self.verdict is CoverageVerdict.HOLDS and self._bounds[0] < self.level - FAR_BELOW
        caution = ", as far as so few simulations can tell" if few else ""
        like = "these rows" if self.dataset == "data" else self.dataset
        return (
            f"In {count_of(found.simulations, 'simulated dataset')} like {like} the {100 * self.level:g} % interval contained "
            f"the true {self.measured} of {found.model} {count_of(self._inside, 'time')}: {found}. It {self.verdict} here{caution}{self._why}."
        )

    @property
    def _why(self) -> str:
        """Why there is no assurance; empty where there is."""
        causes = [f"{spoil.code} {spoil.title}" for spoil in spoils(self.advice)]
        if causes:
            return f": the simulated rows do not have what these have ({', '.join(causes)})"
        drawn = self.risk.simulations + self.refused
        if self.refused > MOST_REFUSED * drawn:
            return f": {self.refused} of {drawn} simulated datasets got no interval, and the others are a selection"
        low, high = self._bounds
        if self.risk.simulations < FEWEST_SIMULATED and low <= self.level <= high:
            return f": fewer than {FEWEST_SIMULATED} simulated datasets do not tell"
        return ""

    def records(self) -> list[dict[str, Any]]:
        """One record for the risk and one for the expected risk; `value` is the coverage, with a Wilson interval."""
        rows = []
        for found in (self.risk, self.expected):
            low, high = wilson(found.coverage * found.simulations, found.simulations, 0.95)
            rows.append(
                {
                    "model": found.model,
                    "measure": self.measure,
                    "value": found.coverage,
                    "low": low,
                    "high": high,
                    "level": self.level,
                    "method": found.method,
                    "plan": found.plan,
                    "fits": self.fits,
                    "target": found.target,
                    "simulations": found.simulations,
                    "error": found.error,
                    "width": found.width,
                    "positive": self.positive,
                }
            )
        return rows

    def to_frame(self) -> pd.DataFrame:
        """One row for the risk, one for the expected risk."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "certify",
            "advice": [advice_item.record() for advice_item in self.advice],
            "dataset": self.dataset,
            "n": self.risk.n,
            "dropped_rows": self.dropped_rows,
            "times": {name: time.record() for name, time in self.times.items()},
            "population": self.population,
            "level": self.level,
            "seed": self.seed,
            "asked": self.asked,
            "refused": self.refused,
            "stopped": self.stopped,
            "truth": self.truth,
            "bias": self.bias,
            "verdict": str(self.verdict),
            "sentence": self.sentence,
            "rows": self.records(),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:  # noqa: ARG002 - no panels of single models
        from foldwise.reports.certificate.report import report_of

        return report_of(self)

    def _repr_html_(self) -> str:
        from foldwise.reports.report import card

        return card(self.report())

    def __repr__(self) -> str:
        """One line: what was certified and how often it held."""
        return printable(f"<Certificate of {self.measured} on {self.dataset}: {self.risk}>")

    def __str__(self) -> str:
        """Text as the command line prints it, in 80 columns."""
        from foldwise.reports.certificate.text import render

        return printable(render(self))
