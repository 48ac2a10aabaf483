"""One simulation of a cell: draw rows, ask `assess` for every measure, and hold its intervals against the truth."""

from __future__ import annotations

import re
import warnings
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import numpy as np

import foldwise
from foldwise.errors import FoldwiseError
from foldwise.intervals import without_gates
from studies.validity.cells import DEFAULT, IN_TURNS, Cell, Wanted, costs_for
from studies.validity.truth import make_model, true_values
from studies.validity.worlds import world

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes
    from foldwise.reports import Assessment, Finding
    from studies.validity.samples import Sample

FIELDS = (
    *("asked", "none", "marked", "marked_covered", "made", "covered", "below", "above", "zero", "infinite"),
    *("width", "value", "value2", "truth", "errors", "error", "error2", "flagged", "flagged_covered"),
)
"""What is counted and summed of a measure: intervals asked for, not made, made but marked as not assessable (and those of
them that contain the truth), made; of the last those that contain the truth, lie below it, lie above it, have no width, have
no end; sums of widths, of estimates and truths; how many estimates were held against their truth, with the sums of the
differences and of their squares; and those with a warning about heavy tails. Beside them ``method:`` and ``target:`` count who made the interval and what it says it is about."""
MARK = re.compile(r"not assessable|too few|only a rough guide", re.IGNORECASE)
TAIL = re.compile(r"heavy|\btails?\b|do not trust", re.IGNORECASE)

Counts = dict[str, float]


class Answer(NamedTuple):
    """What was found for a measure, on which family of plans, and whether a heavy tail was warned of.

    `fitted` are the rows of the only fit, of which figures and interval say that they are about it; None where they are about a fit to all rows.
    """

    finding: Finding
    plan: str
    flagged: bool
    fitted: Codes | None = None


def draw_sample(name: str, n: int, number: int) -> Sample:
    """Rows of a simulation; the same for every model and plan."""
    return world(name).draw(n, np.random.default_rng([crc32(name.encode()), n, number]))


def ask(cell: Cell, sample: Sample, number: int, measures: Sequence[str]) -> Assessment:
    """Ask as a user would who names nothing but the measures."""
    model = make_model(cell.model, regression=not world(cell.world).classes)
    settings: dict[str, Any] = {
        **sample.roles,
        **costs_for(measures, world(cell.world).classes),
        "measures": list(measures),
        "seed": number,
        "jobs": 1,
        "baseline": False,
    }
    if cell.plan != DEFAULT:
        settings["plan"] = cell.plan
    with without_gates():
        return foldwise.assess({"m": model}, sample.X, sample.y, **settings)


def findings_of(cell: Cell, sample: Sample, number: int, measures: Sequence[str]) -> dict[str, Answer | None]:
    """What was found for every measure; measures that were refused are missing, those that failed have None."""
    try:
        return _read(ask(cell, sample, number, measures), measures)
    except Exception:  # noqa: BLE001 - a measure that is refused, or fails, must not hide the others
        found: dict[str, Answer | None] = {}
        for name in measures:
            found |= alone(cell, sample, number, name)
        return found


def alone(cell: Cell, sample: Sample, number: int, name: str) -> dict[str, Answer | None]:
    """What was found for a measure that is asked for alone."""
    try:
        return _read(ask(cell, sample, number, [name]), [name])
    except FoldwiseError:
        return {}
    except Exception:  # noqa: BLE001
        return {name: None}


def _read(result: Assessment, measures: Sequence[str]) -> dict[str, Answer | None]:
    findings = {one.measure.name: one for one in result.findings if one.measure.name in measures}
    plan, resamples = result.plan.partition("(")[0], result.predictions.resamples
    fitted = resamples.train_rows(0) if resamples.count == 1 else None
    return {name: Answer(one, plan, is_flagged(result, one), fitted) for name, one in findings.items()}


def is_flagged(result: Assessment, finding: Finding) -> bool:
    """Whether the reader was warned that the loss has heavy tails: beside the interval, or in a note about it or about all."""
    own = [finding.remark, "" if finding.interval is None else finding.interval.note]
    if any(TAIL.search(text) for text in own):
        return True
    others = [one.measure.name for one in result.findings]
    told = [note for note in result.notes if TAIL.search(note)]
    return any(names(note, [finding.measure.name]) or not names(note, others) for note in told)


def names(note: str, measures: Sequence[str]) -> bool:
    """Whether a note is about one of the measures.

    Examples
    --------
    >>> names("few rows carry the rmse of m", ["rmse"]), names("few rows carry the rmse of m", ["mse"])
    (True, False)
    """
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", note) for name in measures)


def is_marked(finding: Finding) -> bool:
    """Whether the interval says of itself that it cannot be relied on."""
    return finding.interval is not None and bool(MARK.search(f"{finding.interval.note} {finding.reason}"))


def count(finding: Finding | None, truth: float, *, flagged: bool = False) -> Counts:
    """What one interval adds to the counts and sums of its measure."""
    counts: Counts = {"asked": 1}
    if finding is None or finding.interval is None or isnan(truth) or isnan(finding.interval.low):
        return counts | {"none": 1}
    low, high, value = finding.interval.low, finding.interval.high, finding.estimate.value
    inside = low <= truth <= high
    if is_marked(finding):
        return counts | {"marked": 1, "marked_covered": inside}
    width = high - low
    return counts | {
        "made": 1,
        "covered": inside,
        "below": high < truth,
        "above": low > truth,
        "zero": width <= 0,
        "infinite": not isfinite(width),
        "width": width if isfinite(width) else 0.0,
        "value": value,
        "value2": value**2,
        "truth": truth,
        "errors": 1,
        "error": value - truth,
        "error2": (value - truth) ** 2,
        "flagged": flagged,
        "flagged_covered": flagged and inside,
        f"method:{finding.interval.method}": 1,
        f"target:{finding.interval.target}": 1,
    }


def simulate(cell: Cell, number: int, wanted: Wanted = IN_TURNS) -> dict[str, Counts]:
    """Counts of the measures that one simulation asks for."""
    measures = cell.measures(number, wanted)
    sample = draw_sample(cell.world, cell.n, number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = findings_of(cell, sample, number, measures)
        fitted = next((answer.fitted for answer in found.values() if answer is not None), None)
        spoken_of = sample if fitted is None else sample.of(fitted)
        truths = true_values(world(cell.world), cell.model, spoken_of, found)
    return {name: count_answer(found, truths, name) for name in measures}


def count_answer(found: dict[str, Answer | None], truths: dict[str, float], name: str) -> Counts:
    """Counts of one measure, whether it was answered, refused or failed."""
    answer = found.get(name)
    if answer is None:
        return count(None, 0.0) | ({"crashed": 1} if name in found else {})
    return {**count(answer.finding, truths[name], flagged=answer.flagged), f"plan:{answer.plan}": 1}
