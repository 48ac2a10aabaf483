"""Rows to learn from: reading, checking, describing and sealing them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from foldwise.data.dataset import Column, Dataset, Kind, Role, Task

if TYPE_CHECKING:
    from foldwise.data.bundle import SAMPLES, sample, sample_path
    from foldwise.data.costs import read_costs
    from foldwise.data.description import describe
    from foldwise.data.ladder import reuse_margin
    from foldwise.data.reader import as_dataset, read
    from foldwise.data.sealed import Look, Sealed
    from foldwise.data.sealing import SealedFiles, seal, seal_file

__all__ = [
    "SAMPLES",
    "Column",
    "Dataset",
    "Kind",
    "Look",
    "Role",
    "Sealed",
    "SealedFiles",
    "Task",
    "as_dataset",
    "describe",
    "read",
    "read_costs",
    "reuse_margin",
    "sample",
    "sample_path",
    "seal",
    "seal_file",
]

LAZY = {
    "Look": "sealed",
    "SAMPLES": "bundle",
    "Sealed": "sealed",
    "SealedFiles": "sealing",
    "as_dataset": "reader",
    "describe": "description",
    "read": "reader",
    "read_costs": "costs",
    "reuse_margin": "ladder",
    "sample": "bundle",
    "sample_path": "bundle",
    "seal": "sealing",
    "seal_file": "sealing",
}
"""Names that most users of a dataset do not need, and the modules they are fetched from when asked for."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    if name not in LAZY:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{LAZY[name]}"), name)
