"""The result of `compare`, and how it is shown: text, a card, and the verdict in words."""

from foldwise.reports.comparison.comparison import ModelComparison, Winner, ranked
from foldwise.reports.comparison.text import render
from foldwise.reports.comparison.wording import on_intervals

__all__ = ["ModelComparison", "Winner", "on_intervals", "ranked", "render"]
