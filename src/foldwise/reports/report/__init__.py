"""The report: what a result says, as data, and how it is written as Markdown, LaTeX, CSV, JSON and a notebook card."""

from foldwise.reports.report.card import card
from foldwise.reports.report.report import IntervalBar, Report, ReportTable

__all__ = ["IntervalBar", "Report", "ReportTable", "card"]
