"""The report of a comparison on different rows."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict, unpaired_method
from foldwise.intervals import interval_method
from foldwise.phrases import listed
from foldwise.reports.report.method_card import as_tests, explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import Report
from foldwise.reports.report.reproduction import call_text, command_text, literals
from foldwise.reports.report.tables import board_table, pair_table
from foldwise.reports.shared.leaderboard import ranked_board
from foldwise.reports.shared.wording import methods_of
from foldwise.reports.unpaired.text import headline, methods_used, overall_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.report.report import ReportTable
    from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["report_of"]


def report_of(found: UnpairedComparison) -> Report:
    """Put a comparison on different rows into a report.

    Examples
    --------
    >>> import foldwise
    >>> systems = {"mine": ([0, 1] * 30, [0, 1] * 30), "yours": ([0, 1] * 30, [1, 1] * 30)}
    >>> report_of(foldwise.compare_unpaired(systems, measures="error")).verdict
    ('mine is better than yours.',)
    """
    used = dict.fromkeys(judgement.comparison.method for judgement in found.judgements)
    return Report(
        "compare-unpaired",
        listed(list(found.names)),
        about=(headline(found),),
        verdict=tuple(_verdict(found)),
        facts=(
            ("method", methods_used(found)),
            ("seed", str(found.seed)),
            ("fingerprint", ", ".join(f"{name} {table.fingerprint}" for name, table in found.tables.items())),
        ),
        tables=tuple(_tables(found)),
        notes=(*overall_lines(found), *found.notes),
        records=tuple(found.records()),
        document=found.to_dict(),
        method=(
            *explained_methods(
                [finding.interval.method for finding in found.findings if finding.interval], interval_method
            ),
            *as_tests(explained_methods(used, unpaired_method)),
        ),
        reproduction=tuple(_reproduced(found)),
        paragraph=method_paragraph(
            "rows of their own",
            found.names,
            found.measures,
            how="their predictions",
            intervals=methods_of(found.findings, found.level),
            level=found.level,
            tests=", ".join(used),
        ),
        versions=versions_shown(),
    )


def _reproduced(found: UnpairedComparison) -> Iterator[tuple[str, str]]:
    """Code that makes the comparison again; on the command line where the systems are files."""
    options = dict(found.options)
    if found.what != "system":  # a question put to a result, which tells how to make itself again
        return
    systems = options.pop("systems", "systems")
    settings = {
        "measures": ", ".join(measure.name for measure in found.measures),
        "level": found.level,
        "seed": found.seed,
    }
    texts = {**options, **{name: repr(value) for name, value in settings.items()}}
    yield "Python", call_text("compare_unpaired", [systems], texts)
    values = literals({"systems": systems, **texts})
    files = [] if values is None else _files(values.pop("systems"))
    if values is None or not files:
        return
    if isinstance(values.get("scores"), list | tuple):
        values["scores"] = ",".join(values["scores"])
    command = command_text("compare_unpaired", [quote(file) for file in files], values)
    if command is not None:
        yield "Command line", command


def _files(systems: object) -> list[str]:
    """Paths of the files, which the command line calls by their own names; none for anything else."""
    if isinstance(systems, str):
        return [systems]
    several = systems if isinstance(systems, dict) else {}
    named = all(isinstance(one, str) and name == Path(one).stem for name, one in several.items())
    return [str(one) for one in several.values()] if named else []


def _verdict(found: UnpairedComparison) -> Iterator[str]:
    held = [judgement for judgement in found.judgements if judgement.comparison.measure == found.measures[0]]
    for one in held:
        pair = one.comparison
        if one.verdict in (Verdict.BETTER, Verdict.WORSE):
            better, worse = (pair.a, pair.b) if one.verdict is Verdict.BETTER else (pair.b, pair.a)
            yield f"{better} is better than {worse}."
        elif one.verdict is Verdict.EQUIVALENT:
            yield f"{pair.a} and {pair.b} are equivalent: they differ by less than {one.rope:g}."
    undecided = [f"{one.comparison.a} and {one.comparison.b}" for one in held if one.verdict is Verdict.UNDECIDED]
    if undecided:
        yield f"Undecided on these rows: {listed(undecided)}."
    if not held:
        yield "The figures could not be compared."


def _tables(found: UnpairedComparison) -> Iterator[ReportTable]:
    for measure in found.measures:
        yield board_table(ranked_board(found.findings, measure), found.level, who=found.what)
    for measure in found.measures:
        judged = [judgement for judgement in found.judgements if judgement.comparison.measure == measure]
        if judged:
            yield pair_table(judged, found.level, found.adjustment if len(found.names) > 2 else "none")
