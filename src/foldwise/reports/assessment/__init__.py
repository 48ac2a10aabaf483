"""The result of `assess`, and how it is shown: text for a terminal, a card and charts for a notebook."""

from foldwise.reports.assessment.assessment import Assessment
from foldwise.reports.assessment.text import render

__all__ = ["Assessment", "render"]
