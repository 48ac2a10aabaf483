"""Parquet files and folders of them, read by row groups: never more than a few of them are in memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError, MissingExtraError
from foldwise.phrases import count_of
from foldwise.predictions.labels import Coded, label_text
from foldwise.predictions.sources.source import ROWS_PER_CHUNK, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from foldwise.typing import Untyped

__all__ = ["ParquetSource"]

ROWS_PER_PART = 1 << 21
"""Rows of a part that is read apart; a file of more is read in parts of whole row groups."""


@final
@dataclass(frozen=True, eq=False)
class ParquetSource(Source):
    """A Parquet file, several, or a folder of them; folders named ``key=value`` become columns.

    Parameters
    ----------
    path
        The file or folder; of several files the folder they are in.
    files
        Several files; empty for all in the folder.
    pieces
        Of a part, the row groups it consists of, as Arrow describes them, and the columns of the whole.
    """

    path: Path
    files: tuple[Path, ...] = ()
    pieces: tuple[Untyped, ...] = ()

    @property
    def name(self) -> str:  # type: ignore[override]
        """Name of the file or folder."""
        return count_of(len(self.files), "Parquet file") if self.files else f"'{self.path.name}'"

    def partitions(self) -> tuple[Source, ...]:
        """Files in the order of their names; large ones in parts of whole row groups."""
        try:
            fragments = sorted(self._dataset.get_fragments(), key=lambda one: one.path)
            groups = [group for fragment in fragments for group in _groups(fragment)]
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error
        schema = self._dataset.schema
        return tuple(ParquetSource(self.path, self.files, (group, schema)) for group in groups)

    @cached_property
    def _dataset(self) -> Untyped:
        try:
            import pyarrow.dataset as ds
        except ImportError as error:
            what = "reading Parquet files"
            raise MissingExtraError.of(what, "parquet") from error
        try:
            if self.pieces:
                fragment, schema = self.pieces
                return ds.FileSystemDataset([fragment], schema, ds.ParquetFileFormat())
            given = [str(file) for file in self.files] or self.path
            dataset = ds.dataset(given, format="parquet", partitioning="hive")
            if not dataset.files:
                message = f"the folder '{self.path.name}' holds no Parquet file"
                raise InputError(message, hint="a folder of .parquet files, or one file")
            return dataset.replace_schema(dataset.schema)
        except (OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> InputError:
        message = f"'{self.path.name}' is not a whole Parquet file or folder ({str(error).partition(chr(10))[0]})"
        return InputError(message, hint="making or downloading it again")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, those of the folders included."""
        return tuple(self._dataset.schema.names)

    @cached_property
    def rows(self) -> int:
        """Number of rows, from the footers."""
        try:
            if self.pieces:
                return sum(int(group.num_rows) for group in self.pieces[0].row_groups)
            return int(self._dataset.count_rows())
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error

    @property
    def size(self) -> int:
        """Bytes of all files."""
        files = self.files or ([self.path] if self.path.is_file() else list(self.path.rglob("*.parquet")))
        return sum(file.stat().st_size for file in files)

    def chunks(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Read row groups; little is read ahead, so that memory stays constant."""
        import pyarrow as pa
        import pyarrow.dataset as ds

        scanner = self._dataset.scanner(
            columns=list(columns),
            batch_size=ROWS_PER_CHUNK,
            batch_readahead=1,
            fragment_readahead=1,
            # Arrow's threads read on whether or not anyone takes the rows, and by default it keeps all that was read until
            # the file ends: a file of 1 GB takes more than 1 GB of memory.
            use_threads=False,
            fragment_scan_options=ds.ParquetFragmentScanOptions(pre_buffer=False, use_buffered_stream=True),
        )
        batches = iter(scanner.to_batches())
        while True:
            try:
                batch = next(batches, None)
                if batch is None:
                    return
                batch.validate(full=True)
                read = {name: to_numpy(batch.column(name)) for name in columns}
            except (OSError, ValueError, TypeError, NotImplementedError, MemoryError, pa.ArrowException) as error:
                raise self._damaged(error) from error
            if batch.num_rows:
                yield read


def _groups(fragment: Untyped) -> list[Untyped]:
    """A file in parts of whole row groups, each of about `ROWS_PER_PART` rows; a file of fewer as it is."""
    metadata = fragment.metadata
    if metadata.num_rows <= ROWS_PER_PART or metadata.num_row_groups < 2:
        return [fragment]
    parts: list[list[int]] = [[]]
    rows = 0
    for at in range(metadata.num_row_groups):
        if rows >= ROWS_PER_PART:
            parts.append([])
            rows = 0
        parts[-1].append(at)
        rows += metadata.row_group(at).num_rows
    return [fragment.subset(row_group_ids=ids) for ids in parts]


def to_numpy(column: Untyped) -> Untyped:
    """Numbers as an array without a copy where possible; texts as coded labels."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        column = column.dictionary_encode()
        kind = column.type
    if pa.types.is_dictionary(kind):
        codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.intp)
        return Coded(codes, tuple(label_text(label) for label in column.dictionary.to_pylist()))
    if pa.types.is_boolean(kind):
        column = column.cast(pa.string()).dictionary_encode()
        codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.intp)
        return Coded(codes, tuple(str(label).capitalize() for label in column.dictionary.to_pylist()))
    return column.to_numpy(zero_copy_only=False)
