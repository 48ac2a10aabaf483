"""Every input check, made once: what was wrong, what was received, what to do."""

from foldwise.data.checks.file import check_file, empty_file, usable_path
from foldwise.data.checks.kinds import check_kinds, safe_text, shown, takes_progress
from foldwise.data.checks.row import check_same_index, written_alike
from foldwise.data.checks.table import check_unique_names
from foldwise.data.checks.target import LARGEST_VALUE, check_magnitude

__all__ = [
    "LARGEST_VALUE",
    "check_file",
    "check_kinds",
    "check_magnitude",
    "check_same_index",
    "check_unique_names",
    "empty_file",
    "safe_text",
    "shown",
    "takes_progress",
    "usable_path",
    "written_alike",
]
