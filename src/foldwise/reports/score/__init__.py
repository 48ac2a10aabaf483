"""The result of `score`, and how it is shown: text, a card and a chart."""

from foldwise.reports.score.score import Score, Segment

__all__ = ["Score", "Segment"]
