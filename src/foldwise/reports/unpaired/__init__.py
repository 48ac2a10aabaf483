"""The result of `compare_unpaired`, and how it is shown."""

from foldwise.reports.unpaired.text import overall_text, render
from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["UnpairedComparison", "overall_text", "render"]
