"""What results of every verb share: a report of everything, and a file that keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.reports.report import Report

__all__ = ["KeptResult", "ReportedResult"]


class ReportedResult:
    """A result that becomes a report."""

    def _report(self, *, panels: bool) -> Report:
        """Everything as a report, with what a page shows of single models where `panels` are asked for."""
        raise NotImplementedError

    def report(self, path: str | Path | None = None) -> Report:
        """Everything as a report; with a path it is also written there, as one HTML file."""
        found = self._report(panels=path is not None)
        if path is not None:
            found.save(path)
        return found

    def to_markdown(self) -> str:
        """Verdict, tables and notes as Markdown."""
        return self.report().to_markdown()


class KeptResult(ReportedResult):
    """A result that can be kept in a file."""

    def save(self, path: str | Path) -> None:
        """Keep the result in a file, ``x.foldwise``, which `foldwise.load` reads; features and models are not kept."""
        from foldwise.reports.saved import save_result

        save_result(self, path)
