"""The models in order with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.charts.figure import finished, interval_rows
from foldwise.errors import InputError
from foldwise.measures import measure as find_measure
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.charts.results import WithRecords
    from foldwise.typing import Untyped

__all__ = ["interval_leaderboard"]


def interval_leaderboard(result: WithRecords, measure: str | None = None) -> Untyped:
    """Draw every model's value under one measure, by default the first, with its interval; the best is on top.

    Examples
    --------
    >>> import foldwise
    >>> drawn = interval_leaderboard(foldwise.assess("lda, knn", foldwise.sample("iris"), measures="error"))
    >>> drawn.to_dict()["description"]
    'Error of 3 models with 95 % intervals: lda 0.02, knn 0.0467, baseline 0.667.'
    """
    records = [record for record in result.records() if record.get("segment", "all") == "all"]
    names = list(dict.fromkeys(record["measure"] for record in records))
    name = names[0] if measure is None and names else measure
    chosen = _labelled([record for record in records if record["measure"] == name])
    if not chosen or name is None:
        message = f"there is no measure '{measure}' here: {', '.join(names)}"
        raise InputError(message, hint=f"measure='{names[0]}'" if names else None)
    direction = _direction(name)
    ordered = sorted(chosen, key=lambda one: (one["value"] != one["value"], direction * one["value"]))
    level = f"{100 * chosen[0]['level']:g} %"
    text = ", ".join(f"{one['label']} {one['value']:.3g}" for one in ordered)
    said = [f"{level} intervals, {'lower' if direction > 0 else 'higher'} is better", f"by {chosen[0]['plan']}"]
    description = f"{beginning(name)} of {len(chosen)} models with {level} intervals: {text}."
    models = {record["model"] for record in chosen}
    whose = next(iter(models)) if len(models) == 1 else "the models"
    return finished(interval_rows(ordered, name), f"{beginning(name)} of {whose}", said, description)


def _labelled(records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Records with labels: the model, or what each figure is where one model has several, as of a selection."""
    several = len({record["model"] for record in records}) < len(records)
    return [{**one, "label": one["what"] if several else one["model"]} for one in records]


def _direction(name: str) -> int:
    try:
        return -1 if find_measure(name).direction.startswith("higher") else 1
    except InputError:
        return 1
