"""Intervals: how sure one can be of an estimate; each method declares where it is valid."""

from foldwise.intervals.agresti_coull import AgrestiCoull, agresti_coull
from foldwise.intervals.anytime import FEWEST_UNITS, anytime_interval, rows_level, unit_values
from foldwise.intervals.balanced_accuracy import BetaConvolution, beta_convolution
from foldwise.intervals.batch_t import BatchT
from foldwise.intervals.bayesian_bootstrap import BayesianBootstrap
from foldwise.intervals.bca import BCa, acceleration, bca_ends, bca_shares, share_below
from foldwise.intervals.block_t import BlockT
from foldwise.intervals.bootstrap import RESAMPLES, bootstrap_validity, undrawable
from foldwise.intervals.bootstrap_case import BootstrapCaseInterval
from foldwise.intervals.calibration_noise import CalibrationNoise
from foldwise.intervals.canonical import canonical_order, cell_codes
from foldwise.intervals.catalogue import INTERVALS, interval_method
from foldwise.intervals.cluster_t import ClusterT, cluster_t, groups_of
from foldwise.intervals.composition import composition_deficit, mix_of, strata_of
from foldwise.intervals.confidence_sequence import normal_mixture, t_mixture, t_mixture_radius
from foldwise.intervals.conservative_z import ConservativeZ, conservative_z, means_of_halves
from foldwise.intervals.corrected_t import CorrectedT, corrected_t
from foldwise.intervals.coverage import Coverage, contains, coverage_in_brief, simulated_coverage
from foldwise.intervals.cv_binomial import CVBinomial
from foldwise.intervals.default import (
    CAREFUL_METHODS,
    DEFAULTS,
    IntervalChoice,
    choose_careful,
    choose_interval,
    interval_with_choice,
    make_interval,
    pick_interval,
)
from foldwise.intervals.delong import (
    DeLong,
    LogitDeLong,
    area_covariance,
    area_error,
    area_refusal,
    area_spread,
    spread_of_parts,
)
from foldwise.intervals.delta import Delta, influence_error
from foldwise.intervals.fisher_z import FisherZ, fisher_z
from foldwise.intervals.five_by_two import FiveByTwo, five_by_two
from foldwise.intervals.hac_t import HacT, hac_t
from foldwise.intervals.hanley_mcneil import HanleyMcNeil, hanley_mcneil_error
from foldwise.intervals.holdout_t import HoldoutT
from foldwise.intervals.in_time import common_shift, few_times, forward_test_factor
from foldwise.intervals.influence import INFLUENCE_PLANS, Influence
from foldwise.intervals.interval import (
    FEWEST_OF_A_CLASS,
    FEWEST_ROWS,
    INSTEAD_OF_FEW,
    Interval,
    IntervalMethod,
    MeasureGroup,
    Validity,
    check_level,
    few_of_a_class,
    in_units,
    too_few,
    too_small,
    weighted_size,
)
from foldwise.intervals.inversion import LEAST_P_VALUE, inverted_p_value, least_p_value, level_ends
from foldwise.intervals.jackknife import standard_error, unit_influence
from foldwise.intervals.jeffreys import Jeffreys, jeffreys
from foldwise.intervals.linearised import unrelated_error
from foldwise.intervals.link import Link, link_of
from foldwise.intervals.long_run import series_variance
from foldwise.intervals.mean_loss import MeanError, loss_error, mean_t
from foldwise.intervals.mid_p import MidP, mid_p, mid_p_above
from foldwise.intervals.naive_t import NaiveT
from foldwise.intervals.nested_cv import NestedCVInterval, nested_error
from foldwise.intervals.one_test_set import ONE_TEST_SET, groups_refusal, prediction_groups, rows_refusal
from foldwise.intervals.oob import Oob, OobError, enough_draws, oob_error, oob_error_of
from foldwise.intervals.operating_points import OperatingPoints, operating_points
from foldwise.intervals.partial_placement_t import PartialPlacementT
from foldwise.intervals.percentile import Basic, Percentile
from foldwise.intervals.placement_t import PlacementT
from foldwise.intervals.plus632 import Plus632Interval
from foldwise.intervals.proportion import FEW_COUNTED, ClopperPearson, Wilson, clopper_pearson, modified_wilson, wilson
from foldwise.intervals.ranking_t import RankingT, class_groups_refusal, ranking_error
from foldwise.intervals.refused_values import few_compared, few_hits, mostly_undefined
from foldwise.intervals.replace_one import ReplaceOneInterval
from foldwise.intervals.replicates import BootstrapDraws, replicates
from foldwise.intervals.roc_band import RocBand, roc_band
from foldwise.intervals.row_effects import UnitFindings, UnitRequest, sum_effects
from foldwise.intervals.row_variance import (
    MEAN_LOSS,
    RowVariance,
    factor_by_samples,
    overlap_factor,
    variance_by_row,
)
from foldwise.intervals.series import harvey_factor, lags_for, serial_variance
from foldwise.intervals.share import share_refusal, trials
from foldwise.intervals.shared_times import variance_in_time
from foldwise.intervals.simulated import (
    CoverageGate,
    Simulated,
    Situation,
    default_coverage,
    find_gate,
    has_gates,
    share_error,
    without_gates,
    worst_coverage,
)
from foldwise.intervals.split_percentile import SplitPercentile
from foldwise.intervals.studentised import Studentised
from foldwise.intervals.summarised import sum_slopes, system_columns, value_of_summary, view_table
from foldwise.intervals.summarised_areas import area_spread_of
from foldwise.intervals.summarised_bootstrap import named_interval
from foldwise.intervals.summarised_system import SummarisedSystem, SummarisedValue
from foldwise.intervals.summarised_units import has_units, units_difference
from foldwise.intervals.tail import FINITE_VARIANCE_INDEX
from foldwise.intervals.unit_requests import unit_request
from foldwise.intervals.wald import Wald, wald
from foldwise.intervals.wald_cv import WaldCV, WaldCVWithin, wald_cv, wald_cv_within
from foldwise.renamed import former_name

