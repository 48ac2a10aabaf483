"""Where predictions come from: arrays, dataframes, files of any size, folders, clusters; all read in chunks of columns."""

from foldwise.predictions.sources.arrays import ArraySource
from foldwise.predictions.sources.opening import open_source
from foldwise.predictions.sources.source import ROWS_PER_CHUNK, Source

__all__ = ["ROWS_PER_CHUNK", "ArraySource", "Source", "open_source"]
