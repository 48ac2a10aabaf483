"""The result of `select`, and how it is shown: text, and the complexity curve."""

from foldwise.reports.selection.complexity import ComplexityCurve
from foldwise.reports.selection.selection import Selection

__all__ = ["ComplexityCurve", "Selection"]
