"""Readers: one file format per module, each gives a pandas frame."""

from foldwise.data.files.load import load_file

__all__ = ["load_file"]
