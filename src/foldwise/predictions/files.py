"""Save predictions to ``.npz`` or ``.parquet`` and read them back, the same to the bit."""

from __future__ import annotations

import io
import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError, MissingExtraError
from foldwise.plans import from_saved, to_saved
from foldwise.predictions.outputs import Failure, Outputs, ScoreKind
from foldwise.predictions.predictions import Predictions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Array

__all__ = ["load", "save"]

FORMAT = 1
COLUMNS = ("resample", "row", "output", "part")
OPTIONAL = ("weights", "groups", "time", "costs")


def save(predictions: Predictions, path: str | Path) -> None:
    """Write the whole table; nothing is left behind if writing fails."""
    target = Path(path)
    writers = {".npz": _write_npz, ".parquet": _write_parquet}
    if target.suffix not in writers:
        message = f"predictions are saved as .npz or .parquet, not as '{target.name}'"
        raise InputError(message, hint=f"'{target.with_suffix('.npz').name}'")
    draft = target.with_name(f".{target.name}.part")
    try:
        writers[target.suffix](predictions, draft)
        draft.replace(target)
    except OSError as error:
        message = f"'{target}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    finally:
        draft.unlink(missing_ok=True)


def load(path: str | Path) -> Predictions:
    """Read what `save` wrote."""
    source = Path(path)
    if not source.is_file():
        message = f"there is no file '{source}'"
        raise InputError(message, hint="the name given to save")
    try:
        return _read_parquet(source) if source.suffix == ".parquet" else _read_npz(source)
    except (OSError, KeyError, ValueError, json.JSONDecodeError) as error:
        if isinstance(error, InputError):
            raise
        message = f"'{source}' does not hold predictions saved by foldwise"
        raise InputError(message, hint="foldwise score for predictions made by another tool") from error


def _about(predictions: Predictions) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "task": str(predictions.task),
        "classes": list(predictions.classes),
        "positive": predictions.positive,
        "dataset": predictions.dataset,
        "failures": [[failure.model, failure.resample, failure.cause] for failure in predictions.failures],
        "models": [[name, str(table.score_kind), table.engine] for name, table in predictions.outputs.items()],
        "apparent": [[name, str(table.score_kind), table.engine] for name, table in predictions.apparent.items()],
    }


def _rows(predictions: Predictions) -> dict[str, Array]:
    """Everything that is not the answers: truth, weights, resamples…."""
    arrays = {"truth": predictions.truth}
    arrays |= {name: part for name in OPTIONAL if (part := getattr(predictions, name)) is not None}
    arrays |= {f"resamples.{name}": part for name, part in to_saved(predictions.resamples).items()}
    return arrays | _answers("apparent", predictions.apparent.values())


def _answers(prefix: str, tables: Iterable[Outputs]) -> dict[str, Array]:
    """Arrays of several models' answers, numbered."""
    arrays: dict[str, Array] = {}
    for at, table in enumerate(tables):
        arrays |= {f"{prefix}.{at}.{name}": getattr(table, name) for name in COLUMNS}
        if table.scores is not None:
            arrays[f"{prefix}.{at}.scores"] = table.scores
    return arrays


def _tables(prefix: str, models: list[list[str]], arrays: dict[str, Array]) -> dict[str, Outputs]:
    """Undo `_answers`."""
    tables = {}
    for at, (name, kind, engine) in enumerate(models):
        columns = {column: arrays[f"{prefix}.{at}.{column}"] for column in COLUMNS}
        scores = arrays.get(f"{prefix}.{at}.scores")
        tables[name] = Outputs(**columns, scores=scores, score_kind=ScoreKind(kind), engine=engine)
    return tables


def _rebuild(about: dict[str, Any], rows: dict[str, Array], outputs: dict[str, Outputs]) -> Predictions:
    prefix = "resamples."
    saved = {name.removeprefix(prefix): part for name, part in rows.items() if name.startswith(prefix)}
    return Predictions(
        truth=rows["truth"],
        task=Task(about["task"]),
        outputs=outputs,
        resamples=from_saved(saved),
        classes=tuple(about["classes"]),
        positive=about["positive"],
        dataset=about["dataset"],
        failures=tuple(Failure(*failure) for failure in about["failures"]),
        apparent=_tables("apparent", about.get("apparent", []), rows),
        weights=rows.get("weights"),
        groups=rows.get("groups"),
        time=rows.get("time"),
        costs=rows.get("costs"),
    )


def _write_npz(predictions: Predictions, path: Path) -> None:
    arrays = _rows(predictions) | _answers("model", predictions.outputs.values())
    arrays["about"] = np.array(json.dumps(_about(predictions)))
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _read_npz(path: Path) -> Predictions:
    with np.load(path, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    about = json.loads(str(arrays["about"]))
    return _rebuild(about, arrays, _tables("model", about["models"], arrays))


def _write_parquet(predictions: Predictions, path: Path) -> None:
    pa, parquet = _arrow()
    frame = predictions.to_frame()
    table = pa.Table.from_pandas(frame, preserve_index=False)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **_rows(predictions))
    own = {b"foldwise": json.dumps(_about(predictions)).encode(), b"foldwise.rows": b64encode(buffer.getvalue())}
    parquet.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), **own}), path)


def _read_parquet(path: Path) -> Predictions:
    pa, parquet = _arrow()
    try:
        table = parquet.read_table(path)
    except pa.ArrowException as error:
        message = f"'{path}' is not a Parquet file that can be read"
        raise InputError(message) from error
    metadata = table.schema.metadata or {}
    about = json.loads(metadata[b"foldwise"])
    with np.load(io.BytesIO(b64decode(metadata[b"foldwise.rows"])), allow_pickle=False) as archive:
        rows = {name: archive[name] for name in archive.files}
    columns = {name: table.column(name).to_numpy() for name in ("model", "resample", "row", "part", "predicted")}
    outputs = {
        name: _outputs_of(table, columns, about, name, ScoreKind(kind), engine)
        for name, kind, engine in about["models"]
    }
    return _rebuild(about, rows, outputs)


def _outputs_of(  # noqa: PLR0917
    table: Any,  # noqa: ANN401 - pyarrow has no types
    columns: dict[str, Array],
    about: dict[str, Any],
    name: str,
    kind: ScoreKind,
    engine: str,
) -> Outputs:
    mine = columns["model"] == name
    classes = about["classes"]
    output = columns["predicted"][mine]
    if classes:
        places = {label: code for code, label in enumerate(classes)}
        output = np.array([places.get(label, -1) for label in output.tolist()], dtype=np.intp)
    scores = None
    if kind is not ScoreKind.NONE:
        scores = np.stack([table.column(f"score {label}").to_numpy()[mine] for label in classes], axis=1)
    part = np.select([columns["part"][mine] == word for word in ("test", "train", "validation")], [0, 1, 2])
    return Outputs(
        columns["resample"][mine].astype(np.intp),
        columns["row"][mine].astype(np.intp),
        output,
        scores,
        kind,
        part.astype(np.uint8),
        engine,
    )


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        what = "saving predictions as Parquet"
        raise MissingExtraError.of(what, "parquet") from error
    return pa, parquet
