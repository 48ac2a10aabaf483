"""What several reports are made of: digits, leaderboards, the findings of the checks."""

from foldwise.reports.shared.against import against_lines, held_against
from foldwise.reports.shared.chart import chart_of
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.markup import without_markup
from foldwise.reports.shared.records import json_record
from foldwise.reports.shared.text import command_lines, paragraph
from foldwise.reports.shared.wording import level_text

__all__ = [
    "Digits",
    "against_lines",
    "chart_of",
    "command_lines",
    "held_against",
    "json_record",
    "level_text",
    "paragraph",
    "without_markup",
]
