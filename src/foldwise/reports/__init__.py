"""Reports: results as data, and how they are shown."""

from foldwise.reports.assessment import Assessment, Finding

__all__ = ["Assessment", "Finding"]
