"""The result of `experiment`, and how it is shown: text, tables for papers, the diagram of ranks."""

from foldwise.reports.experiment.experiment import Cell, Experiment
from foldwise.reports.experiment.text import render

__all__ = ["Cell", "Experiment", "render"]
