"""Intervals: how sure one can be of an estimate; each method declares where it is valid."""

from foldwise.intervals.catalogue import INTERVALS, interval_method
from foldwise.intervals.cluster_t import ClusterT, cluster_t
from foldwise.intervals.corrected_t import CorrectedT, corrected_t
from foldwise.intervals.default import DEFAULTS, Choice, choose_interval, make_interval, too_small
from foldwise.intervals.holdout_t import HoldoutT, mean_t
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, check_level
from foldwise.intervals.proportion import ClopperPearson, Wilson, clopper_pearson, wilson

__all__ = [
    "DEFAULTS",
    "INTERVALS",
    "Choice",
    "ClopperPearson",
    "ClusterT",
    "CorrectedT",
    "For",
    "HoldoutT",
    "Interval",
    "IntervalMethod",
    "Validity",
    "Wilson",
    "check_level",
    "choose_interval",
    "clopper_pearson",
    "cluster_t",
    "corrected_t",
    "interval_method",
    "make_interval",
    "mean_t",
    "too_small",
    "wilson",
]
