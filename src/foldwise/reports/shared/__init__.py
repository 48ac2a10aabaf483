"""What several reports are made of: digits, leaderboards, the findings of the checks."""

from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.wording import level_text

__all__ = ["Digits", "level_text"]
