"""Readers: one file format per module, each gives a pandas frame."""

from foldwise.data.files.layout import SPACE, FileLayout, find_layout
from foldwise.data.files.load import load_file
from foldwise.data.files.text import open_text

__all__ = ["SPACE", "FileLayout", "find_layout", "load_file", "open_text"]
