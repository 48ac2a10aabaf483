"""Runs that are kept in a store: what was asked, how far it came, and what was found."""

from foldwise.run_records.recorder import recording
from foldwise.run_records.run import Run
from foldwise.run_records.run_table import find_run, forget_runs, open_store, read_runs, runs_before, shrink

__all__ = ["Run", "find_run", "forget_runs", "open_store", "read_runs", "recording", "runs_before", "shrink"]
