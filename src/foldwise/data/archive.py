"""A dataset in one file: a zip of plain arrays and JSON, without pickle."""

from __future__ import annotations

import json
from dataclasses import asdict
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np

from foldwise.data.checks.file import DAMAGED_ARCHIVE, check_unpacked
from foldwise.data.dataset import Column, Dataset, Kind, Role, Task
from foldwise.data.table import is_sparse, shape_of
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import narwhals as nw

    from foldwise.arrays import Array
    from foldwise.data.table import Table
    from foldwise.typing import Untyped

__all__ = ["pack", "unpack"]

ARRAYS = ("target", "groups", "order", "weights", "costs")


def pack(dataset: Dataset, facts: Mapping[str, Any], note: str) -> bytes:
    """Write a dataset, some facts about it and a note for whoever opens the file."""
    described, arrays = _table_parts(dataset.X)
    arrays |= {name: getattr(dataset, name) for name in ARRAYS if getattr(dataset, name) is not None}
    card = {
        "version": 1,
        "facts": dict(facts),
        "name": dataset.name,
        "task": dataset.task.value,
        "positive": None if dataset.positive is None else str(dataset.positive),
        "columns": [asdict(column) for column in dataset.columns],
        "table": described,
    }
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", note)
        archive.writestr("card.json", json.dumps(card))
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


def unpack(path: Path) -> tuple[Dataset, dict[str, Any]]:
    """Read what `pack` wrote: the dataset and the facts."""
    try:
        with ZipFile(path) as archive:
            check_unpacked(path, sum(part.file_size for part in archive.infolist()), None)
            card = json.loads(archive.read("card.json"))
            names = [name.removesuffix(".npy") for name in archive.namelist() if name.endswith(".npy")]
            arrays = {name: np.load(BytesIO(archive.read(f"{name}.npy")), allow_pickle=False) for name in names}
        return _checked(_dataset(card, arrays)), dict(card["facts"])
    except InputError:
        raise
    except DAMAGED_ARCHIVE as error:
        message = f"'{path.name}' is not a whole file of sealed rows"
        raise InputError(message, hint="the file that foldwise wrote when it sealed them") from error


def _dataset(card: dict[str, Any], arrays: dict[str, Array]) -> Dataset:
    return Dataset(
        X=_table(card["table"], arrays),
        task=Task(card["task"]),
        columns=tuple(_column(kept) for kept in card["columns"]),
        name=card["name"],
        positive=card["positive"],
        **{name: arrays.get(name) for name in ARRAYS},  # type: ignore[arg-type]
    )


def _checked(dataset: Dataset) -> Dataset:
    """Refuse parts of different lengths: a file is hostile until it is checked."""
    parts = [dataset.target, dataset.groups, dataset.order, dataset.weights]
    sizes = {part.shape for part in parts if part is not None}
    if sizes != {(shape_of(dataset.X)[0],)} or len(str(dataset.fingerprint)) == 0:
        raise ValueError
    return dataset


def _column(kept: dict[str, Any]) -> Column:
    return Column(**kept | {"kind": Kind(kept["kind"]), "role": Role(kept["role"]), "tokens": tuple(kept["tokens"])})


def _table_parts(table: Table) -> tuple[dict[str, Any], dict[str, Array]]:
    """Say what kind of table it is, and take it apart into arrays."""
    if isinstance(table, np.ndarray):
        return {"kind": "array"}, {"X": table}
    if is_sparse(table):
        matrix = table.tocsr()
        parts = {"X.data": matrix.data, "X.indices": matrix.indices, "X.indptr": matrix.indptr}
        return {"kind": "sparse", "shape": [int(size) for size in matrix.shape]}, parts
    import narwhals as nw

    frame = nw.from_native(table, eager_only=True)
    kind = frame.implementation.value
    if kind not in ("pandas", "polars"):
        message = f"sealed rows in a {kind} frame cannot be saved"
        raise InputError(message, hint="sealing rows of a pandas or polars frame")
    columns: list[dict[str, Any]] = []
    arrays: dict[str, Array] = {}
    for at, series in enumerate(frame.iter_columns()):
        form, arrays[f"X.{at}"] = _series_parts(series)
        columns.append({"name": series.name, **form})
    return {"kind": kind, "columns": columns}, arrays


def _series_parts(series: nw.Series[Any]) -> tuple[dict[str, Any], Array]:
    """Numbers as they are, all else as codes of texts; the levels of a pandas category are kept in their order."""
    import narwhals as nw

    if series.dtype.is_numeric():
        values = series.to_numpy()
        return {"form": "numbers"}, values if values.dtype.kind in "iuf" else values.astype(np.float64)
    grouped = isinstance(series.dtype, nw.Categorical | nw.Enum)
    texts = [None if value is None or value != value else str(value) for value in series.to_list()]
    known = map(str, series.to_native().cat.categories) if grouped and series.implementation.is_pandas() else ()
    names = list(dict.fromkeys([*known, *(text for text in texts if text is not None)]))
    place = {name: at for at, name in enumerate(names)}
    codes = np.array([-1 if text is None else place[text] for text in texts], dtype=np.intp)
    whole = isinstance(series.dtype, nw.Boolean) and bool((codes >= 0).all())
    return {"form": "categories" if grouped else "truths" if whole else "texts", "names": names}, codes


def _table(described: dict[str, Any], arrays: dict[str, Array]) -> Table:
    if described["kind"] == "array":
        return arrays["X"]
    if described["kind"] == "sparse":
        from scipy.sparse import csr_array

        return csr_array((arrays["X.data"], arrays["X.indices"], arrays["X.indptr"]), shape=tuple(described["shape"]))
    return _frame(described, arrays)


def _frame(described: dict[str, Any], arrays: dict[str, Array]) -> Table:
    import narwhals as nw

    backend, columns = described["kind"], described["columns"]
    series = [_series(str(at), kept, arrays[f"X.{at}"], backend) for at, kept in enumerate(columns)]
    table = nw.concat([one.to_frame() for one in series], how="horizontal").to_native()
    table.columns = [kept["name"] for kept in columns]
    return table


def _series(name: str, kept: dict[str, Any], array: Array, backend: Untyped) -> nw.Series[Any]:
    import narwhals as nw

    if kept["form"] == "numbers":
        return nw.new_series(name, array, backend=backend)
    if kept["form"] == "categories" and backend == "pandas":
        import pandas as pd

        values = pd.Categorical.from_codes(array, pd.Index(kept["names"]))
        return nw.from_native(pd.Series(values, name=name), series_only=True)
    texts = np.array([*kept["names"], None], dtype=object)[array].tolist()
    if kept["form"] == "truths":
        return nw.new_series(name, [text == "True" for text in texts], nw.Boolean, backend=backend)
    series = nw.new_series(name, texts, nw.String, backend=backend)
    return series.cast(nw.Categorical) if kept["form"] == "categories" else series
