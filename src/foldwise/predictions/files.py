"""Save predictions to ``.npz`` or ``.parquet`` and read them back, the same to the bit.

A file is hostile until it is checked: its parts are plain numbers and texts, a digest over all of them tells damage, and
every code, length and row is held against the others before the table is handed on. The digest has no key: it finds what a
disk or a network did to a file, not what a person did who knows how it is made.
"""

from __future__ import annotations

import io
import json
import os
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.data.checks import usable_path
from foldwise.errors import FoldwiseError, InputError, MissingExtraError
from foldwise.fingerprints import digest
from foldwise.plans import CountMatrix, DrawnCounts, Resamples, from_saved, to_saved
from foldwise.predictions.archive import DAMAGE_ERRORS, MOST_BYTES, read_archive, write_archive
from foldwise.predictions.integrity import check_predictions, check_saved_resamples, wrong_table
from foldwise.predictions.outputs import Failure, Outputs, Part, ScoreKind
from foldwise.predictions.predictions import Predictions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from foldwise.arrays import Array
    from foldwise.typing import Untyped

__all__ = ["load_predictions", "save"]

FORMAT = 2
READABLE = (1, FORMAT)
"""Files of the first format have no digest."""
COLUMNS = ("resample", "row", "output", "part")
OPTIONAL = ("weights", "groups", "time", "costs")


def save(predictions: Predictions, path: str | Path) -> None:
    """Write the whole table; nothing is left behind if writing fails."""
    target = usable_path(path)
    writers = {".npz": _write_npz, ".parquet": _write_parquet}
    if target.suffix not in writers:
        message = f"predictions are saved as .npz or .parquet, not as '{target.name}'"
        raise InputError(message, hint=f"'{target.stem or 'predictions'}.npz'")
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        writers[target.suffix](predictions, draft)
        draft.replace(target)
    except OSError as error:
        message = f"'{target}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    finally:
        with suppress(OSError):  # a name that is too long for a draft
            draft.unlink(missing_ok=True)


def load_predictions(path: str | Path, *, most_bytes: int = MOST_BYTES) -> Predictions:
    """Read what `save` wrote; anything else, and a file that contradicts itself, is refused."""
    source = usable_path(path)
    if not source.is_file():
        message = f"'{source}' is a folder" if source.is_dir() else f"there is no file '{source}'"
        raise InputError(message, hint="the name given to save")
    try:
        read = _read_parquet if source.suffix == ".parquet" else _read_npz
        predictions = read(source, most_bytes)
        check_predictions(predictions)
    except MissingExtraError:
        raise
    except FoldwiseError as error:
        message = f"'{source}' does not hold predictions that can be used: {error.args[0]}"
        raise InputError(message, hint=error.hint) from error
    except DAMAGE_ERRORS as error:
        message = f"'{source}' does not hold predictions saved by foldwise, or is damaged"
        raise InputError(message, hint="foldwise score for predictions made by another tool") from error
    return predictions


def _about(predictions: Predictions) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "task": str(predictions.task),
        "classes": list(predictions.classes),
        "positive": predictions.positive,
        "dataset": predictions.dataset,
        "failures": _described_failures(predictions),
        "models": _described_models(predictions.outputs),
        "apparent": _described_models(predictions.apparent),
        "sampled": {} if predictions.sampled is None else _about_sampled(predictions.sampled),
        "gradual": sorted(predictions.gradual),
    }


def _about_sampled(table: Predictions) -> dict[str, Any]:
    return {"models": _described_models(table.outputs), "failures": _described_failures(table)}


def _described_models(outputs: Mapping[str, Outputs]) -> list[list[str]]:
    return [[name, str(table.score_kind), table.engine] for name, table in outputs.items()]


def _described_failures(predictions: Predictions) -> list[list[Any]]:
    return [[failure.model, failure.resample, failure.cause] for failure in predictions.failures]


def _rows(predictions: Predictions) -> dict[str, Array]:
    """Everything that is not the predictions: truth, weights, resamples…."""
    arrays = {"truth": predictions.truth}
    arrays |= {name: part for name in OPTIONAL if (part := getattr(predictions, name)) is not None}
    arrays |= {f"resamples.{name}": part for name, part in to_saved(predictions.resamples).items()}
    if predictions.sampled is not None:
        drawn = to_saved(predictions.sampled.resamples)
        arrays |= {f"sampled.resamples.{name}": part for name, part in drawn.items()}
        arrays |= _output_arrays("sampled", predictions.sampled.outputs.values())
    return arrays | _output_arrays("apparent", predictions.apparent.values())


