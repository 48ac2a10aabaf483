"""The parts of a diagnosis as records of plain values, for JSON and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.reports.shared.records import json_record, json_value

if TYPE_CHECKING:
    from foldwise.diagnoses import Decomposition, LabelSuspects, WeakSlices
    from foldwise.reports.diagnosis.diagnosis import Diagnosis
    from foldwise.reports.diagnosis.parts import (
        ClassCalibration,
        InSampleCriteria,
        ModelCapacity,
        ModelInstability,
        ModelLearningCurve,
    )

__all__ = ["part_records"]

MOST_ROWS = 50
"""Rows of the table that are listed in a part."""


def part_records(found: Diagnosis) -> dict[str, Any]:
    """Every part by its name; those that were left out are not there."""
    made: dict[str, Any] = {
        "bias_variance": [_decomposition(decomposition, found) for decomposition in found.decompositions] or None,
        "instability": None if found.instability is None else _instability(found.instability),
        "learning_curve": None if found.learning_curve is None else _curve(found.learning_curve),
        "complexity_curve": None if found.complexity is None else found.complexity.to_dict(),
        "verdict": None
        if found.verdict is None
        else {"kind": str(found.verdict.kind), "signs": [vars(sign) for sign in found.verdict.signs]},
        "criteria": None if found.criteria is None else _criteria(found.criteria),
        "capacity": None if found.capacity is None else _capacity(found.capacity),
        "calibration": [_calibration(one) for one in found.calibration] or None,
        "slices": None if found.slices is None else _slices(found.slices),
        "label_suspects": None if found.suspects is None else _suspects(found.suspects, found),
        "importance": None
        if found.importance is None
        else [json_record({**vars(column), "matters": column.matters}) for column in found.importance.columns],
    }
    return {name: part for name, part in made.items() if part is not None}


def _decomposition(one: Decomposition, found: Diagnosis) -> dict[str, Any]:
    parts = one.intervals(level=found.level, seed=found.seed, groups=found.predictions.groups)
    return {
        "method": one.method,
        "parts": [json_record(vars(part)) for part in parts],
        "noise_known": one.separate,
        "notes": list(one.notes),
    }


def _instability(part: ModelInstability) -> dict[str, Any]:
    record: dict[str, Any] = {
        "models": part.models,
        "mean_flips": json_value(part.mean_flips),
        "mean_spread": json_value(part.mean_spread),
        "unstable_rows": part.unstable[:MOST_ROWS].tolist(),
        "unstable": int(part.unstable.size),
    }
    if part.calibration is not None:
        low, high = part.calibration.range_of("slopes")
        record["calibration_slope"] = [json_value(low), json_value(high)]
    if part.decision is not None:
        record["decision"] = part.decision.to_frame().to_dict("records")
    return record


def _curve(part: ModelLearningCurve) -> dict[str, Any]:
    return {
        "measure": part.measure,
        "sizes": [
            json_record({str(key): value for key, value in one.items()}) for one in part.to_frame().to_dict("records")
        ],
        "at_full": json_record(vars(part.at_full)),
        "doubled": json_record(vars(part.doubled)),
        "gain_of_doubling": json_record(vars(part.gained)),
        "rows_needed": json_record(vars(part.needed)),
        "best_model": part.curve.best,
        "past_error": part.curve.past_error,
        "hidden": [json_record({**vars(one), "error": one.error}) for one in part.curve.hidden],
        "notes": list(part.notes),
    }


def _criteria(part: InSampleCriteria) -> dict[str, Any]:
    return {
        "values": [json_record(vars(value)) for value in part.values],
        "parameters": json_value(part.parameters),
        "parameters_by": part.how,
        "training_error": json_value(part.training_error),
        "resampled_error": json_value(part.resampled_error),
        "optimism": json_value(part.optimism),
        "candidates": [json_record(vars(candidate)) for candidate in part.candidates],
    }


def _capacity(part: ModelCapacity) -> dict[str, Any]:
    return {
        "family": part.family,
        "dimension": json_value(part.dimension),
        "rademacher": [json_value(one) for one in part.rademacher],
        "gap": json_value(part.gap),
        "bounds": [json_record({**vars(bound), "vacuous": bound.vacuous}) for bound in part.bounds],
        "notes": list(part.notes),
    }


def _calibration(one: ClassCalibration) -> dict[str, Any]:
    return {
        "positive": one.positive,
        "parts": [json_record(vars(part)) for part in one.parts],
        "smooth_error": json_value(one.smooth_error),
        "test": json_record(vars(one.test)),
    }


def _slices(part: WeakSlices) -> dict[str, Any]:
    shown = set(map(str, part.shown))
    rows = [
        json_record({key: value for key, value in vars(one).items() if key != "conditions"})
        | {"slice": str(one), "shown": str(one) in shown}
        for one in part.tested
    ]
    return {"searched": part.searched, "tested": rows}


def _suspects(part: LabelSuspects, found: Diagnosis) -> dict[str, Any]:
    listed = zip(part.rows[:MOST_ROWS].tolist(), part.suggested[:MOST_ROWS].tolist(), part.own.tolist(), strict=False)
    classes = found.predictions.classes
    return {
        "count": int(part.rows.size),
        "share": part.share,
        "rows": [{"row": row, "suggested": classes[code], "own": own} for row, code, own in listed],
    }
