"""Parts of a diagnosis that are no intervals on one scale, as tables of its report."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING

from foldwise.phrases import percent, shown_p_value
from foldwise.reports.report.report import ReportTable
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.diagnoses import LabelSuspects, PartInterval
    from foldwise.reports.diagnosis.diagnosis import Diagnosis
    from foldwise.reports.diagnosis.parts import InSampleCriteria, ModelCapacity, ModelInstability

__all__ = ["part_tables", "pointed", "verdict_tables"]

MOST_ROWS = 30


def pointed(kind: str) -> str:
    """What a sign points to, in words.

    Examples
    --------
    >>> pointed("overfitting"), pointed("neither")
    ('a sign of overfitting', 'no sign of either')
    """
    return {"neither": "no sign of either", "undecided": "undecided"}.get(kind, f"a sign of {kind}")


def verdict_tables(found: Diagnosis) -> Iterator[ReportTable]:
    """What the verdict on over- and underfitting rests on."""
    if found.verdict is not None:
        rows = tuple((sign.name, sign.evidence, pointed(str(sign.points_to))) for sign in found.verdict.signs)
        yield ReportTable("Over- or underfitting", ("sign", "evidence", "points to"), rows)


def part_tables(found: Diagnosis) -> Iterator[ReportTable]:
    """Calibration, instability, labels, in-sample criteria and capacity.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("lda", foldwise.sample("iris"), parts="criteria, calibration")
    >>> [table.title for table in part_tables(found)]
    ['Calibration', 'In-sample criteria']
    """
    if found.calibration:
        yield _calibration(found)
    if found.instability is not None and found.instability.unstable.size:
        yield _unstable(found.instability)
    if found.suspects is not None and found.suspects.rows.size:
        yield _labels(found.suspects, found)
    if found.criteria is not None:
        yield _criteria(found.criteria)
    if found.capacity is not None:
        yield _capacity(found.capacity)


def _calibration(found: Diagnosis) -> ReportTable:
    heads = ("class", "Brier score", "miscalibration", "discrimination", "uncertainty", "smooth error", "p")
    rows = tuple(
        (one.positive, *(_part(part) for part in one.parts), f"{one.smooth_error:.3f}", shown_p_value(one.test.p_value))
        for one in found.calibration[:MOST_ROWS]
    )
    note = (
        f"score = miscalibration - discrimination + uncertainty, with {level_text(found.level)} intervals, that of the "
        "miscalibration beyond chance; p: test of calibration"
    )
    return ReportTable("Calibration", heads, rows, tuple(range(1, 7)), note)


def _part(part: PartInterval) -> str:
    return f"{part.value:.3f} [{part.low:.3f}, {part.high:.3f}]"


def _unstable(part: ModelInstability) -> ReportTable:
    rows = tuple((f"{row:,}", percent(part.flips[row])) for row in part.unstable[:MOST_ROWS].tolist())
    note = f"models of {part.models} bootstrap samples that give the row another label than most do"
    return ReportTable("Rows whose label is unstable", ("row", "models"), rows, (0, 1), note)


def _labels(part: LabelSuspects, found: Diagnosis) -> ReportTable:
    classes, truth = found.predictions.classes, found.predictions.truth
    several = zip(part.rows[:MOST_ROWS].tolist(), part.suggested.tolist(), part.own.tolist(), strict=False)
    rows = tuple((f"{row:,}", str(classes[truth[row]]), f"{own:.3f}", str(classes[code])) for row, code, own in several)
    note = "to be checked by hand before any is changed: rows near the border of two classes are among them"
    return ReportTable(
        "Labels that the model contradicts", ("row", "label", "its probability", "seems to be"), rows, (0, 2), note
    )


def _criteria(part: InSampleCriteria) -> ReportTable:
    """Every criterion with its value, or with why it has none."""
    first = [("effective parameters", f"{part.parameters:.4g}", part.how)] if not isnan(part.parameters) else []
    penalty = "optimism of the training error, from perturbed targets"
    second = [("optimism", f"{part.optimism:.3g}", penalty)] if not isnan(part.optimism) else []
    rows = [(one.name, f"{one.value:,.5g}", "approximate" if one.approximate else "") for one in part.defined]
    reasons = dict.fromkeys(value.reason for value in part.values if value.value is None)
    rows += [
        (", ".join(value.name for value in part.values if value.reason == reason), "–", reason) for reason in reasons
    ]
    return ReportTable("In-sample criteria", ("criterion", "value", "note"), (*first, *second, *rows), (1,))


def _capacity(part: ModelCapacity) -> ReportTable:
    """VC dimension, Rademacher complexity and bounds beside the gap that was measured."""
    dimension = "∞" if part.dimension == float("inf") else f"{part.dimension:g}"
    rows = (
        [("VC dimension", dimension, part.family)]
        if part.family
        else [("VC dimension", "–", "not known for this model")]
    )
    if not isnan(part.rademacher[0]):
        value, error = part.rademacher
        rows.append(("Rademacher complexity", f"{value:.3g} ± {error:.1g}", "1: any labels can be fitted; 0: none"))
    rows += [
        (
            f"{bound.name} bound on the error",
            f"{bound.value:.3g}" if isfinite(bound.value) else "∞",
            bound.note(part.gap),
        )
        for bound in part.bounds
    ]
    rows.append(("measured gap", f"{part.gap:.2g}", "error on rows left out less error on training rows"))
    return ReportTable("Capacity", ("", "value", "note"), tuple(rows), (1,))
