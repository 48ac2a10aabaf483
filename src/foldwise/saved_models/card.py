"""The card of a saved model: what it was trained on, how good it is and how sure one can be of that, and by which versions."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, final

from foldwise.data import Role, Task, is_frame
from foldwise.errors import InputError, printable
from foldwise.saved_models.column_profile import ColumnProfile, profile_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.reports import Finding

__all__ = ["ModelCard", "card_of"]

FORMAT, VERSION = "foldwise model", 1
PACKAGES = ("foldwise", "numpy", "scipy", "scikit-learn", "skops")
NUMBERS = ("value", "low", "high", "level")
FIGURE = ("measure", "value", "low", "high", "level", "method", "plan", "estimate", "target", "note")


@final
@dataclass(frozen=True)
class ModelCard:
    """What is known about a saved model.

    Parameters
    ----------
    name
        What the model was called.
    model
        The estimator and its parameters, as text.
    task
        What is predicted.
    target
        Name of the column that is predicted.
    classes
        The classes, as texts; empty for values.
    by_name
        Whether the model knows its columns by name.
    columns
        What the training rows held in every column.
    data
        Name, number of rows and fingerprint of the training rows.
    figures
        Estimates with their intervals, one per measure.
    notes
        What the reader should know of these figures.
    seed
        Seed of the fit.
    made
        When, in universal time.
    versions
        Versions of the packages that fitted it.
    """

    name: str
    model: str
    task: Task
    target: str
    classes: tuple[str, ...]
    by_name: bool
    columns: tuple[ColumnProfile, ...]
    data: Mapping[str, Any]
    figures: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    seed: int
    made: str
    versions: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "model": self.model,
            "task": str(self.task),
            "target": self.target,
            "classes": list(self.classes),
            "by_name": self.by_name,
            "columns": [column.record() for column in self.columns],
            "data": dict(self.data),
            "figures": [dict(figure) for figure in self.figures],
            "notes": list(self.notes),
            "seed": self.seed,
            "made": self.made,
            "versions": dict(self.versions),
        }

    @classmethod
    def of_dict(cls, record: Mapping[str, Any]) -> ModelCard:
        """From plain values, which may be anybody's."""
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            message = "the file has no card of a foldwise model"
            raise InputError(message, hint="a file that foldwise has saved")
        if record.get("version") != VERSION:
            message = (
                f"the card of the model is of version {record.get('version')!r}, and version {VERSION} is known here"
            )
            raise InputError(message, hint="the version of foldwise that saved it")
        try:
            card = cls(
                name=str(record["name"]),
                model=str(record["model"]),
                task=Task(record["task"]),
                target=str(record["target"]),
                classes=tuple(map(str, record["classes"])),
                by_name=bool(record["by_name"]),
                columns=tuple(map(ColumnProfile.of_record, record["columns"])),
                data={"name": str(record["data"]["name"]), "rows": int(record["data"]["rows"])}
                | {"fingerprint": str(record["data"]["fingerprint"])},
                figures=tuple(map(_figure, record["figures"])),
                notes=tuple(map(str, record["notes"])),
                seed=int(record["seed"]),
                made=str(record["made"]),
                versions={str(name): str(number) for name, number in record["versions"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            message = "the card of the model is damaged"
            raise InputError(message, hint="a file that foldwise has saved") from error
        if len({column.name for column in card.columns}) != len(card.columns):
            message = "the card of the model has two columns of one name"
            raise InputError(message, hint="a file that foldwise has saved")
        return card

    def to_markdown(self) -> str:
        """Write the card as a page."""
        lines = [f"# {self.name}", "", f"`{self.model}`", ""]
        lines += [f"- predicts {self.target} ({self._what()})", f"- trained on {self._rows()}"]
        lines += [f"- {text}" for text in self.figure_lines()]
        lines += [f"- note: {text}" for text in self.notes]
        lines += [f"- seed {self.seed}, made {self.made} with {self._packages()}", "", "| column | holds | missing |"]
        lines += [
            "|---|---|---|",
            *(f"| {column.name} | {_held(column)} | {column.missing:,} |" for column in self.columns),
        ]
        return printable("\n".join(lines))

    def figure_lines(self) -> list[str]:
        """One line per measure: the estimate, its interval, and how they were made."""
        lines = []
        for figure in self.figures:
            known = figure["method"] != "none" and None not in (figure["low"], figure["high"], figure["level"])
            ends = f"[{_shown(figure['low'])}, {_shown(figure['high'])}]" if known else "no interval"
            level = f", {100 * figure['level']:.6g} %, {figure['method']}" if known else ""
            lines.append(f"{figure['measure']} {_shown(figure['value'])} {ends} ({figure['plan']}{level})")
        return lines

    def __str__(self) -> str:
        """The card as a page."""
        return self.to_markdown()

    def _what(self) -> str:
        return ", ".join(self.classes[:6]) + (" …" if len(self.classes) > 6 else "") if self.classes else "a number"

    def _rows(self) -> str:
        return f"{self.data['rows']:,} rows of {self.data['name']} ({self.data['fingerprint']})"

    def _packages(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in self.versions.items())


def _figure(record: Mapping[str, Any]) -> dict[str, Any]:
    """A figure of somebody's card: numbers that are numbers or None, and texts."""
    numbers = {part: None if record[part] is None else float(record[part]) for part in NUMBERS}
    return {part: numbers[part] if part in NUMBERS else str(record[part]) for part in FIGURE}


def _shown(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4g}"


def _held(column: ColumnProfile) -> str:
    if column.quantiles:
        return f"{column.quantiles[0]:.4g} to {column.quantiles[-1]:.4g}"
    levels = ", ".join(level for level, _ in column.levels[:6]) + (" …" if len(column.levels) > 6 else "")
    return levels or str(column.kind)


def card_of(
    name: str,
    model: object,
    dataset: Dataset,
    *,
    findings: Sequence[Finding],
    plan: str,
    level: float,
    seed: int = 0,
    notes: Sequence[str] = (),
) -> ModelCard:
    """Describe a model that was fitted to all rows of a dataset and assessed by a plan."""
    target = next((column.name for column in dataset.columns if column.role is Role.TARGET), "y")
    figures = (finding.record(plan, level) for finding in findings)
    return ModelCard(
        name=name,
        model=" ".join(str(model).split()),
        task=dataset.task,
        target=target,
        classes=tuple(dataset.classes) if dataset.is_classification else (),
        by_name=is_frame(dataset.X),
        columns=profile_columns(dataset.X),
        data={"name": dataset.name, "rows": dataset.n, "fingerprint": dataset.fingerprint},
        figures=tuple({part: _plain(figure[part]) for part in FIGURE} for figure in figures),
        notes=tuple(notes),
        seed=int(seed),
        made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        versions=_versions(),
    )


def _plain(value: object) -> object:
    """What JSON can hold: a number that is none is None."""
    return None if isinstance(value, float) and value != value else value


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
