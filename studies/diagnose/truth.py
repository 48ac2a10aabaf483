"""Alarms on real datasets that somebody looked at: whether each is true, and why."""

from __future__ import annotations

__all__ = ["ALARMS"]

ALARMS: dict[tuple[str, str], tuple[str, str]] = {}
"""Verdict and reason by dataset and code; an empty name is for all datasets."""