__all__ = [
    "CAREFUL_METHODS",
    "DEFAULTS",
    "FEWEST_OF_A_CLASS",
    "FEWEST_ROWS",
    "FEWEST_UNITS",
    "FEW_COUNTED",
    "FINITE_VARIANCE_INDEX",
    "INFLUENCE_PLANS",
    "INSTEAD_OF_FEW",
    "INTERVALS",
    "LEAST_P_VALUE",
    "MEAN_LOSS",
    "ONE_TEST_SET",
    "RESAMPLES",
    "AgrestiCoull",
    "BCa",
    "Basic",
    "BatchT",
    "BayesianBootstrap",
    "BetaConvolution",
    "BlockT",
    "BootstrapCaseInterval",
    "BootstrapDraws",
    "CVBinomial",
    "CalibrationNoise",
    "ClopperPearson",
    "ClusterT",
    "ConservativeZ",
    "CorrectedT",
    "Coverage",
    "CoverageGate",
    "DeLong",
    "Delta",
    "FisherZ",
    "FiveByTwo",
    "HacT",
    "HanleyMcNeil",
    "HoldoutT",
    "Influence",
    "Interval",
    "IntervalChoice",
    "IntervalMethod",
    "Jeffreys",
    "Link",
    "LogitDeLong",
    "MeanError",
    "MeasureGroup",
    "MidP",
    "NaiveT",
    "NestedCVInterval",
    "Oob",
    "OobError",
    "OperatingPoints",
    "PartialPlacementT",
    "Percentile",
    "PlacementT",
    "Plus632Interval",
    "RankingT",
    "ReplaceOneInterval",
    "RocBand",
    "RowVariance",
    "Simulated",
    "Situation",
    "SplitPercentile",
    "Studentised",
    "SummarisedSystem",
    "SummarisedValue",
    "UnitFindings",
    "UnitRequest",
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
    "area_refusal",
    "area_spread",
    "area_spread_of",
    "bca_ends",
    "bca_shares",
    "beta_convolution",
    "bootstrap_validity",
    "canonical_order",
    "cell_codes",
    "check_level",
    "choose_careful",
    "choose_interval",
    "class_groups_refusal",
    "clopper_pearson",
    "cluster_t",
    "common_shift",
    "composition_deficit",
    "conservative_z",
    "contains",
    "corrected_t",
    "coverage_in_brief",
    "default_coverage",
    "enough_draws",
    "factor_by_samples",
    "few_compared",
    "few_hits",
    "few_of_a_class",
    "few_times",
    "find_gate",
    "fisher_z",
    "five_by_two",
    "forward_test_factor",
    "groups_of",
    "groups_refusal",
    "hac_t",
    "hanley_mcneil_error",
    "harvey_factor",
    "has_gates",
    "has_units",
    "in_units",
    "influence_error",
    "interval_method",
    "interval_with_choice",
    "inverted_p_value",
    "jeffreys",
    "lags_for",
    "least_p_value",
    "level_ends",
    "link_of",
    "loss_error",
    "make_interval",
    "mean_t",
    "means_of_halves",
    "mid_p",
    "mid_p_above",
    "mix_of",
    "modified_wilson",
    "mostly_undefined",
    "named_interval",
    "nested_error",
    "normal_mixture",
    "oob_error",
    "oob_error_of",
    "operating_points",
    "overlap_factor",
    "pick_interval",
    "prediction_groups",
    "ranking_error",
    "replicates",
    "roc_band",
    "rows_level",
    "rows_refusal",
    "serial_variance",
    "series_variance",
    "share_below",
    "share_error",
    "share_refusal",
    "simulated_coverage",
    "spread_of_parts",
    "standard_error",
    "strata_of",
    "sum_effects",
    "sum_slopes",
    "system_columns",
    "t_mixture",
    "t_mixture_radius",
    "too_few",
    "too_small",
    "trials",
    "undrawable",
    "unit_influence",
    "unit_request",
    "unit_values",
    "units_difference",
    "unrelated_error",
    "value_of_summary",
    "variance_by_row",
    "variance_in_time",
    "view_table",
    "wald",
    "wald_cv",
    "wald_cv_within",
    "weighted_size",
    "wilson",
    "without_gates",
    "worst_coverage",
]


FORMER = {
    "CAREFUL": "CAREFUL_METHODS",
    "Draws": "BootstrapDraws",
    "For": "MeasureGroup",
    "Known": "SummarisedValue",
    "NO_VARIANCE": "FINITE_VARIANCE_INDEX",
    "Summed": "SummarisedSystem",
    "harvey": "harvey_factor",
    "known_of": "value_of_summary",
}
"""Names that have changed; the old ones work for a release."""


def __getattr__(name: str) -> object:
    """Know what has another name now by its old one too."""
    return former_name(globals(), FORMER, name)
