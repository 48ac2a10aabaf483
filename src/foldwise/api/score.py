"""`score`: what predictions that already exist are worth, and which of several systems is better."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Unpack

from foldwise.comparisons import ADJUSTMENTS, comparison_method
from foldwise.data.checks import check_kinds
from foldwise.errors import InputError, UnknownNameError
from foldwise.evaluation import options_of, settings_of
from foldwise.intervals import check_level, interval_method
from foldwise.measures import DECISIONS
from foldwise.predictions import Predictions, build_rows, collect, read_inputs, to_wide
from foldwise.predictions.sources import open_source
from foldwise.renamed import renamed
from foldwise.scoring import (
    ALL_MEASURES,
    ScoreRequest,
    needs_streaming,
    read_measures,
    score_on_workers,
    score_stream,
    score_test_set,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.comparisons import ComparisonMethod
    from foldwise.engine import Settings
    from foldwise.evaluation import OwnShortcuts
    from foldwise.intervals import IntervalMethod
    from foldwise.reports import Score
    from foldwise.typing import ArrayLike, ArraysLike, Backend, ColumnLike, CostsLike, Label, Measures, TableLike

__all__ = ["score"]


@renamed(method="interval")
def score(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    truth: ColumnLike | Predictions,
    predicted: ArraysLike | None = None,
    *,
    scores: ArraysLike | None = None,
    data: TableLike | None = None,
    measures: Measures | None = None,
    interval: str | IntervalMethod = "auto",
    test: str | ComparisonMethod = "auto",
    level: float = 0.95,
    rope: float | Mapping[str, float] | None = None,
    adjust: str = "holm",
    groups: ColumnLike | None = None,
    segments: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    positive: Label = None,
    classes: ArrayLike | None = None,
    costs: CostsLike | None = None,
    decide: str | None = None,
    task: str | None = None,
    system: str | None = None,
    row: str | None = None,
    stream: bool | None = None,
    sheet: str | int | None = None,
    file_format: str | None = None,
    backend: Backend | None = None,
    backend_params: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    **shortcuts: Unpack[OwnShortcuts],
) -> Score:
    """Score existing predictions: every measure with a valid interval, and paired tests between systems.

    Nothing is fitted. The intervals say how much the figures would change with other test rows of the same kind, not with
    another training set.

    Parameters
    ----------
    truth
        True labels or values; with `data`, the name of their column. Or a `Predictions` table of one test set.
    predicted
        Predicted labels or values: one array, or ``{system: array}``; with `data`, names of columns. A missing label is
        an unclassified row, which counts as an error. May be left out, or None for one of several systems, where
        `scores` are given: then the label is the class with the highest score.
    scores
        Probabilities or other scores, in the same form: (n,) for the positive of two classes, or (n, C) in the order of
        the classes; with `data`, a column, or one for each class. Columns whose names end with the classes may come in
        any order.
    data
        A CSV or Parquet file, a folder of Parquet files, a pattern or a list of them, any dataframe, or one in partitions
        such as Dask's.
    measures
        Names of the measures (``foldwise measures`` lists them), ``all`` for every one that the predictions can give,
        or functions ``f(truth, predicted)`` of your own; by default the error and what else every system can give.
    interval
        Interval method, or ``auto`` for the one that is valid for each measure.
    test
        How systems are compared (``foldwise tests`` lists them), or ``auto``.
    level
        Level of intervals and verdicts.
    rope
        The difference that does not matter: a number for the first measure, or ``{measure: number}``. By default .01 for
        rates and the like, else 1 % of the largest value.
    adjust
        How p-values of several pairs are adjusted: ``holm``, ``hochberg``, ``bonferroni``, ``bh``, ``by`` or ``none``.
    groups
        Group of each row, such as one patient: rows of one group are alike, so groups are the unit of all intervals.
    segments
        Part each row belongs to; every part gets its own figures. Parts of fewer than 20 rows are pointed out: their
        intervals are valid, and say how little is known.
    weights
        Weight of each row.
    positive
        The class that precision, recall and AUC are about; the last one by default.
    classes
        The labels, where not all of them occur, or in the order of the score columns.
    costs
        What mistakes cost: a table true x predicted, ``fn=10,fp=1`` for two classes, or a file.
    decide
        ``cost`` to choose the label that is expected to cost least, from the probabilities.
    task
        ``classification`` or ``regression`` where the truth does not tell.
    system, row
        In a long table, the columns that say which system predicted which row.
    stream
        Read the rows in pieces and keep summaries only; by default where there are too many for memory. Summaries hold
        counts, exact sums and the order of the scores, so measures that need all rows at once are not available.
    sheet, file_format
        Sheet of an Excel file, and the format of a file whose name does not tell, as for `read`; the file is read whole.
    backend
        Where the parts of a table are summarised: ``threads`` of this process (the default); ``dask`` for a cluster on this
        machine, ``dask://host:port`` for a running one, or a `dask.distributed.Client`; ``ray`` or ``ray://host:port``. A
        cluster reads the rows in pieces, as with `stream`; the figures are those of one process, to the last bit.
    backend_params
        Parameters of the backend, as in `Settings`: ``n_workers`` and ``memory_limit`` of a Dask cluster on this machine.
    settings
        As for `assess`. Nothing is fitted, so only its `seed` is used, which is also a keyword of its own.

    Returns
    -------
    Score
        Values with intervals, pairwise differences, confusion matrices, segments.

    Examples
    --------
    >>> import foldwise
    >>> truth = ["no", "yes", "yes", "no", "yes"] * 20
    >>> predicted = {"mine": ["no", "yes", "no", "no", "yes"] * 20, "theirs": ["no", "no", "no", "no", "yes"] * 20}
    >>> result = foldwise.score(truth, predicted, measures="error")
    >>> result.pairs()[["a", "b", "difference", "verdict"]].to_dict("records")
    [{'a': 'mine', 'b': 'theirs', 'difference': -0.2, 'verdict': 'better'}]
    """
    check_kinds(locals())
    start = time.perf_counter()
    request = ScoreRequest(
        asked=read_measures(measures),
        every=isinstance(measures, str) and measures.strip() == ALL_MEASURES,
        method=interval if interval == "auto" else interval_method(interval),
        test=test if test == "auto" else comparison_method(test),
        level=check_level(level),
        rope=rope,
        adjustment=check_adjustment(adjust),
        decide=check_decide(decide, truth.costs if isinstance(truth, Predictions) else costs),
        seed=settings_of(score, settings, shortcuts, uses=("seed",)).seed,
        options=options_of(score, locals(), self_evident=("measures", "level", "settings")),
    )
    parts: dict[str, Any] = {"scores": scores, "data": data, "groups": groups, "weights": weights, "segments": segments}
    parts |= {"system": system, "row": row}
    details: dict[str, Any] = {"classes": classes, "task": task, "positive": positive, "costs": costs}
    reading = {"sheet": sheet, "file_format": file_format}
    if isinstance(truth, Predictions):
        refuse_settled({"predicted": predicted, **parts, **details, "stream": stream, **reading, "backend": backend})
        return score_test_set(truth, request, start=start)
    if data is not None or sheet is not None or file_format is not None:
        parts["data"] = open_source(data, **reading)  # type: ignore[arg-type]
    source, roles = read_inputs(truth, predicted, **parts)
    if backend is not None or backend_params is not None:
        return score_on_workers(source, roles, request, details, (backend, backend_params), stream=stream)
    if needs_streaming(source, roles, request, stream):
        return score_stream(source, roles, request, details, start=start)
    table = collect(source, roles)
    if roles.system:
        table, roles = to_wide(table, roles)
    predictions, part, notes = build_rows(table, roles, **details)
    stream_notes = notes if request.decide is None else ()
    return score_test_set(
        *(predictions, request),
        segments=part,
        name=source.name.strip("'"),
        notes=stream_notes,
        columns=source.names,
        start=start,
    )


def refuse_settled(given: Mapping[str, Any]) -> None:
    """Refuse what a table of predictions has already settled."""
    extra = next((name for name, value in given.items() if value is not None), None)
    if extra is not None:
        message = f"a table of predictions holds its rows as they are, so {extra}= would change nothing"
        raise InputError(message, hint="Predictions.build with it, or the arrays themselves")


def check_adjustment(adjust: str) -> str:
    """Refuse an adjustment that does not exist."""
    if adjust not in ADJUSTMENTS:
        raise UnknownNameError.of("adjustment", adjust, ADJUSTMENTS)
    return adjust


def check_decide(decide: str | None, costs: CostsLike | None) -> str | None:
    """Refuse a decision without costs, or one that needs training rows, which there are none of."""
    if decide is None:
        return None
    if decide not in DECISIONS:
        raise UnknownNameError.of("way to decide", decide, DECISIONS)
    if decide == "training":
        message = "decide='training' chooses a threshold on training rows, and these predictions have none"
        raise InputError(message, hint="decide='cost'")
    if costs is None:
        message = "decide='cost' chooses the cheapest labels, and no costs were given"
        raise InputError(message, hint="costs='fn=10,fp=1'")
    return decide
