"""Systems, or segments, compared on different rows, as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from foldwise.errors import UnknownNameError, printable
from foldwise.reports.shared.finding import known_measure, listed_measure
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from foldwise.comparisons import Heterogeneity, Judgement
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding

__all__ = ["UnpairedComparison"]


@final
@dataclass(frozen=True, eq=False)
class UnpairedComparison(KeptResult):
    """Which of several systems on different rows is better, or whether a measure differs between segments of the rows.

    Parameters
    ----------
    what
        What is compared: ``system`` or ``segment``.
    tables
        The predictions of each, by name.
    findings
        One per name and measure: the value and its interval.
    judgements
        One per pair and measure: the difference, its interval, p-values and the verdict.
    overall
        For each measure, whether there is any difference at all; empty for measures without such a test.
    missing
        Why there is no test, for measures that have none.
    level
        Level of intervals and verdicts.
    adjustment
        How p-values of several pairs were adjusted.
    seed
        Seed of all draws.
    notes
        What the reader should know.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> mine, yours = ([0, 1] * 40, [0, 1] * 36 + [1, 0] * 4), ([0, 1] * 50, [0, 1] * 35 + [1, 0] * 15)
    >>> result = foldwise.compare_unpaired({"mine": mine, "yours": yours}, measures="error")
    >>> result.pairs()[["a", "b", "difference", "verdict"]].to_dict("records")
    [{'a': 'mine', 'b': 'yours', 'difference': -0.2, 'verdict': 'better'}]
    """

    what: str
    tables: Mapping[str, Predictions]
    findings: tuple[Finding, ...]
    judgements: tuple[Judgement, ...]
    overall: Mapping[str, Heterogeneity] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    level: float = 0.95
    adjustment: str = "holm"
    seed: int = 0
    notes: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the systems or segments."""
        return tuple(self.tables)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures, in the order asked for."""
        return tuple(dict.fromkeys(finding.measure for finding in self.findings))

    def finding(self, name: str, measure: str) -> Finding:
        """Return what was found for one system or segment under one measure, by any of its names."""
        if name not in self.names:
            kind = f"{self.what} here"
            raise UnknownNameError.of(kind, name, self.names)
        wanted = known_measure(measure, [measure.name for measure in self.measures])
        for one in self.findings:
            if (one.model, one.measure.name) == (name, wanted):
                return one
        raise UnknownNameError.of("measure here", measure, [measure.name for measure in self.measures])

    def records(self) -> list[dict[str, Any]]:
        """One plain record per name and measure."""
        return [
            {**finding.record("fixed", self.level), "rows": self.tables[finding.model].n} for finding in self.findings
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row per name and measure."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records())

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """One row per pair and measure: the difference, its interval, p-values and the verdict."""
        import pandas as pd

        wanted = None if measure is None else listed_measure(measure, [measure.name for measure in self.measures])
        records = [
            judgement.record() for judgement in self.judgements if wanted in (None, judgement.comparison.measure.name)
        ]
        columns = ["a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict"]
        return pd.DataFrame.from_records(records) if records else pd.DataFrame(columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the rows, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "verb": "compare-unpaired",
            "what": self.what,
            "names": list(self.names),
            "n": {name: table.n for name, table in self.tables.items()},
            "level": self.level,
            "adjustment": self.adjustment,
            "seed": self.seed,
            "rows": [json_record(record) for record in self.records()],
            "pairs": [json_record(judgement.record()) for judgement in self.judgements],
            "overall": {name: json_record(vars(found)) for name, found in self.overall.items()},
            "missing": dict(self.missing),
            "notes": list(self.notes),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _report(self, *, panels: bool) -> Report:  # noqa: ARG002 - no panels of single models
        from foldwise.reports.unpaired.report import report_of

        return report_of(self)

    def _repr_html_(self) -> str:
        from foldwise.reports.unpaired.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was compared and by what."""
        measures = ", ".join(measure.name for measure in self.measures)
        return printable(f"<UnpairedComparison of {self.what}s {', '.join(self.names)}: {measures}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.unpaired.text import render

        return printable(render(self))