def _output_arrays(prefix: str, tables: Iterable[Outputs]) -> dict[str, Array]:
    """Arrays of several models' predictions, numbered."""
    arrays: dict[str, Array] = {}
    for at, table in enumerate(tables):
        arrays |= {f"{prefix}.{at}.{name}": getattr(table, name) for name in COLUMNS}
        if table.scores is not None:
            arrays[f"{prefix}.{at}.scores"] = table.scores
    return arrays


def _tables(prefix: str, models: list[tuple[str, ScoreKind, str]], arrays: dict[str, Array]) -> dict[str, Outputs]:
    """Undo `_output_arrays`."""
    tables = {}
    for at, (name, kind, engine) in enumerate(models):
        columns = {column: arrays[f"{prefix}.{at}.{column}"] for column in COLUMNS}
        scores = arrays.get(f"{prefix}.{at}.scores")
        tables[name] = Outputs(**columns, scores=scores, score_kind=kind, engine=engine)
    return tables


def _models(metadata: dict[str, Any], which: str) -> list[tuple[str, ScoreKind, str]]:
    """Names, kinds of scores and engines of the models."""
    models = [(_text(name), ScoreKind(kind), _text(engine)) for name, kind, engine in metadata.get(which, [])]
    if len({name for name, *_ in models}) != len(models):
        message = "two models have one name"
        raise wrong_table(message)
    return models


def _text(value: object) -> str:
    if not isinstance(value, str):
        message = f"{value!r:.50} stands where a text should"
        raise wrong_table(message)
    value.encode()  # half a surrogate pair is no text
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{value!r:.50} stands where a whole number should"
        raise wrong_table(message)
    return value


def _described(text: str | bytes) -> dict[str, Any]:
    """What the file says about itself, if its format is one that is known."""
    metadata = json.loads(text)
    if (
        not isinstance(metadata, dict)
        or metadata.get("format") not in READABLE
        or isinstance(metadata.get("format"), bool)
    ):
        known = f"this version of foldwise reads format {' and '.join(map(str, READABLE))}"
        received = metadata.get("format", "none") if isinstance(metadata, dict) else "none"
        message = f"its format is {received!r:.50}, and {known}"
        raise InputError(message, hint="a newer foldwise, or predictions made anew")
    return metadata


def _rebuild(metadata: dict[str, Any], rows: dict[str, Array], outputs: dict[str, Outputs]) -> Predictions:
    if not isinstance(metadata["classes"], list):
        message = f"{metadata['classes']!r:.50} stands where the classes should"
        raise wrong_table(message)
    classes = tuple(_text(name) for name in metadata["classes"])
    predictions = Predictions(
        truth=rows["truth"],
        task=Task(metadata["task"]),
        outputs=outputs,
        resamples=_resamples(rows, "resamples."),
        classes=classes,
        positive=_whole(metadata["positive"]),
        dataset=_text(metadata["dataset"]),
        failures=_failures(metadata),
        apparent=_tables("apparent", _models(metadata, "apparent"), rows),
        weights=rows.get("weights"),
        groups=rows.get("groups"),
        time=rows.get("time"),
        costs=rows.get("costs"),
        gradual=frozenset(map(_text, metadata.get("gradual", ()))),
    )
    if metadata["format"] >= 2 and metadata["digest"] != _digest(metadata, rows, outputs):
        message = "its digest is that of other content: it was damaged or changed"
        raise wrong_table(message)
    return replace(predictions, sampled=_sampled(predictions, metadata.get("sampled") or {}, rows))


def _sampled(predictions: Predictions, metadata: dict[str, Any], rows: dict[str, Array]) -> Predictions | None:
    """The models on bootstrap samples of the same rows, where the file has them."""
    if not metadata:
        return None
    return replace(
        predictions,
        outputs=_tables("sampled", _models(metadata, "models"), rows),
        resamples=_resamples(rows, "sampled.resamples."),
        failures=_failures(metadata),
        apparent={},
    )


def _failures(metadata: dict[str, Any]) -> tuple[Failure, ...]:
    return tuple(Failure(_text(name), _whole(r), _text(cause)) for name, r, cause in metadata["failures"])


def _resamples(rows: dict[str, Array], prefix: str) -> Resamples:
    saved = {name.removeprefix(prefix): part for name, part in rows.items() if name.startswith(prefix)}
    check_saved_resamples(saved)
    return _known(from_saved(saved))


def _known(resamples: Resamples) -> Resamples:
    """Refuse counts under the fingerprint of others, where that can be seen."""
    if not isinstance(resamples, CountMatrix) or resamples.matrix.size > DrawnCounts.KEEP:
        return resamples
    own, text = resamples.matrix, ["counts", str(resamples.test_all)]
    kinds = [own.dtype] if own.dtype.kind == "f" else [own.dtype, *map(np.dtype, "BHILQbhilq")]
    if resamples.origin not in {digest([*text, own.astype(kind)]) for kind in kinds}:
        message = "the fingerprint of the resamples is not theirs"
        raise wrong_table(message)
    return resamples


