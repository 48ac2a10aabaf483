"""The result of `compare`, and how it is shown: text, a card, and the verdict in words."""

from foldwise.reports.comparison.comparison import ModelComparison, Winner

__all__ = ["ModelComparison", "Winner"]
