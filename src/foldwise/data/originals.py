"""Rows of which a part was sealed: whoever goes on with all of them is told that the test set is among them."""

from __future__ import annotations

import json
import warnings
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from foldwise.errors import FoldwiseWarning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.data.dataset import Dataset

__all__ = ["first_line", "holds_sealed_rows", "remember_original", "warn_of_original"]

MOST_LEDGERS = 100
"""Ledgers in a folder that are looked into."""
_SEALED_HERE: WeakKeyDictionary[Dataset, Path] = WeakKeyDictionary()
"""Datasets of which rows were sealed in this process, with their ledgers."""


def remember_original(dataset: Dataset, ledger: Path) -> None:
    """Keep in mind that some of these rows are sealed."""
    _SEALED_HERE[dataset] = ledger


def warn_of_original(dataset: Dataset, source: object = None) -> None:
    """Warn where rows of the dataset are sealed and it is not their open part.

    Parameters
    ----------
    dataset
        The rows that are about to be used.
    source
        Where they were read from, if that is known: the ledgers beside it are looked into.
    """
    ledger = None if dataset.sealed else _ledger_of(dataset, source)
    if ledger is None:
        return
    message = (
        f"{dataset.name} holds rows that are sealed ('{ledger.name}' counts the looks at them): what is tuned or chosen on "
        f"them has seen the test set; try the open rows{_open_beside(ledger)}"
    )
    warnings.warn(message, FoldwiseWarning, stacklevel=4)


def holds_sealed_rows(dataset: Dataset, ledger: Path) -> bool:
    """Whether the dataset is the one that was sealed, with all its rows."""
    return not dataset.sealed and first_line(ledger).get("whole") == dataset.fingerprint


def first_line(ledger: Path) -> dict[str, Any]:
    """What a ledger says of the rows it is about; nothing where it cannot be read."""
    try:
        with ledger.open(encoding="utf-8") as file:
            record = json.loads(file.readline(10_000))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _ledger_of(dataset: Dataset, source: object) -> Path | None:
    """The ledger of rows that were sealed from this dataset: here, beside its file, or under its name in this folder."""
    if dataset in _SEALED_HERE:
        return _SEALED_HERE[dataset]
    path = Path(source) if isinstance(source, str | PathLike) else None
    for ledger in _candidates(dataset, path):
        first = first_line(ledger)
        same_file = path is not None and first.get("source") == path.name and ledger.parent == path.parent
        if same_file or ("whole" in first and first["whole"] == dataset.fingerprint):
            return ledger
    return None


def _candidates(dataset: Dataset, path: Path | None) -> Iterator[Path]:
    """Ledgers that may be about the dataset."""
    if path is None:
        own = f"{dataset.name.removesuffix('.gz').rpartition('.')[0] or dataset.name}.ledger"
        yield from [Path(own)] if Path(own).is_file() else []
    elif str(path) != "-":
        yield from sorted(path.parent.glob("*.ledger"))[:MOST_LEDGERS]


def _open_beside(ledger: Path) -> str:
    """Name the file of the open rows, where it lies beside the ledger."""
    open_file = next(iter(sorted(ledger.parent.glob(f"{ledger.stem}.open.*"))), None)
    return "" if open_file is None else f", '{open_file.name}'"
