"""The result of `compare_unpaired`, and how it is shown."""

from foldwise.reports.unpaired.text import render
from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["UnpairedComparison", "render"]
