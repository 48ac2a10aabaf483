"""A fit as bytes: a head of plain data, then its arrays; nothing is executed when it is read, and nothing is taken on trust."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine.execution.execute import Result
from foldwise.engine.rows import rows_of
from foldwise.errors import InputError
from foldwise.predictions import Outputs, ScoreKind, check_outputs

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.engine.single_fits.generic import Fitting

__all__ = ["DAMAGE_ERRORS", "pack_fit", "unpack_fit"]

LENGTH_BYTES = 4
"""Bytes of the length of the head."""
ARRAY_KINDS = "biuf"
DAMAGE_ERRORS = (InputError, ValueError, KeyError, TypeError, IndexError, OverflowError, MemoryError, RecursionError)
"""What reading a damaged fit raises."""


def pack_fit(result: Result) -> bytes:
    """Keep labels or values, scores, and what the fit warned about; which rows they are of, the key of the fit says."""
    piece = result.outputs
    if piece is None:
        message = "a fit that failed is not kept"
        raise InputError(message)
    arrays = [piece.output] if piece.scores is None else [piece.output, piece.scores]
    forms = tuple((array.dtype.str, array.shape) for array in arrays)
    return b"".join(
        [_head(piece.score_kind, piece.engine, result.warned, forms), *(array.tobytes() for array in arrays)]
    )


@lru_cache(maxsize=64)
def _head(
    kind: ScoreKind, engine: str, warned: tuple[str, ...], forms: tuple[tuple[str, tuple[int, ...]], ...]
) -> bytes:
    """What the arrays are; most fits of a model have the same head."""
    text = json.dumps({"kind": str(kind), "engine": engine, "warned": warned, "arrays": forms}).encode()
    return len(text).to_bytes(LENGTH_BYTES, "little") + text


def unpack_fit(packed: bytes, fitting: Fitting, r: int) -> Result:
    """Undo `pack_fit` for resample r, and check it like any predictions; one of `DAMAGE_ERRORS` where it is not what it should be."""
    start = LENGTH_BYTES + int.from_bytes(packed[:LENGTH_BYTES], "little")
    head: dict[str, Any] = json.loads(packed[LENGTH_BYTES:start])
    arrays = []
    for kind, shape in head["arrays"]:
        one = _array(packed, start, np.dtype(kind), tuple(int(size) for size in shape))
        start += one.nbytes
        arrays.append(one)
    if start != len(packed) or len(arrays) not in (1, 2):
        message = "its arrays are of other lengths than it says"
        raise ValueError(message)
    rows, parts = rows_of(fitting.resamples, r, train=fitting.train)
    scores = arrays[1] if len(arrays) == 2 else None
    numbers = np.full(rows.size, r, dtype=np.intp)
    outputs = Outputs(numbers, rows, arrays[0], scores, ScoreKind(head["kind"]), parts, str(head["engine"]))
    check_outputs(outputs, fitting.resamples, len(fitting.dataset.classes), f"'{fitting.name}'")
    return Result(r, outputs, tuple(str(text) for text in head["warned"]))


def _array(packed: bytes, start: int, kind: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    """Numbers from the bytes, as an array of its own."""
    if kind.kind not in ARRAY_KINDS or kind.hasobject or any(size < 0 for size in shape):
        message = f"it holds an array of type {kind} and shape {shape}"
        raise ValueError(message)
    count = int(np.prod(shape, dtype=object)) if shape else 1
    return np.frombuffer(packed, dtype=kind, count=count, offset=start).reshape(shape).copy()
