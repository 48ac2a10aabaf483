"""Reports: results as data, and how they are shown."""

from foldwise.reports.assessment import Assessment, Finding
from foldwise.reports.curves import plot

__all__ = ["Assessment", "Finding", "plot"]
