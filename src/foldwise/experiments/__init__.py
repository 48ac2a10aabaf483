"""Running several models on several datasets, cell by cell."""

from foldwise.experiments.read_datasets import read_datasets
from foldwise.experiments.trial_run import TrialRun

__all__ = ["TrialRun", "read_datasets"]
