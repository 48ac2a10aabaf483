"""The result of `select`, and how it is shown: text, and the complexity curve."""

from foldwise.reports.selection.selection import ComplexityCurve, Selection

__all__ = ["ComplexityCurve", "Selection"]