def _digest(metadata: dict[str, Any], rows: dict[str, Array], outputs: Mapping[str, Outputs]) -> str:
    """Hash of all that is saved, the same for both kinds of file."""
    texts = json.dumps({name: part for name, part in metadata.items() if name != "digest"}, sort_keys=True)
    arrays = {name: part for name, part in rows.items() if name != "about" and not name.startswith("model.")}
    for at, table in enumerate(outputs.values()):
        # A Parquet file keeps whole numbers in a type of its own.
        arrays |= {f"model.{at}.{name}": _plain(getattr(table, name)) for name in COLUMNS}
        arrays |= {} if table.scores is None else {f"model.{at}.scores": table.scores}
    return digest([texts, *(part for name in sorted(arrays) for part in (name, arrays[name]))])


def _plain(column: Array) -> Array:
    return column if column.dtype.kind == "f" else column.astype(np.int64)


def _described_with_digest(predictions: Predictions) -> str:
    metadata = _about(predictions)
    return json.dumps({**metadata, "digest": _digest(metadata, _rows(predictions), predictions.outputs)})


def _write_npz(predictions: Predictions, path: Path) -> None:
    arrays = _rows(predictions) | _output_arrays("model", predictions.outputs.values())
    arrays["about"] = np.array(_described_with_digest(predictions))
    with path.open("wb") as file:
        write_archive(arrays, file)


def _read_npz(path: Path, most: int) -> Predictions:
    arrays = read_archive(path, most)
    metadata = _described(str(arrays["about"]))
    return _rebuild(metadata, arrays, _tables("model", _models(metadata, "models"), arrays))


def _write_parquet(predictions: Predictions, path: Path) -> None:
    pa, parquet = _arrow()
    frame = predictions.to_frame()
    table = pa.Table.from_pandas(frame, preserve_index=False)
    buffer = io.BytesIO()
    write_archive(_rows(predictions), buffer)
    own = {b"foldwise": _described_with_digest(predictions).encode(), b"foldwise.rows": b64encode(buffer.getvalue())}
    parquet.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), **own}), path)


def _read_parquet(path: Path, most: int) -> Predictions:
    pa, parquet = _arrow()
    try:
        metadata, rows = _metadata(parquet.read_schema(path).metadata or {}, most)
        footer = parquet.read_metadata(path)
        unpacked = sum(footer.row_group(at).total_byte_size for at in range(footer.num_row_groups))
        if unpacked > most:
            message = f"the file unpacks to {unpacked:,} bytes, more than the {most:,} that are read"
            raise InputError(message, hint="most_bytes=… where that is meant")
        table = parquet.read_table(path)
        table.validate(full=True)
        columns = {name: table.column(name).to_numpy() for name in ("model", "resample", "row", "part", "predicted")}
        outputs = {
            name: _outputs_of(table, columns, metadata, name, kind, engine)
            for name, kind, engine in _models(metadata, "models")
        }
    except pa.ArrowException as error:
        message = "it is not a Parquet file that can be read"
        raise InputError(message, hint="making or downloading it again") from error
    if sum(output.size for output in outputs.values()) != table.num_rows:
        message = "some predictions belong to no model"
        raise wrong_table(message)
    return _rebuild(metadata, rows, outputs)


def _metadata(metadata: dict[bytes, bytes], most: int) -> tuple[dict[str, Any], dict[str, Array]]:
    about = _described(metadata[b"foldwise"])
    return about, read_archive(b64decode(metadata[b"foldwise.rows"], validate=True), most)


def _outputs_of(  # noqa: PLR0917
    table: Untyped,
    columns: dict[str, Array],
    metadata: dict[str, Any],
    name: str,
    kind: ScoreKind,
    engine: str,
) -> Outputs:
    of_model = columns["model"] == name
    classes = metadata["classes"]
    output = columns["predicted"][of_model]
    if classes:
        places: dict[Any, int] = {label: code for code, label in enumerate(classes)} | {None: -1}
        output = np.array([places[label] for label in output.tolist()], dtype=np.intp)
    scores = None
    if kind is not ScoreKind.NONE:
        scores = np.stack([table.column(f"score {label}").to_numpy()[of_model] for label in classes], axis=1)
    words: dict[Any, int] = {word.name.lower(): int(word) for word in Part}
    part = np.array([words[word] for word in columns["part"][of_model].tolist()], dtype=np.uint8)
    for column in ("resample", "row"):
        if columns[column].dtype.kind not in "iu":
            message = f"the column '{column}' holds missing values"
            raise wrong_table(message)
    return Outputs(
        columns["resample"][of_model].astype(np.intp),
        columns["row"][of_model].astype(np.intp),
        output,
        scores,
        kind,
        part,
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
