"""Resamples: R training sets and test sets over n rows, kept as compactly as their structure allows.

Every scheme is a weight matrix: row r of `train_counts` says how often each row of the dataset is in training set r.
A partition keeps part numbers, a bootstrap keeps counts (or the seeds that draw them), anything else keeps row lists.
"""

from foldwise.plans.resamples.count_matrix import CountMatrix
from foldwise.plans.resamples.drawn_counts import DrawnCounts, Sampler
from foldwise.plans.resamples.held_out import HeldOut
from foldwise.plans.resamples.pairs_out import PairsOut
from foldwise.plans.resamples.partition import Partition
from foldwise.plans.resamples.resamples import Resamples
from foldwise.plans.resamples.row_lists import MOST_LISTED, RowLists
from foldwise.plans.resamples.saved import from_saved, to_saved

__all__ = [
    "MOST_LISTED",
    "CountMatrix",
    "DrawnCounts",
    "HeldOut",
    "PairsOut",
    "Partition",
    "Resamples",
    "RowLists",
    "Sampler",
    "from_saved",
    "to_saved",
]
