"""Arrays in one ``.npz`` archive, read as if its writer were hostile: no pickle, no foreign types, no surprise in size."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from foldwise.arrays import Array
    from foldwise.typing import Untyped

__all__ = ["DAMAGE_ERRORS", "MOST_BYTES", "read_archive", "write_archive"]

MOST_BYTES = 1 << 34
"""Bytes of all arrays together that are unpacked without being asked twice: 16 GiB."""
LARGE_ARCHIVE, LARGEST_COMPRESSION = 1 << 30, 200
"""Bytes from which on an archive may not unpack to more than so many times its size: predictions never do."""
ARRAY_KINDS = "biufU"
"""Truth values, whole numbers, reals and texts."""
MOST_HEADER = 10_000
COMPRESSION_LEVEL = 1
"""How hard an archive is compressed: more takes several times as long, for a file that is hardly smaller."""
DAMAGE_ERRORS = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    SyntaxError,
    ArithmeticError,
    MemoryError,
    RecursionError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a damaged archive raises."""


def write_archive(arrays: Mapping[str, Array], file: Untyped, *, compress: bool = True) -> None:
    """Write the arrays, never pickled."""
    how = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", how, compresslevel=COMPRESSION_LEVEL) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asanyarray(array), allow_pickle=False)


def read_archive(source: Path | bytes, most: int = MOST_BYTES) -> dict[str, Array]:
    """Read every array; anything but plain numbers and texts, and more than `most` bytes, are refused.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> write_archive({"x": np.arange(3)}, file)
    >>> read_archive(file.getvalue())
    {'x': array([0, 1, 2])}
    """
    with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as archive:
        members = archive.infolist()
        names = [member.filename.removesuffix(".npy") for member in members]
        if len(set(names)) != len(names):
            message = "the archive holds two arrays of one name"
            raise InputError(message)
        total = sum(member.file_size for member in members)
        packed = sum(member.compress_size for member in members)
        if most == MOST_BYTES and total > LARGE_ARCHIVE and total > LARGEST_COMPRESSION * packed:
            message = f"the archive unpacks to {total:,} bytes, {total // max(packed, 1):,} times its size"
            raise InputError(message, hint="most_bytes=… where that is meant")
        if total > most:
            message = f"the archive unpacks to {total:,} bytes, more than the {most:,} that are read"
            raise InputError(message, hint="most_bytes=… where that is meant")
        return {name: _read(archive, member) for name, member in zip(names, members, strict=True)}


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Array:
    with archive.open(member) as file:
        # The whole member is read, so that its checksum is; the header cannot ask for more memory than there are bytes.
        data = io.BytesIO(file.read(member.file_size + 1))
    version = np.lib.format.read_magic(data)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, fortran, kind = read(data, max_header_size=MOST_HEADER)
    if kind.kind not in ARRAY_KINDS or kind.hasobject or kind.names is not None:
        message = f"the array '{member.filename}' is of type {kind}"
        raise InputError(message)
    count = int(np.prod(shape, dtype=object)) if shape else 1
    left = data.getbuffer().nbytes - data.tell()
    if any(size < 0 for size in shape) or count * kind.itemsize != left:
        message = f"the array '{member.filename}' has {left:,} bytes for the shape {shape}"
        raise InputError(message)
    values = np.frombuffer(data.getvalue(), dtype=kind, count=count, offset=data.tell())
    own = values.reshape(shape, order="F" if fortran else "C").astype(kind.newbyteorder("="))
    if kind.kind == "U":
        _check_texts(own)
    return own


def _check_texts(texts: Array) -> None:
    """Refuse code points that no text has; numpy would hand them on and a later step would fail."""
    points = np.ascontiguousarray(texts).reshape(-1).view(np.uint32)
    if np.any((points > 0x10FFFF) | ((points >= 0xD800) & (points < 0xE000))):
        message = "the archive holds a text that is no text"
        raise InputError(message)
