"""One model on the page: threshold slider, live figures, plots, confusion matrix, and the data the script moves them with."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import printable
from foldwise.reports.page.plot import Plot
from foldwise.reports.panels.row_sample import MOST_ROWS
from foldwise.reports.report.card import table_html
from foldwise.reports.report.report import ReportTable
from foldwise.reports.shared.html import safe
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Floats
    from foldwise.intervals import OperatingPoints
    from foldwise.reports.panels import Panel, RowSample

__all__ = ["figured", "numbers_table", "panel_data", "panel_html"]

LIVE = (
    ("tpr", "true positive rate (recall)", "Share of the rows of the positive class that are called positive."),
    ("fpr", "false positive rate", "Share of the rows of the other class that are called positive."),
    ("precision", "precision", "Share of the rows called positive that are."),
    (
        "cost",
        "cost of a row",
        "Mean cost of a row, by the costs that were given; every mistake costs 1 where none were.",
    ),
    (
        "benefit",
        "net benefit",
        "True positives less false positives, a false positive weighing as much as the threshold says, per row.",
    ),
)
ROWS_BEHIND = 11
"""Rows of the table behind a plot."""
MOST_DOTS = 300
HARDEST = 12
NOT_SEEN = "each predicted by a model that had not seen it"


def panel_html(panel: Panel, number: int) -> str:
    """Write everything that is drawn of one model."""
    return f"<div class='panel' id='panel-{number}'>{''.join(_parts(panel, number))}</div>"


def _parts(panel: Panel, number: int) -> Iterator[str]:
    yield f"<h3>{safe(panel.model)}</h3>"
    if panel.points is not None:
        yield _slider(panel, panel.points, number)
    plots = list(_plots(panel))
    if plots:
        yield f"<div class='plots'>{''.join(plots)}</div>"
    if "residuals" in panel.curves:
        yield _hardest(panel.rows)
    if panel.classes:
        yield _matrix(panel)
        yield "<div class='rows js' tabindex='0' role='region' aria-label='rows of the cell' aria-live='polite' hidden></div>"


def _slider(panel: Panel, points: OperatingPoints, number: int) -> str:
    """Threshold with the figures at the model's own decision, which stand where there is no script."""
    at, about = points.chosen, panel.classes[panel.positive]
    last = points.threshold.size - 1
    figures = "".join(_figure(name, title, said, getattr(points, name)[at]) for name, title, said in LIVE)
    priced = "" if points.priced else " (every mistake costs 1)"
    return (
        f"<div class='controls'><label for='threshold-{number}'>call a row ‘{safe(about)}’ from a score of "
        f"<output name='threshold'>{points.threshold[at]:.3f}</output></label>"
        f"<input class='js' type='range' id='threshold-{number}' min='0' max='{last}' value='{at}' step='1'></div>"
        f"<div class='live' aria-live='polite'>{figures}</div>"
        f"<p class='soft'>{level_text(points.level)} intervals at each threshold on its own, about other rows of the same "
        f"kind{priced}: not about another training set, so they can be narrower than those of the figures above. A threshold "
        "chosen by looking here looks better than it is.</p>"
    )


def _figure(name: str, title: str, said: str, ends: np.ndarray) -> str:
    low, value, high = ends.tolist()
    text = "–" if math.isnan(value) else f"{value:.3f}"
    span = "" if math.isnan(value) else f"[{low:.3f}, {high:.3f}]"
    return (
        f"<div title='{safe(said)}'><span class='name'>{title}</span><output name='{name}'>{text}</output>"
        f"<span class='ends' data-ends='{name}'>{span}</span></div>"
    )


def _plots(panel: Panel) -> Iterator[str]:
    points, level = panel.points, level_text(panel.level)
    if "roc" in panel.curves:
        yield _roc(panel, level)
    if "precision-recall" in panel.curves:
        curve: Any = panel.curves["precision-recall"]
        plot = Plot("precision-recall", f"Precision against recall of {panel.model}", "recall", "precision")
        if points is not None:
            plot = plot.band(points.tpr[:, 1], points.precision[:, 0], points.precision[:, 2])
        plot = plot.line([0, 1], [curve.prevalence] * 2, "ref").line(curve.recall, curve.precision).movable()
        yield figured(
            plot,
            f"Precision and recall, {level} band; dashed: a random order",
            numbers_table(["recall", "precision"], [curve.recall, curve.precision]),
        )
    if "calibration" in panel.curves:
        yield _calibration(panel)
    if points is not None:
        yield _swept(panel, points.cost, "cost", "cost of a row", f"Mean cost of a row, {level} band")
        if points.probabilities:
            yield _swept(panel, points.benefit, "benefit", "net benefit", f"Net benefit, {level} band")
    if "residuals" in panel.curves:
        yield _residuals(panel)


