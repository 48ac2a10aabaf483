"""Scoring predictions that already exist: rows in memory, or read in pieces and summarised."""

from foldwise.scoring.rows import score_test_set
from foldwise.scoring.score_request import ALL_MEASURES, ScoreRequest, read_measures
from foldwise.scoring.streaming import needs_streaming, score_on_workers, score_stream
from foldwise.scoring.unpaired import compare_tables, read_systems

__all__ = [
    "ALL_MEASURES",
    "ScoreRequest",
    "compare_tables",
    "needs_streaming",
    "read_measures",
    "read_systems",
    "score_on_workers",
    "score_stream",
    "score_test_set",
]
