"""Choosing among models or settings: the candidates, the trials they run, the rule that chooses, the corrected score."""

from foldwise.selection.candidates import Candidate, listed_values, named
from foldwise.selection.choice import RULES, best_candidates, choose_candidate
from foldwise.selection.cv_results import cv_results
from foldwise.selection.search import SearchJob, notes_on, refuse_overlap

__all__ = [
    "RULES",
    "Candidate",
    "SearchJob",
    "best_candidates",
    "choose_candidate",
    "cv_results",
    "listed_values",
    "named",
    "notes_on",
    "refuse_overlap",
]
