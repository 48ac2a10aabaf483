"""Every input check, made once: what was wrong, what was received, what to do."""

from foldwise.data.checks.file import check_file, empty_file

__all__ = ["check_file", "empty_file"]
