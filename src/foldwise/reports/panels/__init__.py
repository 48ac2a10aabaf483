"""What a page draws of each model, as data whose size does not grow with the rows."""

from foldwise.reports.panels.panel import Panel, panels_of
from foldwise.reports.panels.row_sample import RowSample, sample_rows

__all__ = ["Panel", "RowSample", "panels_of", "sample_rows"]
