"""Charts of curves: one function, one drawing per kind of curve."""

from foldwise.reports.curves.plot import plot

__all__ = ["plot"]
