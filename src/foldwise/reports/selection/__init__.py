"""The result of `select`, and how it is shown: text, and the complexity curve."""

from foldwise.reports.selection.complexity import ComplexityCurve
from foldwise.reports.selection.selection import Selection
from foldwise.reports.selection.text import curve_lines, render

__all__ = ["ComplexityCurve", "Selection", "curve_lines", "render"]
