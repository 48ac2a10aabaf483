"""What is told a tracking server of a result: one record for the call, and one for each model."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from typing import TYPE_CHECKING, Any, final

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from foldwise.typing import Untyped

__all__ = ["RunRecord", "run_records"]

NOT_ALLOWED = re.compile(r"[^\w\-. /]+")
"""Signs that a name of a metric may not have."""
PACKAGES = ("foldwise", "numpy", "scipy", "scikit-learn")
PARAMETERS = ("plan", "level", "seed", "adjustment", "reference", "rule", "chosen", "resamples")
UNCORRECTED = "winner, not corrected"


@final
@dataclass(frozen=True)
class RunRecord:
    """One run.

    Parameters
    ----------
    name
        What it is called.
    metrics
        Numbers: an estimate under the name of its measure, the ends of its interval under ``_lower`` and ``_upper``.
    parameters
        How they came about.
    tags
        Verdicts and notes.
    """

    name: str
    metrics: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)


def run_records(result: Untyped) -> tuple[RunRecord, tuple[RunRecord, ...]]:
    """The record of a call, and those of its models.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), measures="error")
    >>> whole, (model, *_) = run_records(result)
    >>> whole.name, whole.parameters["plan"], model.name, sorted(model.metrics)
    ('assess iris', 'kfold(10, repeats=3)', 'lda', ['error', 'error_lower', 'error_standard_error', 'error_upper'])
    """
    if not all(hasattr(result, name) for name in ("to_dict", "to_frame", "report")):
        message = f"a result of a verb is logged, and this is of type {type(result).__name__}"
        raise InputError(message, hint="the result of assess, compare, select, improve, experiment or score")
    found = result.to_dict()
    if "rows" not in found or any("model" not in row for row in found["rows"]):
        message = f"a result of {found.get('verb', 'this verb')} has no models whose estimates could be logged"
        raise InputError(message, hint="the result of assess, compare, select, improve, experiment or score")
    runs: dict[str, list[Mapping[str, Any]]] = {}
    for row in found["rows"]:
        runs.setdefault(_run_name(row), []).append(row)
    for candidate in found.get("candidates", ()):
        measure = found["rows"][0]["measure"]
        runs.setdefault(candidate["model"], [candidate | {"measure": measure}])
    return _whole(found), tuple(_model(name, rows, found) for name, rows in runs.items())


def _run_name(row: Mapping[str, Any]) -> str:
    return f"{row['dataset']} / {row['model']}" if "dataset" in row else str(row["model"])


def _whole(found: Mapping[str, Any]) -> RunRecord:
    """What is true of all models."""
    dataset = found.get("dataset") or {}
    about = dataset.get("name") or found.get("source") or ", ".join(found.get("datasets", ()))
    parameters = {name: found[name] for name in PARAMETERS if found.get(name) not in (None, "")}
    parameters |= {f"dataset.{name}": dataset[name] for name in ("name", "rows", "fingerprint") if name in dataset}
    parameters |= {"rows": found["n"]} if "n" in found else {}
    parameters |= {"datasets": ", ".join(found["datasets"])} if "datasets" in found else {}
    parameters |= {f"settings.{name}": value for name, value in (found.get("settings") or {}).items()}
    parameters |= {"interval": ", ".join(_methods(found["rows"]))} | versions()
    tags = {"foldwise.verb": found["verb"]}
    tags |= {"foldwise.verdict": found["verdict"]} if found.get("verdict") else {}
    tags |= {"foldwise.notes": "\n".join(found["notes"])} if found.get("notes") else {}
    for pair in found.get("pairs", ()):
        if pair.get("verdict"):
            where = f" on {pair['dataset']}" if pair.get("dataset") else ""
            tags[clean(f"foldwise.pair.{pair['measure']}.{pair['a']} - {pair['b']}{where}")] = str(pair["verdict"])
    return RunRecord(f"{found['verb']} {about}".strip(), {}, _texts(parameters), tags)


def _methods(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(row["method"]) for row in rows if row.get("method")))


def _model(name: str, rows: Sequence[Mapping[str, Any]], found: Mapping[str, Any]) -> RunRecord:
    """Estimates of one model, and what was decided about it."""
    metrics: dict[str, float] = {}
    for row in rows:
        metrics |= _metrics(row, metrics)
    first = rows[0]
    parameters = {key: first[key] for key in ("model", "dataset", "plan", "fits", "estimate") if key in first}
    for row in rows:
        if row.get("method"):
            parameters.setdefault(f"interval.{clean(str(row['measure']))}", row["method"])
    tags = {"foldwise.verb": found["verb"]}
    for key in ("against_model", "against_best", "verdict", "chosen", "unbeaten", "cause", "dropped"):
        if first.get(key) not in (None, "") and first[key] == first[key]:
            tags[f"foldwise.{key}"] = str(first[key])
    if found.get("chosen") == first["model"]:
        tags["foldwise.chosen"] = "True"
    return RunRecord(name, metrics, _texts(parameters), tags)


def _metrics(row: Mapping[str, Any], known: Mapping[str, float]) -> dict[str, float]:
    """Estimate, ends of the interval and standard error; those that are no finite number are left out."""
    segment = row.get("segment", "all")
    plain = f"{row['measure']}{'_uncorrected' if row.get('what') == UNCORRECTED else ''}"
    base = clean(plain if segment == "all" else f"{segment}/{plain}")
    while base in known:  # two names that differ in signs only
        base += "_"
    ends = {"": "value", "_lower": "low", "_upper": "high", "_standard_error": "standard_error"}
    values = {f"{base}{ending}": row.get(key) for ending, key in ends.items()}
    return {name: float(value) for name, value in values.items() if value is not None and isfinite(value)}


def clean(name: str) -> str:
    """A name that a tracking server takes.

    Examples
    --------
    >>> clean("precision[bus]"), clean("partial-auc(0, 0.1)")
    ('precision_bus', 'partial-auc_0_ 0.1')
    """
    return NOT_ALLOWED.sub("_", name).strip("_")[:250]


def _texts(parameters: Mapping[str, object]) -> dict[str, str]:
    return {clean(name): str(value)[:500] for name, value in parameters.items()}


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that a figure rests on."""
    found = {"version.python": ".".join(map(str, sys.version_info[:3]))}
    for name in PACKAGES:
        try:
            found[f"version.{name}"] = version(name)
        except PackageNotFoundError:
            continue
    return found
