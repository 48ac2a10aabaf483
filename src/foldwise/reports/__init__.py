"""Reports: results as data, and how they are shown."""

from foldwise.reports.assessment import Assessment, Finding
from foldwise.reports.certificate import Certificate
from foldwise.reports.comparison import ModelComparison, Winner
from foldwise.reports.curves import plot
from foldwise.reports.selection import ComplexityCurve, Selection

__all__ = ["Assessment", "Certificate", "ComplexityCurve", "Finding", "ModelComparison", "Selection", "Winner", "plot"]
