"""Intervals: how sure one can be of an estimate; each method declares where it is valid."""

from foldwise.intervals.agresti_coull import AgrestiCoull, agresti_coull
from foldwise.intervals.anytime import FEWEST_UNITS, anytime_interval, rows_level, unit_values
from foldwise.intervals.balanced_accuracy import BetaConvolution, beta_convolution
from foldwise.intervals.batch_t import BatchT
from foldwise.intervals.bayesian_bootstrap import BayesianBootstrap
from foldwise.intervals.bca import BCa, acceleration, bca_shares
from foldwise.intervals.block_t import BlockT
from foldwise.intervals.bootstrap_case import BootstrapCase
from foldwise.intervals.calibration_noise import CalibrationNoise
from foldwise.intervals.catalogue import INTERVALS, interval_method
from foldwise.intervals.cluster_t import ClusterT, cluster_t
from foldwise.intervals.confidence_sequence import normal_mixture, t_mixture, t_mixture_radius
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
from foldwise.intervals.delong import DeLong, LogitDeLong, area_covariance, area_error
from foldwise.intervals.delta import Delta, influence_error
from foldwise.intervals.fisher_z import FisherZ, fisher_z
from foldwise.intervals.five_by_two import FiveByTwo, five_by_two
from foldwise.intervals.hac_t import HacT, hac_t
from foldwise.intervals.hanley_mcneil import HanleyMcNeil, hanley_mcneil_error
from foldwise.intervals.holdout_t import HoldoutT, mean_t
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, check_level, too_few, too_small
from foldwise.intervals.jackknife import standard_error, unit_influence
from foldwise.intervals.jeffreys import Jeffreys, jeffreys
from foldwise.intervals.link import Link, link_of
from foldwise.intervals.naive_t import NaiveT
from foldwise.intervals.nested_cv import NestedCV, nested_error
from foldwise.intervals.one_test_set import ONE_TEST_SET
from foldwise.intervals.oob import Oob, OobError, oob_error
from foldwise.intervals.percentile import Basic, Percentile
from foldwise.intervals.placement_t import PlacementT
from foldwise.intervals.plus632 import Plus632
from foldwise.intervals.proportion import ClopperPearson, Wilson, clopper_pearson, wilson
from foldwise.intervals.replace_one import ReplaceOne
from foldwise.intervals.replicates import Draws, replicates
from foldwise.intervals.roc_band import RocBand, roc_band
from foldwise.intervals.share import trials
from foldwise.intervals.simulated import (
    Gate,
    Simulated,
    Situation,
    default_coverage,
    find_gate,
    without_gates,
    worst_coverage,
)
from foldwise.intervals.split_percentile import SplitPercentile
from foldwise.intervals.studentised import Studentised
from foldwise.intervals.wald import Wald, wald
from foldwise.intervals.wald_cv import WaldCV, WaldCVWithin, wald_cv, wald_cv_within

__all__ = [
    "CAREFUL",
    "DEFAULTS",
    "FEWEST_UNITS",
    "INTERVALS",
    "ONE_TEST_SET",
    "AgrestiCoull",
    "BCa",
    "Basic",
    "BatchT",
    "BayesianBootstrap",
    "BetaConvolution",
    "BlockT",
    "BootstrapCase",
    "CVBinomial",
    "CalibrationNoise",
    "Choice",
    "ClopperPearson",
    "ClusterT",
    "ConservativeZ",
    "CorrectedT",
    "Coverage",
    "DeLong",
    "Delta",
    "Draws",
    "FisherZ",
    "FiveByTwo",
    "For",
    "Gate",
    "HacT",
    "HanleyMcNeil",
    "HoldoutT",
    "Interval",
    "IntervalMethod",
    "Jeffreys",
    "Link",
    "LogitDeLong",
    "NaiveT",
    "NestedCV",
    "Oob",
    "OobError",
    "Percentile",
    "PlacementT",
    "Plus632",
    "ReplaceOne",
    "RocBand",
    "Simulated",
    "Situation",
    "SplitPercentile",
    "Studentised",
    "Validity",
    "Wald",
    "WaldCV",
    "WaldCVWithin",
    "Wilson",
    "acceleration",
    "agresti_coull",
    "anytime_interval",
    "area_covariance",
    "area_error",
    "bca_shares",
    "beta_convolution",
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
    "default_coverage",
    "find_gate",
    "fisher_z",
    "five_by_two",
    "hac_t",
    "hanley_mcneil_error",
    "influence_error",
    "interval_method",
    "jeffreys",
    "link_of",
    "make_interval",
    "mean_t",
    "nested_error",
    "normal_mixture",
    "oob_error",
    "pick_interval",
    "replicates",
    "roc_band",
    "rows_level",
    "simulated_coverage",
    "standard_error",
    "t_mixture",
    "t_mixture_radius",
    "too_few",
    "too_small",
    "trials",
    "unit_influence",
    "unit_values",
    "wald",
    "wald_cv",
    "wald_cv_within",
    "wilson",
    "without_gates",
    "worst_coverage",
]
