"""Intervals: how sure one can be of an estimate; each method declares where it is valid."""

from foldwise.intervals.block_t import BlockT
from foldwise.intervals.bootstrap_case import BootstrapCase
from foldwise.intervals.catalogue import INTERVALS, interval_method
from foldwise.intervals.cluster_t import ClusterT, cluster_t
from foldwise.intervals.conservative_z import ConservativeZ, conservative_z
from foldwise.intervals.corrected_t import CorrectedT, corrected_t
from foldwise.intervals.coverage import Coverage, contains, coverage_in_brief, simulated_coverage
from foldwise.intervals.cv_binomial import CVBinomial
from foldwise.intervals.default import (
    CAREFUL,
    DEFAULTS,
    Choice,
    choose_careful,
    choose_interval,
    decide,
    make_interval,
    pick_interval,
)
from foldwise.intervals.five_by_two import FiveByTwo, five_by_two
from foldwise.intervals.hac_t import HacT, hac_t
from foldwise.intervals.holdout_t import HoldoutT, mean_t
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, check_level, too_small
from foldwise.intervals.naive_t import NaiveT
from foldwise.intervals.nested_cv import NestedCV, nested_error
from foldwise.intervals.oob import Oob, OobError, oob_error
from foldwise.intervals.plus632 import Plus632
from foldwise.intervals.proportion import ClopperPearson, Wilson, clopper_pearson, wilson
from foldwise.intervals.replace_one import ReplaceOne
from foldwise.intervals.split_percentile import SplitPercentile
from foldwise.intervals.wald_cv import WaldCV, WaldCVWithin, wald_cv, wald_cv_within

__all__ = [
    "CAREFUL",
    "DEFAULTS",
    "INTERVALS",
    "BlockT",
    "BootstrapCase",
    "CVBinomial",
    "Choice",
    "ClopperPearson",
    "ClusterT",
    "ConservativeZ",
    "CorrectedT",
    "Coverage",
    "FiveByTwo",
    "For",
    "HacT",
    "HoldoutT",
    "Interval",
    "IntervalMethod",
    "NaiveT",
    "NestedCV",
    "Oob",
    "OobError",
    "Plus632",
    "ReplaceOne",
    "SplitPercentile",
    "Validity",
    "WaldCV",
    "WaldCVWithin",
    "Wilson",
    "check_level",
    "choose_careful",
    "choose_interval",
    "clopper_pearson",
    "cluster_t",
    "conservative_z",
    "contains",
    "corrected_t",
    "coverage_in_brief",
    "decide",
    "five_by_two",
    "hac_t",
    "interval_method",
    "make_interval",
    "mean_t",
    "nested_error",
    "oob_error",
    "pick_interval",
    "simulated_coverage",
    "too_small",
    "wald_cv",
    "wald_cv_within",
    "wilson",
]
