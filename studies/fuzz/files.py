"""Mutated files: bytes flipped, cut, doubled and moved in every format that is read."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.data import Sealed
from foldwise.predictions import Predictions
from studies.fuzz.judge import Case, Silent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.reports import Assessment

__all__ = ["FORMATS", "TABLES", "assess_some", "file_case", "write_clean"]

FORMATS = (
    "csv",
    "tsv",
    "csv.gz",
    "arff",
    "jsonl",
    "jsonl.gz",
    "parquet",
    "feather",
    "sqlite",
    "sealed",
    "ledger",
    "npz",
    "predictions.parquet",
    "db",
)
TABLES = FORMATS[:9]
"""Formats of rows to learn from; the rest is what foldwise itself writes: sealed rows, predictions, finished fits."""
WHOLE = ("csv.gz", "jsonl.gz", "sealed", "ledger")
"""Formats with a checksum of everything: what is read at all must be what was written."""
ROWS = 40


def clean_frame() -> pd.DataFrame:
    """The table that all files hold."""
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "size": rng.normal(size=ROWS).round(3),
            "count": rng.integers(0, 50, ROWS) + 2**53,
            "town": rng.choice(["York", "Bath", "Ely, old", 'the "Hut"'], ROWS),
            "y": rng.choice(["no", "yes"], ROWS),
        }
    )


def write_clean(folder: Path) -> None:
    """Write the table in every format."""
    frame = clean_frame()
    frame.to_csv(folder / "clean.csv", index=False)
    frame.to_csv(folder / "clean.tsv", index=False, sep="\t")
    (folder / "clean.csv.gz").write_bytes(gzip.compress((folder / "clean.csv").read_bytes(), mtime=0))
    lines = "".join(json.dumps(row) + "\n" for row in frame.to_dict("records"))
    (folder / "clean.jsonl").write_text(lines)
    (folder / "clean.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))
    (folder / "clean.arff").write_text(_arff(frame))
    frame.to_parquet(folder / "clean.parquet", write_page_checksum=True)
    frame.to_feather(folder / "clean.feather")
    with closing(sqlite3.connect(folder / "clean.sqlite")) as database:
        frame.to_sql("rows", database, index=False)
        database.commit()
    _, sealed = foldwise.seal(foldwise.read(frame, "y"), ledger=folder / "clean.ledger")
    sealed.save(folder / "clean.sealed")
    sealed.look("first", lambda X: np.full(len(X), "yes"))
    predictions = assess_some(folder / "clean.db").predictions
    predictions.save(folder / "clean.npz")
    predictions.save(folder / "clean.predictions.parquet")


def assess_some(store: Path | None) -> Assessment:
    """A few fits, one after the other, with their training rows."""
    frame = clean_frame()
    return foldwise.assess(
        {"bayes": GaussianNB()},
        *(frame[["size", "count"]].to_numpy(float), frame["y"].to_numpy(str)),
        plan="kfold(4)",
        measures="error,log-loss",
        baseline=False,
        engine="generic",
        jobs=1,
        train=True,
        store=store,
        progress=False,
    )


def _arff(frame: pd.DataFrame) -> str:
    towns = ",".join("'" + town.replace("'", "\\'") + "'" for town in sorted(set(frame["town"])))
    head = f"@relation rows\n@attribute size numeric\n@attribute count integer\n@attribute town {{{towns}}}\n@attribute y {{no,yes}}\n@data\n"
    return head + "".join(f"{row.size_},{row.count_},'{row.town}',{row.y}\n" for row in _plain(frame))


def _plain(frame: pd.DataFrame) -> list[Any]:
    return list(frame.rename(columns={"size": "size_", "count": "count_"}).itertuples(index=False))


def file_case(folder: Path, seed: int) -> Case:
    """The mutated file of a seed, and what must hold when it is read."""
    rng = np.random.default_rng([77, seed])
    form = FORMATS[seed % len(FORMATS)]
    clean = (folder / f"clean.{form}").read_bytes()
    mutated, how = mutate(clean, rng)
    path = folder / f"case.{form}"

    def run() -> None:
        path.write_bytes(mutated)
        READERS.get(form, _read_table)(path, form)

    return Case(f"{form} {how}", run)


def mutate(content: bytes, rng: np.random.Generator) -> tuple[bytes, str]:
    """Change a few places of some bytes; say how."""
    raw = bytearray(content)
    said = []
    for _ in range(int(rng.choice([1, 1, 1, 2, 4]))):
        name = str(rng.choice(sorted(CHANGES)))
        at, size = int(rng.integers(len(raw) + 1)), int(rng.choice([1, 1, 2, 8, 64, 1000]))
        raw = CHANGES[name](raw, at, size, rng)
        said.append(f"{name} {size} at {at}")
    return bytes(raw), ", ".join(said)


def _flip(raw: bytearray, at: int, _: int, rng: np.random.Generator) -> bytearray:
    if at < len(raw):
        raw[at] ^= 1 << int(rng.integers(8))
    return raw


def _noise(raw: bytearray, at: int, size: int, rng: np.random.Generator) -> bytearray:
    part = rng.bytes(min(size, max(0, len(raw) - at)))
    raw[at : at + len(part)] = part
    return raw


def _text(raw: bytearray, at: int, _: int, rng: np.random.Generator) -> bytearray:
    odd = [
        '"',
        "'",
        "\n",
        "\r",
        "\x00",
        ",",
        ";",
        "{",
        "}",
        "\x1b[2J",
        "?",
        "nan",
        "inf",
        "1e999",
        "9" * 400,
        "\\ud800",
        "é",
    ]
    raw[at:at] = str(rng.choice(odd)).encode()
    return raw


def _move(raw: bytearray, at: int, size: int, rng: np.random.Generator) -> bytearray:
    piece = raw[at : at + size]
    del raw[at : at + size]
    to = int(rng.integers(len(raw) + 1))
    raw[to:to] = piece
    return raw


CHANGES: dict[str, Callable[[bytearray, int, int, np.random.Generator], bytearray]] = {
    "flip": _flip,
    "noise": _noise,
    "text": _text,
    "move": _move,
    "cut": lambda raw, at, size, _: raw[:at] + raw[at + size :],
    "truncate": lambda raw, at, _, __: raw[:at],
    "double": lambda raw, at, size, _: raw[:at] + raw[at : at + size] * 2 + raw[at + size :],
    "zeros": lambda raw, at, size, _: raw[:at] + bytes(min(size, len(raw) - at)) + raw[at + size :],
    "append": lambda raw, _, size, rng: raw + rng.bytes(size),
}


def _read_table(path: Path, form: str) -> None:
    dataset = foldwise.read(path, "y", groups=None)
    if form in WHOLE:
        if dataset.fingerprint != _expected(path, form).fingerprint:
            message = "the file has a checksum, and other rows were read than were written"
            raise Silent(message)
    elif form in ("csv", "jsonl"):
        _check_rows(path, form, dataset)
    dataset.describe()


def _expected(path: Path, form: str) -> Dataset:
    return foldwise.read(path.with_name(f"clean.{form}"), "y")


def _check_rows(path: Path, form: str, dataset: Dataset) -> None:
    """Count the rows by another parser, and compare the numbers that it finds."""
    text = path.read_bytes().decode("utf-8-sig")
    rows: list[Any]
    if form == "jsonl":
        rows = [json.loads(line) for line in text.splitlines() if line.strip()] if "\x0b" not in text else []
        names = None
    else:
        rows = [row for row in csv.reader(text.splitlines(keepends=True)) if any(cell.strip() for cell in row)]
        names = [cell.strip() for cell in rows[0]]
        rows = rows[1:]
    if "\r" in text or "\x0b" in text or "\x0c" in text or "\x1c" in text or "\x85" in text or "\u2028" in text:
        return  # other signs that end a line for one parser and not for the other
    if form == "jsonl" or (names == ["size", "count", "town", "y"]):
        if dataset.n != len(rows):
            message = f"{len(rows)} rows are in the file and {dataset.n} were read"
            raise Silent(message)
        cells = [row.get("size") if form == "jsonl" else row[0] for row in rows]
        if "size" in getattr(dataset.X, "columns", ()) and pd.api.types.is_float_dtype(dataset.X["size"]):
            _check_numbers(cells, dataset.X["size"].to_numpy())


def _check_numbers(cells: list[Any], values: Any) -> None:  # noqa: ANN401 - an array
    for cell, value in zip(cells, values, strict=True):
        try:
            number = float(cell)
        except (TypeError, ValueError):
            continue
        if number == number and number != value:
            message = f"{cell!r} is in the file and {value!r} was read"
            raise Silent(message)


def _read_sealed(path: Path, form: str) -> None:
    folder = path.with_name("sealed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for end in ("sealed", "ledger", "ledger.best.npz"):
        shutil.copy(path.with_name(f"clean.{end}"), folder / f"clean.{end}")
    shutil.copy(path, folder / f"clean.{form}")
    sealed = Sealed.load(folder / "clean.sealed")
    known = Sealed.load(path.with_name("clean.sealed"))
    same = [vars(one) for one in sealed.looks] == [vars(one) for one in known.looks]
    if sealed.n != known.n or not same or sealed._dataset.fingerprint != known._dataset.fingerprint:
        message = "the seal holds, and the rows or the looks are other ones"
        raise Silent(message)


def _read_predictions(path: Path, form: str) -> None:
    """Predictions carry a digest: what is loaded at all is what was saved."""
    found, known = (Predictions.load(one) for one in (path, path.with_name(f"clean.{form}")))
    if _bits(found) != _bits(known):
        message = "the file has a digest, and other predictions were loaded than were saved"
        raise Silent(message)


def _read_store(path: Path, _: str) -> None:
    """Fits in a store are signed: a damaged one is done again, so that the predictions are the same."""
    for beside in path.parent.glob(f"{path.name}-*"):  # what the last case left
        beside.unlink()
    if _bits(assess_some(path).predictions) != _known_bits():
        message = "the predictions differ from those without a store"
        raise Silent(message)


@cache
def _known_bits() -> bytes:
    return _bits(assess_some(None).predictions)


def _bits(predictions: Predictions) -> bytes:
    """Everything that statistics are computed from."""
    table = predictions.of("bayes")
    parts = (predictions.truth, table.resample, table.row, table.output, table.scores, table.part)
    return b"".join(np.ascontiguousarray(part).tobytes() for part in parts if part is not None)


READERS: dict[str, Callable[[Path, str], None]] = {
    "npz": _read_predictions,
    "predictions.parquet": _read_predictions,
    "db": _read_store,
    "sealed": _read_sealed,
    "ledger": _read_sealed,
}
