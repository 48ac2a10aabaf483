"""Delimited text, read in chunks of lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

from foldwise.data import EMPTY
from foldwise.data.checks import empty_file
from foldwise.data.files import check_widths, csv_options, find_layout, long_fields, open_text, parse_errors
from foldwise.predictions.sources.source import ROWS_PER_CHUNK, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from foldwise.data.files import FileLayout

__all__ = ["DelimitedSource"]


@final
@dataclass(frozen=True, eq=False)
class DelimitedSource(Source):
    """A file of delimited text, also gzipped; only an empty field is missing."""

    path: Path

    @property
    def name(self) -> str:  # type: ignore[override]
        """Name of the file."""
        return f"'{self.path.name}'"

    @cached_property
    def _layout(self) -> FileLayout:
        with parse_errors(self.path), long_fields():
            with open_text(self.path, None) as text:
                layout = find_layout(self.path, text, None)
            if layout is None:
                raise empty_file(self.path)
            with open_text(self.path, None) as text:
                check_widths(self.path, text, layout)
        return layout

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self._layout.names

    @property
    def rows(self) -> None:
        """Not known before the last line."""
        return

    @property
    def size(self) -> int:
        """Bytes of the file; those of a zipped one are worth about five times as many."""
        return self.path.stat().st_size * (5 if self.path.suffix == ".gz" else 1)

    def chunks(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Read some lines at a time."""
        import pandas as pd

        layout = self._layout
        with (
            parse_errors(self.path),
            open_text(self.path, None) as text,
            pd.read_csv(
                text,
                **csv_options(layout, pd.__version__),
                usecols=list(dict.fromkeys(columns)),
                na_values=list(EMPTY),
                chunksize=ROWS_PER_CHUNK,
                low_memory=False,
            ) as reader,
        ):
            for frame in reader:
                if frame.empty:  # nothing but the line of names
                    return
                yield {name: frame[name].to_numpy() for name in columns}
