"""Choosing among models or settings: the candidates, the trials they run, the rule that chooses, the corrected score."""

from foldwise.selection.choice import RULES, choose_candidate
from foldwise.selection.cv_results import cv_results
from foldwise.selection.search import SearchJob, notes_on, refuse_overlap

__all__ = ["RULES", "SearchJob", "choose_candidate", "cv_results", "notes_on", "refuse_overlap"]
