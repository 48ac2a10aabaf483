"""The result of `score`, and how it is shown: text, a card and a chart."""

from foldwise.reports.score.score import ALL, Score
from foldwise.reports.score.text import render

__all__ = ["ALL", "Score", "render"]
