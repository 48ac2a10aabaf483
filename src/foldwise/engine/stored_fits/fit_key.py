"""The key of a fit: a hash of all that decides its predictions, the same in every process.

It has two halves. What all fits of a model share: rows, model with its code, seed, settings, versions. And what one resample
adds: its training rows with their weights, the rows it predicts, and the number that its seed comes from. So a plan with one
repeat more shares the fits of the repeats before.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import is_frame, is_sparse
from foldwise.engine.execution.process_settings import settings_in_use
from foldwise.engine.rows import rows_of
from foldwise.engine.single_fits.seeds import seed_number
from foldwise.engine.storage import TrainingSets, is_listed
from foldwise.engine.stored_fits.code_key import Unkeyable, key_of_model
from foldwise.engine.threads import blocks
from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Array
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.typing import Given

__all__ = ["form_of", "key_of_fits", "resample_keys"]

HASHED_TOGETHER = 4_000_000
"""Resamples times rows that are hashed from one table."""
KEY_BYTES = 20
"""Bytes of the key of a resample."""


def key_of_fits(fitting: Fitting) -> str:
    """Hash what all fits of a model share: rows, model with its code, seed, settings and versions; may raise `Unkeyable`."""
    dataset = fitting.dataset
    about = (
        fitting.seed,
        fitting.name if fitting.open_seeds else "",
        fitting.open_seeds,
        fitting.train,
        sorted(fitting.routed.items()),
        fitting.coded,
        fitting.finite,
        fitting.engine,
        str(dataset.task),
        *(sorted(one.items()) for one in settings_in_use().values()),
    )
    groups = digest(raw_parts(dataset.groups)) if "groups" in fitting.routed else ""
    order = digest(raw_parts(dataset.order)) if "order" in fitting.routed else ""
    texts = [
        repr(about),
        dataset.fingerprint,
        digest(form_of(dataset.X)),
        digest(raw_parts(dataset.target)),
        groups + order,
        key_of_model(fitting.model),
    ]
    return sha256("\x1f".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def resample_keys(fitting: Fitting) -> list[bytes]:
    """Hash what each resample adds: the number its seed comes from, training rows and their weights, rows that are predicted."""
    resamples, training = fitting.resamples, TrainingSets(fitting.resamples)
    numbers = [seed_number(training, r) for r in range(resamples.count)]
    if is_listed(resamples):
        return [_key_of_lists(fitting, r, number) for r, number in enumerate(numbers)]
    keys: list[bytes] = []
    for start, stop in blocks(resamples.count, max(1, HASHED_TOGETHER // max(1, resamples.n))):
        counts = np.ascontiguousarray(resamples.train_counts(start, stop))
        tested = np.ascontiguousarray(resamples.test_mask(start, stop))
        form = f"{counts.dtype.str} {resamples.n}"
        for number, drawn, mask in zip(numbers[start:stop], counts, tested, strict=True):
            state = blake2b(f"counts {number} {form} ".encode(), digest_size=KEY_BYTES)
            state.update(drawn)
            state.update(mask)
            keys.append(state.digest())
    return keys


def _key_of_lists(fitting: Fitting, r: int, number: int) -> bytes:
    """Hash lists of rows in their own order."""
    rows, parts = rows_of(fitting.resamples, r, train=fitting.train)
    train, weights = fitting.resamples.train_rows(r), fitting.resamples.train_weights(r)
    lists = [train, rows, parts] if weights is None else [train, rows, parts, weights]
    state = blake2b(f"lists {number} {fitting.resamples.n}".encode(), digest_size=KEY_BYTES)
    for one in lists:
        state.update(f" {one.dtype.str} {one.size} ".encode())
        state.update(np.ascontiguousarray(one).tobytes())
    return state.digest()


def form_of(table: Given) -> Iterator[Array | str]:
    """What a model can see of a table beside the values that are its fingerprint: types, index, layout in memory."""
    yield f"{type(table).__module__}.{type(table).__qualname__}"
    if isinstance(table, np.ndarray):
        yield f"{table.flags.c_contiguous} {table.flags.f_contiguous}"
        yield from raw_parts(table)
    elif is_sparse(table):
        yield f"{table.format} {table.dtype} {table.nnz} {table.shape}"
        yield from (getattr(table, part).dtype.str for part in ("indices", "indptr") if hasattr(table, part))
        if not getattr(table, "has_sorted_indices", True):
            yield from (table.indices, table.indptr, table.data)
    elif hasattr(table, "iloc"):
        yield from _pandas_parts(table)
    elif is_frame(table):
        yield from _frame_parts(table)


def _pandas_parts(table: Given) -> Iterator[Array | str]:
    """Columns, their types, and both indexes."""
    import pandas as pd

    yield f"{table.columns.names} {table.index.names} {type(table.index).__qualname__} {table.index.dtype}"
    if table.attrs or type(table) is not pd.DataFrame or not table.flags.allows_duplicate_labels:
        more = {name: getattr(table, name, None) for name in type(table)._metadata}
        yield key_of_model([type(table), table.attrs, more, table.flags.allows_duplicate_labels])
    try:
        yield np.asarray(pd.util.hash_pandas_object(table.index))
    except TypeError as error:
        message = "the index of its rows has values without a hash"
        raise Unkeyable(message) from error
    for at, name in enumerate(table.columns):
        column = table.iloc[:, at]
        yield f"{type(name).__name__} {name!r} {column.dtype}"
        if hasattr(column, "cat"):
            yield from (f"{column.cat.ordered}", _texts(column.cat.categories), column.cat.codes.to_numpy())
        else:
            yield from raw_parts(column.to_numpy())


def _frame_parts(table: Given) -> Iterator[Array | str]:
    """Columns and their types, of any other frame."""
    import narwhals as nw

    for column in nw.from_native(table).iter_columns():
        yield f"{column.name} {column.to_native().dtype!r}"
        yield from raw_parts(np.asarray(column.to_numpy()))


def raw_parts(values: Given) -> Iterator[Array | str]:
    """Values to the bit; objects by their types and how they are written."""
    array = np.asarray(values)
    if array.dtype.kind == "O":
        yield from (str(array.shape), _texts(array.reshape(-1)))
    else:
        yield array.dtype.str
        yield array.view(np.int64) if array.dtype.kind in "mM" and array.ndim else array


def _texts(values: Given) -> str:
    return "\x1e".join(f"{type(value).__name__} {value!r}" for value in values.tolist())
