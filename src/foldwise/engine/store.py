"""Keep finished fits on disk, so that the same command continues where it was stopped."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, final

import numpy as np

from foldwise.errors import InputError
from foldwise.fingerprints import digest
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.engine.generic import Fitting

__all__ = ["FitStore", "Store"]

SCHEMA = "CREATE TABLE IF NOT EXISTS fits (key TEXT, resample INTEGER, answers BLOB, PRIMARY KEY (key, resample))"
ARRAYS = ("resample", "row", "output", "part")


class FitStore(Protocol):
    """Anything that knows finished fits and keeps further ones."""

    def load(self, fitting: Fitting) -> dict[int, Outputs]:
        """Finished fits of this model on these resamples, by resample."""

    def save(self, fitting: Fitting, pieces: Sequence[Outputs]) -> None:
        """Keep finished fits."""


@final
class Store:
    """A SQLite file of finished fits; several processes may use it at once.

    Parameters
    ----------
    path
        The file; it and its folder are made when needed.
    """

    def __init__(self, path: str | Path) -> None:
        if not isinstance(path, str | PathLike):
            message = f"store is the path of a file, not {path!r}"
            raise InputError(message, hint="store='fits.db'")
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection, connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            message = f"the store '{self.path}' cannot be used: {error}"
            raise InputError(message, hint="another path") from error

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30)

    def load(self, fitting: Fitting) -> dict[int, Outputs]:
        """Finished fits of this model on these resamples, by resample."""
        with closing(self._connect()) as connection:
            found = connection.execute(
                "SELECT resample, answers FROM fits WHERE key = ?", (key_of(fitting),)
            ).fetchall()
        return {resample: unpack(answers) for resample, answers in found}

    def save(self, fitting: Fitting, pieces: Sequence[Outputs]) -> None:
        """Keep finished fits."""
        key = key_of(fitting)
        rows = [(key, int(piece.resample[0]), pack(piece)) for piece in pieces]
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO fits VALUES (?, ?, ?)", rows)


def key_of(fitting: Fitting) -> str:
    """Hash of all that decides the answers: rows, resamples, model with its parameters, seed, versions."""
    import joblib
    import sklearn

    about = (fitting.seed, fitting.name if fitting.open_seeds else "", fitting.train, sklearn.__version__)
    parts = [fitting.dataset.fingerprint, fitting.resamples.fingerprint, joblib.hash(fitting.model), repr(about)]
    return digest(parts)


def pack(piece: Outputs) -> bytes:
    """Arrays as one ``.npz``, never pickled."""
    arrays = {name: getattr(piece, name) for name in ARRAYS} | {"kind": np.array(str(piece.score_kind))}
    if piece.scores is not None:
        arrays["scores"] = piece.scores
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def unpack(answers: bytes) -> Outputs:
    """Undo `pack`."""
    with np.load(io.BytesIO(answers), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in ARRAYS}
        scores = archive["scores"] if "scores" in archive.files else None
        return Outputs(**arrays, scores=scores, score_kind=ScoreKind(str(archive["kind"])))
