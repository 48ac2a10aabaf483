"""A result in one file without pickle: plain data, arrays, and the predictions as `Predictions.save` writes them.

A file is hostile until it is checked: a digest over all parts tells damage, predictions pass all their own checks, and only
classes of `kinds.py` are made. The digest has no key: it finds what a disk or a network did to a file, not what a person did
who knows how it is made; whether figures are those of the predictions is checked by `evaluation/saved_figures.py`. A
signature with the secret of the user tells a file that the same user saved from one that came from elsewhere.
"""

from __future__ import annotations

import hmac
import json
import os
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.checks import usable_path
from foldwise.engine import sign, user_key, version_of
from foldwise.errors import FoldwiseError, InputError
from foldwise.fingerprints import digest
from foldwise.predictions import DAMAGE_ERRORS, Predictions, read_archive, write_archive
from foldwise.reports.saved.codec import Reader, Writer
from foldwise.reports.saved.kinds import RESULTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array
    from foldwise.typing import Given

    Check = Callable[[Given, str, bool], Given]

__all__ = ["ENDING", "load_result", "own_version", "pack_result", "save_result", "unpack_result"]

FORMAT, ENDING = 1, ".foldwise"
RESULT = "a file written by result.save"
STATISTICS = ("measures", "estimates", "intervals", "comparisons")
"""Folders with the code that figures are made by."""


def save_result(result: Given, path: str | Path) -> None:
    """Write a result; nothing is left behind if writing fails."""
    target = usable_path(path)
    if target.suffix != ENDING:
        message = f"a result is saved as {ENDING}, not as '{target.name}'"
        raise InputError(message, hint=f"'{target.stem or 'result'}{ENDING}'")
    arrays = _packed(result)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            write_archive(arrays, file)
        draft.replace(target)
    except OSError as error:
        message = f"'{target}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def pack_result(result: Given) -> bytes:
    """The same as bytes; a result of a kind that cannot be saved is refused."""
    if not isinstance(result, RESULTS):
        message = f"a {type(result).__name__} cannot be saved"
        raise InputError(message, hint="its to_dict() or its report")
    buffer = BytesIO()
    write_archive(_packed(result), buffer, compress=False)
    return buffer.getvalue()


def _packed(result: Given) -> dict[str, Array]:
    writer = Writer()
    record = writer.write(result)
    arrays = {f"array.{at}": np.ascontiguousarray(array) for at, array in enumerate(writer.arrays)}
    with TemporaryDirectory() as folder:
        for at, prediction in enumerate(writer.predictions):
            place = Path(folder) / f"{at}.npz"
            prediction.save(place)
            arrays[f"predictions.{at}"] = np.frombuffer(place.read_bytes(), dtype=np.uint8)
    about = {"format": FORMAT, "what": "foldwise result", "version": own_version(), "value": record}
    about["digest"] = _digest(about, arrays)
    about["signature"] = _signature(about, arrays)
    return {"about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **arrays}


def own_version() -> str:
    """Version of foldwise that runs, and a digest of the code that figures are made by: it may change within a version."""
    return f"{version_of('foldwise').partition('/')[0]}/{_code_of_figures()}"


@cache
def _code_of_figures() -> str:
    home = Path(__file__).parents[2]
    files = [path for part in STATISTICS for path in sorted((home / part).rglob("*.py"))]
    return digest([one for path in files for one in (path.relative_to(home).as_posix(), path.read_text("utf-8"))])


def _digest(about: dict[str, Any], arrays: dict[str, Array]) -> str:
    version = [str(about["version"])] if "version" in about else []  # not in files of earlier versions
    parts = [json.dumps(about["value"], sort_keys=True), *(one for at in sorted(arrays) for one in (at, arrays[at]))]
    return digest([*parts, *version])


def _signature(about: dict[str, Any], arrays: dict[str, Array]) -> str:
    """By which the user knows what they saved themselves; empty where they have no secret."""
    try:
        key = user_key()
    except InputError:  # no folder to keep it in: a result can be saved all the same
        return ""
    words = json.dumps([about["version"], about["value"]], sort_keys=True).encode()
    parts = [
        part for at in sorted(arrays) for part in (at.encode(), str(arrays[at].dtype).encode(), arrays[at].tobytes())
    ]
    return sign(key, b"result", words, *parts).hex()


def load_result(path: str | Path, check: Check | None = None) -> Given:
    """Read what `save_result` wrote; anything else, and a file that contradicts itself, is refused."""
    source = usable_path(path)
    if not source.is_file():
        message = f"'{source}' is a folder" if source.is_dir() else f"there is no file '{source}'"
        raise InputError(message, hint=RESULT)
    return unpack_result(source, f"'{source}'", check)


def unpack_result(source: Path | bytes, name: str, check: Check | None = None) -> Given:
    """Read a result from a file or from bytes, which are called by their name where they are no result.

    `check` is given the result, the version of foldwise that wrote it, empty where the file does not say, and whether this
    user saved it.
    """
    try:
        result, version, own = _unpacked(read_archive(source))
        return result if check is None else check(result, version, own)
    except FoldwiseError as error:
        message = f"{name} does not hold a result that can be used: {error.args[0]}"
        raise InputError(message, hint=error.hint or RESULT) from error
    except DAMAGE_ERRORS as error:
        message = f"{name} does not hold a result saved by foldwise, or is damaged"
        raise InputError(message, hint=RESULT) from error


def _unpacked(arrays: dict[str, Array]) -> tuple[Given, str, bool]:
    """The result, the version that wrote it, and whether this user did."""
    about: dict[str, Any] = json.loads(arrays.pop("about").tobytes())
    if about.get("what") != "foldwise result" or about.get("format") != FORMAT:
        message = f"its format is {about.get('format')!r:.50}, and this version of foldwise reads format {FORMAT}"
        raise InputError(message, hint="a newer foldwise, or the result made anew")
    if about["digest"] != _digest(about, arrays):
        message = "its digest is that of other content: it was damaged or changed"
        raise InputError(message, hint=RESULT)
    loose = [arrays[f"array.{at}"] for at in range(_count(arrays, "array."))]
    tables = [_predictions(arrays[f"predictions.{at}"]) for at in range(_count(arrays, "predictions."))]
    result = Reader(loose, tables).read(about["value"])
    if not isinstance(result, RESULTS):
        raise TypeError
    # A value of the wrong kind fails here, not in the reader's hands.
    repr(result), result.to_frame(), str(result), result.report().to_json()
    if hasattr(result, "rows_frame"):
        result.rows_frame()
    for one in getattr(result, "findings", ()):
        _check_finding(one)
    signature = _signature(about, arrays) if about.get("signature") else ""
    own = bool(signature) and hmac.compare_digest(signature, str(about["signature"]))
    return result, str(about.get("version", "")), own


def _check_finding(finding: Given) -> None:
    """Refuse an interval whose ends are the wrong way round; it may leave out an estimate that another method made."""
    interval = finding.interval
    if interval is not None and interval.low > interval.high:
        message = f"the interval of {finding.measure.name} ends below its beginning"
        raise InputError(message, hint=RESULT)


def _count(arrays: dict[str, Array], prefix: str) -> int:
    return sum(name.startswith(prefix) for name in arrays)


def _predictions(data: Array) -> Predictions:
    """Predictions with all the checks that they are read with."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "predictions.npz"
        place.write_bytes(data.tobytes())
        return Predictions.load(place)
