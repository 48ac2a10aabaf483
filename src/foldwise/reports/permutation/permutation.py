"""The permutation test against chance as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import printable
from foldwise.reports.shared.leaderboard import named_about
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult
from foldwise.reports.shared.rows_typed import RowOrigin

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from foldwise.measures import Measure
    from foldwise.reports.report import Report

__all__ = ["PermutationTest"]


@final
@dataclass(frozen=True, eq=False)
class PermutationTest(KeptResult):
    """Whether a model does better than the same model on targets that have nothing to do with the features.

    Parameters
    ----------
    model, measure
        What was tested, by what.
    value
        The measure with the targets as they are.
    null
        The measure with permuted targets, in the order they were drawn.
    as_good
        How many of them are as good as `value`.
    p_value
        (b + 1)/(m + 1) of m permutations, b of them as good; h/l where it stopped at the h-th of them, the l-th permutation.
    permutations
        How many permutations there were to be at most.
    stop_after
        After how many as good ones it stops; None: never before the last.
    shuffle
        What was permuted: ``rows``, ``groups`` or ``within`` groups.
    plan
        Text of the plan.
    seed
        Seed of plan, models and permutations.
    name
        What the dataset is called.
    rows
        Number of rows.
    level
        Level at which a result is called different from chance.
    origin
        Where the rows came from.
    options
        Arguments of the call that nothing else here tells, as Python writes them.
    positive
        The class that the measure is about, where it is about one.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.permutation_test("gaussian-nb", foldwise.sample("iris"), measure="error", permutations=99)
    >>> found.p_value, found.better_than_chance
    (0.01, True)
    """

    model: str
    measure: Measure
    value: float
    null: tuple[float, ...] = field(repr=False)
    as_good: int
    p_value: float
    permutations: int
    stop_after: int | None
    shuffle: str
    plan: str
    seed: int
    name: str = "data"
    rows: int = 0
    level: float = 0.95
    origin: RowOrigin = field(default_factory=RowOrigin, compare=False)
    options: Mapping[str, str] = field(default_factory=dict, compare=False)
    positive: str = ""

    @property
    def measured(self) -> str:
        """The measure, with the class it is about."""
        return named_about(self.measure, self.positive)

    @property
    def statistic(self) -> float:
        """The measure itself."""
        return self.value

    @property
    def df(self) -> None:
        """There are no degrees of freedom."""
        return

    @property
    def better_than_chance(self) -> bool:
        """Whether the p-value is at most 1 - level."""
        return self.p_value <= 1 - self.level

    @property
    def chance(self) -> float:
        """Mean of the measure with permuted targets; not a number where none has a value."""
        known = [one for one in self.null if one == one]
        return float(np.mean(known)) if known else float("nan")

    def record(self) -> dict[str, Any]:
        """Everything but the null values."""
        return {
            "model": self.model,
            "measure": self.measure.name,
            "positive": self.positive,
            "value": self.value,
            "chance": self.chance,
            "p_value": self.p_value,
            "as_good": self.as_good,
            "permutations": len(self.null),
            "most_permutations": self.permutations,
            "stop_after": self.stop_after,
            "shuffle": self.shuffle,
            "plan": self.plan,
            "level": self.level,
            "seed": self.seed,
        }

    def to_frame(self) -> pd.DataFrame:
        """One row per permutation: the measure."""
        import pandas as pd

        return pd.DataFrame({"permutation": np.arange(1, len(self.null) + 1), self.measure.name: self.null})

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "permutation-test",
            "dataset": self.name,
            "n": self.rows,
            "rows": [json_record(self.record())],
            "null": [None if one != one else one for one in self.null],
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.permutation.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.permutation.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was tested, and the p-value."""
        text = f"{self.measured} {self.value:.4g}, p {'' if self.as_good else '≤ '}{self.p_value:.4g} over {len(self.null):,} permutations"
        return printable(f"<PermutationTest of {self.model} on {self.name}: {text}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.permutation.text import render

        return printable(render(self))