def _roc(panel: Panel, level: str) -> str:
    curve: Any = panel.curves["roc"]
    across, up = curve.hull
    plot = Plot("roc", f"ROC curve of {panel.model}", "false positive rate", "true positive rate")
    if panel.points is not None:
        points = panel.points
        plot = plot.band(points.fpr[::-1, 1], points.tpr[::-1, 0], points.tpr[::-1, 2])
    plot = plot.line([0, 1], [0, 1], "ref").line(across, up, "hull").line(curve.fpr, curve.tpr).movable()
    mean = (
        ""
        if panel.points is None or len(curve.parts) <= 1
        else "; line: mean of the resamples, point and band: all rows"
    )
    text = f"ROC curve, {level} band at each threshold{mean}; dotted: convex hull. Area {curve.area:.3f}"
    return figured(plot, text, numbers_table(["false positive rate", "true positive rate"], [curve.fpr, curve.tpr]))


def _calibration(panel: Panel) -> str:
    curve: Any = panel.curves["calibration"]
    plot = Plot("calibration", f"Calibration of {panel.model}", "predicted probability", "observed share")
    plot = plot.line([0, 1], [0, 1], "ref").bars(curve.predicted, curve.low, curve.high)
    plot = plot.line(curve.predicted, curve.observed).dots(curve.predicted, curve.observed)
    columns = curve.columns()
    return figured(
        plot,
        f"Calibration, bins of equal size with {level_text(curve.level)} bands",
        numbers_table(list(columns), list(columns.values())),
    )


def _swept(panel: Panel, ends: np.ndarray, name: str, y_title: str, said: str) -> str:  # noqa: PLR0917 - private
    points = panel.points
    x = points.threshold if points is not None else np.zeros(0)
    known = ends[np.isfinite(ends).all(axis=1)]
    top = float(known[:, 2].max()) if known.size else 1.0
    # Where a threshold is near 1 the net benefit falls without bound, which would flatten all that matters.
    bottom = max(float(known[:, 0].min()), -0.5 * top) if known.size else 0.0
    limits = (min(0.0, bottom), top if top > 0 else 1.0)
    plot = Plot(
        name,
        f"{said} of {panel.model} against the threshold",
        "threshold",
        y_title,
        (float(x[0]), float(x[-1])),
        limits,
    )
    plot = plot.band(x, ends[:, 0], ends[:, 2]).line(x, ends[:, 1]).movable()
    return figured(plot, said, numbers_table(["threshold", "low", "value", "high"], [x, *ends.T]))


def _residuals(panel: Panel) -> str:
    curve: Any = panel.curves["residuals"]
    kept = curve.some(MOST_DOTS)
    reach = float(np.abs(curve.residual).max(initial=0.0)) or 1.0
    spread = (float(curve.fitted.min()), float(curve.fitted.max()))
    limits = spread if spread[1] > spread[0] else (spread[0] - 1, spread[1] + 1)
    plot = Plot("residuals", f"Residuals of {panel.model}", "predicted", "true - predicted", limits, (-reach, reach))
    plot = plot.dots(curve.fitted[kept], curve.residual[kept], "faint", 2).line(limits, (0, 0), "ref")
    plot = plot.band(curve.centre, curve.quantiles[:, 0], curve.quantiles[:, 2]).line(
        curve.centre, curve.quantiles[:, 1]
    )
    heads = ["predicted", "10 % quantile", "median", "90 % quantile"]
    return figured(
        plot,
        "Residuals, with their 10, 50 and 90 % quantiles",
        numbers_table(heads, [curve.centre, *curve.quantiles.T]),
    )


def _hardest(rows: RowSample) -> str:
    """The rows whose values are farthest from the predictions."""
    order = np.argsort(-np.abs(rows.truth - rows.predicted), kind="stable")[:HARDEST]
    heads = ("row", "true", "predicted", "true - predicted", "fold")
    values = [rows.truth[order], rows.predicted[order], (rows.truth - rows.predicted)[order]]
    columns = [
        [f"{row:,}" for row in rows.row[order]],
        *([_alike(column) for column in values]),
        [f"{fold + 1:,}" for fold in rows.fold[order]],
    ]
    shown = columns if rows.left_out else columns[:-1]
    note = NOT_SEEN if rows.left_out else ""
    cells = tuple(zip(*shown, strict=True))
    table = table_html(
        ReportTable("Rows with the largest errors", heads[: len(shown)], cells, tuple(range(len(shown))), note)
    )
    return f"<div class='table' tabindex='0' role='region' aria-label='rows with the largest errors'>{table}</div>"


def _alike(values: np.ndarray) -> list[str]:
    """Numbers of a column with the same decimals: whole ones with none, others with six digits of the largest."""
    largest = float(np.abs(values).max(initial=0.0))
    if not 1e-4 <= largest < 1e12:
        return [f"{value:.6g}" for value in values]
    decimals = 0 if (values == values.round()).all() else max(0, 5 - math.floor(math.log10(largest)))
    return [f"{value:,.{decimals}f}" for value in values]


def figured(plot: Plot, caption: str, behind: str) -> str:
    """A drawing below its caption, with its numbers behind it."""
    if not behind:
        return f"<figure><figcaption>{safe(caption)}</figcaption>{plot.svg()}</figure>"
    return f"<figure><figcaption>{safe(caption)}</figcaption>{plot.svg()}<details><summary>numbers</summary>{behind}</details></figure>"


