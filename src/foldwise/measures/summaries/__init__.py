"""Summaries of rows that add up: any part of the rows can be summarised apart, in any order, and the parts be merged.

They are exact: whole numbers are counted, sums are kept without rounding. So merging is associative and commutative to the
bit, and a file read in pieces, a folder of files or a cluster of machines give the same figures.
"""

from foldwise.measures.summaries.group_sums import GroupSums
from foldwise.measures.summaries.label_counts import count_labels
from foldwise.measures.summaries.moments import SMALLEST_FLOATS_IN_ONE, ExactMoments, exact_product_sum
from foldwise.measures.summaries.placements import (
    area_components,
    covariance_of_areas,
    group_components,
    place_rows,
    weighted_covariance,
)
from foldwise.measures.summaries.rank_sums import RankSums, rank_sums
from foldwise.measures.summaries.ranking import MOST_DISTINCT_SCORES, Ranking, key_value, order_keys
from foldwise.measures.summaries.summary import SQUARED_WEIGHTS, RowGroups, Summary, SummaryRequest, of_table, summarise
from foldwise.measures.summaries.support import BINNED_MEASURES, is_additive, is_summarised

__all__ = [
    "BINNED_MEASURES",
    "MOST_DISTINCT_SCORES",
    "SMALLEST_FLOATS_IN_ONE",
    "SQUARED_WEIGHTS",
    "ExactMoments",
    "GroupSums",
    "RankSums",
    "Ranking",
    "RowGroups",
    "Summary",
    "SummaryRequest",
    "area_components",
    "count_labels",
    "covariance_of_areas",
    "exact_product_sum",
    "group_components",
    "is_additive",
    "is_summarised",
    "key_value",
    "of_table",
    "order_keys",
    "place_rows",
    "rank_sums",
    "summarise",
    "weighted_covariance",
]
