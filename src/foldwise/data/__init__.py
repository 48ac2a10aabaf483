"""Rows to learn from: reading, checking, describing and sealing them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from foldwise.data.dataset import Column, Dataset, Kind, Role, Task

if TYPE_CHECKING:
    from foldwise.data.bundle import SAMPLES, sample, sample_path
    from foldwise.data.reader import as_dataset, read

__all__ = ["SAMPLES", "Column", "Dataset", "Kind", "Role", "Task", "as_dataset", "read", "sample", "sample_path"]

LAZY = {
    "SAMPLES": "bundle",
    "as_dataset": "reader",
    "read": "reader",
    "sample": "bundle",
    "sample_path": "bundle",
}
"""Names that most users of a dataset do not need, and the modules they are fetched from when asked for."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    if name not in LAZY:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{LAZY[name]}"), name)
