"""Rows to learn from: reading, checking, describing and sealing them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from foldwise.data.dataset import Column, Dataset, Kind, Role, Task

if TYPE_CHECKING:
    from foldwise.data.bundle import SAMPLES, sample, sample_path
    from foldwise.data.content import Content, DateContent, NumericContent, TextContent
    from foldwise.data.costs import read_costs
    from foldwise.data.description import describe, other_task_hint
    from foldwise.data.ladder import reuse_margin
    from foldwise.data.ledger import replace_file
    from foldwise.data.new_rows import ReadingOptions, read_new_rows
    from foldwise.data.originals import holds_sealed_rows, warn_of_original
    from foldwise.data.reader import Options, as_dataset, read
    from foldwise.data.request import EMPTY, ReadRequest
    from foldwise.data.scan import MOST_LEVELS, count_levels, largest_size
    from foldwise.data.sealed import Look, Sealed
    from foldwise.data.sealing import SealedFiles, seal, seal_file
    from foldwise.data.segment_names import NO_SEGMENT, check_segments, name_moments, order_segments
    from foldwise.data.series import content_of
    from foldwise.data.table import Table, column_names, is_frame, is_pandas, is_sparse, take_columns, take_rows

__all__ = [
    "EMPTY",
    "MOST_LEVELS",
    "NO_SEGMENT",
    "SAMPLES",
    "Column",
    "Content",
    "Dataset",
    "DateContent",
    "Kind",
    "Look",
    "NumericContent",
    "Options",
    "ReadRequest",
    "ReadingOptions",
    "Role",
    "Sealed",
    "SealedFiles",
    "Table",
    "Task",
    "TextContent",
    "as_dataset",
    "check_segments",
    "column_names",
    "content_of",
    "count_levels",
    "describe",
    "holds_sealed_rows",
    "is_frame",
    "is_pandas",
    "is_sparse",
    "largest_size",
    "name_moments",
    "order_segments",
    "other_task_hint",
    "read",
    "read_costs",
    "read_new_rows",
    "replace_file",
    "reuse_margin",
    "sample",
    "sample_path",
    "seal",
    "seal_file",
    "take_columns",
    "take_rows",
    "warn_of_original",
]

LAZY = {
    "Content": "content",
    "DateContent": "content",
    "EMPTY": "request",
    "Look": "sealed",
    "NO_SEGMENT": "segment_names",
    "NumericContent": "content",
    "Options": "reader",
    "ReadRequest": "request",
    "ReadingOptions": "new_rows",
    "MOST_LEVELS": "scan",
    "SAMPLES": "bundle",
    "Sealed": "sealed",
    "SealedFiles": "sealing",
    "Table": "table",
    "TextContent": "content",
    "as_dataset": "reader",
    "check_segments": "segment_names",
    "column_names": "table",
    "content_of": "series",
    "count_levels": "scan",
    "describe": "description",
    "holds_sealed_rows": "originals",
    "is_frame": "table",
    "is_pandas": "table",
    "is_sparse": "table",
    "largest_size": "scan",
    "name_moments": "segment_names",
    "order_segments": "segment_names",
    "other_task_hint": "description",
    "read": "reader",
    "read_costs": "costs",
    "read_new_rows": "new_rows",
    "reuse_margin": "ladder",
    "replace_file": "ledger",
    "sample": "bundle",
    "sample_path": "bundle",
    "seal": "sealing",
    "seal_file": "sealing",
    "take_columns": "table",
    "take_rows": "table",
    "warn_of_original": "originals",
}
"""Names that most users of a dataset do not need, and the modules they are fetched from when asked for."""


def __getattr__(name: str) -> object:
    if name not in LAZY:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{LAZY[name]}"), name)
