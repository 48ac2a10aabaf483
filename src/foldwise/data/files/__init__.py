"""Readers: one file format per module, each gives a pandas frame."""

from foldwise.data.files.delimited import csv_options, parse_errors
from foldwise.data.files.layout import SPACE, FileLayout, check_widths, find_layout, long_fields
from foldwise.data.files.load import load_file
from foldwise.data.files.standard_input import STDIN
from foldwise.data.files.text import open_text

__all__ = [
    "SPACE",
    "STDIN",
    "FileLayout",
    "check_widths",
    "csv_options",
    "find_layout",
    "load_file",
    "long_fields",
    "open_text",
    "parse_errors",
]
