"""The result of `compare_unpaired`, and how it is shown."""

from foldwise.reports.unpaired.parts import compare_parts, segment_tests
from foldwise.reports.unpaired.text import overall_text, render
from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["UnpairedComparison", "compare_parts", "overall_text", "render", "segment_tests"]