def numbers_table(heads: Sequence[str], columns: Sequence[Floats | Sequence[str]]) -> str:
    """A few of the points of a plot as a table; all of them where they have names."""
    size = len(columns[0])
    named = any(not isinstance(column, np.ndarray) for column in columns)
    kept = np.unique(np.linspace(0, size - 1, size if named else min(size, ROWS_BEHIND)).astype(np.intp)).tolist()
    head = "".join(
        f"<th scope='col'{_aligned(one)}>{safe(name)}</th>" for name, one in zip(heads, columns, strict=True)
    )
    body = "".join(
        f"<tr>{''.join(f'<td{_aligned(column)}>{_shown(column[at])}</td>' for column in columns)}</tr>" for at in kept
    )
    return f"<div class='table' tabindex='0' role='region' aria-label='numbers'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _aligned(column: Floats | Sequence[str]) -> str:
    return " class='number'" if isinstance(column, np.ndarray) else ""


def _shown(value: float | str) -> str:
    """A number of a table, never rounded to nothing."""
    if isinstance(value, str):
        return safe(value)
    if not math.isfinite(value):
        return "–"
    if value == 0 or 0.001 <= abs(value) < 1000:
        return f"{value:.3f}"
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e9 else f"{value:.4g}"


def _matrix(panel: Panel) -> str:
    """Counts and shares of each true class, with intervals; each cell opens its rows."""
    names = [*panel.classes, "unclassified"][: len(panel.confusion[0])]
    head = "".join(f"<th scope='col' class='number'>{safe(name)}</th>" for name in names)
    body, decimals = "", 0 if _whole(panel) else 1
    for truth, (row, ends) in enumerate(zip(panel.confusion, panel.rates, strict=True)):
        cells = "".join(
            _cell(panel, truth, column, (count, sum(row), *ends[column]), decimals) for column, count in enumerate(row)
        )
        body += f"<tr><th scope='row'>{safe(panel.classes[truth])}</th>{cells}</tr>"
    return (
        f"<div class='table' tabindex='0' role='region' aria-label='confusion matrix'><table class='matrix'><caption>Confusion matrix "
        f"<span>(true classes down, predicted ones across{_averaged(panel)}; share of the true class with its {level_text(panel.level)} interval"
        f"<span class='js'>; a cell lists its rows</span>)</span></caption><thead><tr><th scope='col'>truth ↓ predicted →</th>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _averaged(panel: Panel) -> str:
    """Why counts are no whole numbers, where some are not."""
    return "" if _whole(panel) else "; counts are means over the repeats"


def _whole(panel: Panel) -> bool:
    return all(count == round(count) for row in panel.confusion for count in row)


def _cell(panel: Panel, truth: int, column: int, figures: tuple[float, float, float, float], decimals: int) -> str:  # noqa: PLR0917 - private
    count, total, low, high = figures
    predicted = column if column < len(panel.classes) else -1
    kind = ""
    if panel.points is not None and predicted >= 0:
        kind = {(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}[
            truth == panel.positive, predicted == panel.positive
        ]
    share = count / total if total else 0.0
    text = f"{count:,.{decimals}f}"
    ends = f"{100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]" if total else "–"
    return (
        f"<td><button type='button' class='s{round(10 * share)}' data-truth='{truth}' data-predicted='{predicted}' data-cell='{kind}' "
        f"aria-expanded='false'><span>{text}</span><small>{ends}</small></button></td>"
    )


def panel_data(panel: Panel) -> dict[str, Any]:
    """What the script needs of a model: rates at each threshold, and rows; numbers are rounded as they are shown."""
    rows, points = panel.rows, panel.points
    kept: dict[str, Any] = {
        "classes": [printable(label_class) for label_class in panel.classes],
        "positive": panel.positive,
        "file": printable(panel.model),
        "most": MOST_ROWS,
        "points": None,
        "rows": {
            "row": rows.row.tolist(),
            "truth": _rounded(rows.truth),
            "predicted": _rounded(rows.predicted),
            "score": _rounded(rows.score),
            "fold": rows.fold.tolist(),
            "instability": _rounded(rows.instability),
            "total": rows.total,
            "leftOut": rows.left_out,
        },
    }
    if points is not None and panel.classes:
        ends = {name: [_rounded(one) for one in getattr(points, name)] for name, _, _ in LIVE}
        single = {name: _rounded(getattr(points, name)) for name in ("threshold", "tp", "fp")}
        sizes = {"positives": points.positives, "negatives": points.negatives, "chosen": points.chosen}
        kept["points"] = {**single, **ends, **sizes}
    return kept


def _rounded(values: np.ndarray) -> list[float | int | None]:
    """Numbers of five digits; those that do not exist are null, whole ones are written as such."""
    found: list[float | int | None] = []
    for value in np.asarray(values).tolist():
        if isinstance(value, float) and not math.isfinite(value):
            found.append(None)
        else:
            short = float(f"{value:.5g}") if isinstance(value, float) and abs(value) < 1e5 else value
            found.append(int(short) if short == int(short) else short)
    return found
