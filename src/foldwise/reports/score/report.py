"""The report of a score."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict, comparison_method
from foldwise.intervals import interval_method
from foldwise.phrases import listed
from foldwise.reports.panels import panels_of
from foldwise.reports.report.method_card import explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import Report
from foldwise.reports.report.reproduction import call_text, command_text, literals
from foldwise.reports.report.tables import board_table, confusion_table, pair_table, rate_table, segment_table
from foldwise.reports.score.score import SCOPE
from foldwise.reports.score.text import headline, methods_used, tests_used
from foldwise.reports.shared.leaderboard import class_note, ranked_board
from foldwise.reports.shared.wording import level_text
from foldwise.reports.unpaired.text import overall_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.report.report import ReportTable
    from foldwise.reports.score.score import Score

__all__ = ["report_of"]


def report_of(score: Score, *, panels: bool = False) -> Report:
    """Put a score into a report; `panels` are what a page draws of each system.

    Examples
    --------
    >>> import foldwise
    >>> report_of(foldwise.score([0, 1] * 20, [0, 0] * 20, measures="error")).verdict[0]
    'The error rate of system is 0.500, 95 % interval [0.352, 0.648].'
    """
    tests = tests_used(score) if score.judgements else ""
    facts = [
        ("intervals", f"{methods_used(score)}; {SCOPE}"),
        ("tests", tests),
        ("class", class_note(score.findings)),
        ("seed", str(score.seed)),
        ("fingerprint", "" if score.predictions is None else f"predictions {score.predictions.fingerprint}"),
    ]
    kept = score.predictions
    return Report(
        "score",
        score.name,
        about=(headline(score),),
        verdict=tuple(_verdict(score)),
        facts=tuple((title, text) for title, text in facts if text),
        tables=tuple(_tables(score)),
        notes=score.notes,
        advice=score.advice,
        records=tuple(score.records()),
        document=score.to_dict(),
        panels=panels_of(kept, score.systems, score.level) if panels and kept is not None else (),
        method=(
            *explained_methods(
                [finding.interval.method for finding in score.findings if finding.interval], interval_method
            ),
            *explained_methods([judgement.comparison.method for judgement in score.judgements], comparison_method),
        ),
        reproduction=tuple(_reproduced(score)),
        paragraph=method_paragraph(
            f"{score.name} ({score.rows:,} rows)",
            score.systems,
            score.measures,
            how="their predictions of one test set",
            intervals=methods_used(score),
            level=score.level,
            tests=tests,
        ),
        versions=versions_shown(),
    )


def _reproduced(score: Score) -> Iterator[tuple[str, str]]:
    """Code that makes the score again; on the command line where predictions are columns of a file."""
    options = dict(score.options)
    first = [options.pop("truth", "truth"), options.pop("predicted", "predicted" if not score.options else "None")]
    settings = {
        "measures": ", ".join(measure.name for measure in score.measures),
        "level": score.level,
        "seed": score.seed,
    }
    texts = {**options, **{name: repr(value) for name, value in settings.items()}}
    yield "Python", call_text("score", first, texts)
    values = literals({"truth": first[0], "predicted": first[1], **texts})
    if values is None or not isinstance(path := values.pop("data", None), str) or not isinstance(values["truth"], str):
        return
    values["predicted"] = _columns(values["predicted"])
    values["scores"] = _columns(values.pop("scores", None))
    command = command_text("score", [quote(path)], values)
    if command is not None:
        yield "Command line", command


def _columns(given: object) -> list[str] | None:
    """Columns of systems as they are typed: NAME=COLUMN, several columns of one system with commas."""
    if given is None or isinstance(given, str):
        return given if given is None else [given]
    if not isinstance(given, dict):
        return [str(one) for one in given] if isinstance(given, list | tuple) else None
    columns = {name: ",".join(one) if isinstance(one, list | tuple) else one for name, one in given.items()}
    return [f"{name}={column}" for name, column in columns.items() if column is not None]


def _verdict(score: Score) -> Iterator[str]:
    board = ranked_board(score.findings, score.measures[0])
    first = board.lines[0]
    value, span = board.digits.show(first.finding.estimate.value), board.digits.interval(*first.ends)
    sure = f", {level_text(score.level)} interval {span}" if first.finding.interval else ", without an interval"
    several = len(board.lines) > 1
    lead = f"The best {board.title} is that of {first.label}:" if several else f"The {board.title} of {first.label} is"
    yield f"{lead} {value}{sure}."
    held = [judgement for judgement in score.judgements if judgement.comparison.measure == score.measures[0]]
    open_ = [f"{one.comparison.a} and {one.comparison.b}" for one in held if one.verdict is Verdict.UNDECIDED]
    for one in held:
        pair = one.comparison
        if one.verdict in (Verdict.BETTER, Verdict.WORSE):
            better, worse = (pair.a, pair.b) if one.verdict is Verdict.BETTER else (pair.b, pair.a)
            yield f"{better} is better than {worse}."
        elif one.verdict is Verdict.EQUIVALENT:
            yield f"{pair.a} and {pair.b} are equivalent: they differ by less than {one.rope:g}."
    if open_:
        yield f"Undecided on these rows: {listed(open_)}."


def _tables(score: Score) -> Iterator[ReportTable]:
    for measure in score.measures:
        yield board_table(ranked_board(score.findings, measure), score.level, who="system")
    for measure in score.measures:
        found = [judgement for judgement in score.judgements if judgement.comparison.measure == measure]
        if found:
            yield pair_table(found, score.level, score.adjustment)
    for measure in score.measures if score.segments else ():
        yield segment_table(score.segments, measure)
    yield from _between_segments(score)
    for system in score.systems if score.classes else ():
        confusion = confusion_table(score.confusion(system), system)
        if confusion is not None:
            yield confusion
        yield rate_table(score.per_class(system), system)


def _between_segments(score: Score) -> Iterator[ReportTable]:
    """Which segments differ, for each system, with p-values adjusted over the pairs."""
    from dataclasses import replace

    name = score.measures[0].name
    for system, found in (
        score.segment_tests(name) if score.segments and score.predictions is not None else {}
    ).items():
        overall = found.overall.get(name)
        text = f"any difference at all: {overall_text(overall)}; " if overall is not None else ""
        table = pair_table(found.judgements, score.level, found.adjustment)
        yield replace(table, title=f"Segments of {system} by {name}", note=f"{text}{table.note}")
