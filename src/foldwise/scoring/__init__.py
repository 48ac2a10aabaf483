"""Scoring predictions that already exist: rows in memory, or read in pieces and summarised."""

from foldwise.scoring.question import EVERY, Question, read_measures
from foldwise.scoring.rows import score_rows
from foldwise.scoring.streaming import needs_streaming, score_stream

__all__ = ["EVERY", "Question", "needs_streaming", "read_measures", "score_rows", "score_stream"]
