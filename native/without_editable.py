"""Copied as sitecustomize.py beside the sanitized module: the editable install goes before PYTHONPATH and would hide it."""

import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__name__.startswith("ScikitBuild")]
