"""Intervals of estimates; each method declares where it is valid."""

from foldwise.intervals.bootstrapping.bootstrap import RESAMPLES, bootstrap_validity, undrawable
from foldwise.intervals.bootstrapping.canonical import canonical_order, cell_codes
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws, replicates
from foldwise.intervals.catalogue import INTERVALS, interval_method
from foldwise.intervals.curves.operating_points import OperatingPoints, operating_points
from foldwise.intervals.curves.roc_band import RocBand, roc_band
from foldwise.intervals.default import (
    CAREFUL_METHODS,
    DEFAULTS,
    IntervalChoice,
    choose_careful,
    choose_interval,
    interval_with_choice,
    make_interval,
    pick_interval,
    unguarded_interval,
)
from foldwise.intervals.influence_steps.forward_plans import (
    common_shift,
    early_fit_bias,
    few_times,
    forward_test_factor,
)
from foldwise.intervals.influence_steps.long_run import series_variance
from foldwise.intervals.influence_steps.row_variance import (
    MEAN_LOSS,
    RowVariance,
    factor_by_samples,
    overlap_factor,
    variance_by_row,
)
from foldwise.intervals.influence_steps.variance_in_time import variance_in_time
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
from foldwise.intervals.limits.link import Link, link_of
from foldwise.intervals.limits.mean_loss import MeanError, loss_error, mean_t
from foldwise.intervals.limits.share import share_refusal, trials
from foldwise.intervals.methods.agresti_coull import AgrestiCoull, agresti_coull
from foldwise.intervals.methods.balanced_accuracy import BetaConvolution, beta_convolution
from foldwise.intervals.methods.batch_t import BatchT
from foldwise.intervals.methods.bayesian_bootstrap import BayesianBootstrap
from foldwise.intervals.methods.bca import BCa, acceleration, bca_ends, bca_shares, share_below
from foldwise.intervals.methods.block_t import BlockT
from foldwise.intervals.methods.bootstrap_case import BootstrapCaseInterval
from foldwise.intervals.methods.calibration_noise import CalibrationNoise
from foldwise.intervals.methods.cluster_t import ClusterT, cluster_t, groups_of
from foldwise.intervals.methods.conservative_z import ConservativeZ, conservative_z, means_of_halves
from foldwise.intervals.methods.corrected_t import CorrectedT, corrected_t
from foldwise.intervals.methods.cv_binomial import CVBinomial
from foldwise.intervals.methods.delong import (
    DeLong,
    LogitDeLong,
    area_covariance,
    area_error,
    area_refusal,
    area_spread,
    spread_of_parts,
)
from foldwise.intervals.methods.delta import Delta, influence_error
from foldwise.intervals.methods.fisher_z import FEWEST_PAIRS, FisherZ, fisher_z
from foldwise.intervals.methods.five_by_two import FiveByTwo, five_by_two
from foldwise.intervals.methods.hac_t import HacT, hac_t
from foldwise.intervals.methods.hanley_mcneil import HanleyMcNeil, hanley_mcneil_error
from foldwise.intervals.methods.holdout_t import HoldoutT
from foldwise.intervals.methods.influence import INFLUENCE_PLANS, Influence
from foldwise.intervals.methods.jeffreys import Jeffreys, jeffreys
from foldwise.intervals.methods.mid_p import MidP, mid_p, mid_p_above
from foldwise.intervals.methods.naive_t import NaiveT
from foldwise.intervals.methods.nested_cv import NestedCVInterval, nested_error
from foldwise.intervals.methods.oob import Oob, OobError, enough_draws, oob_error, oob_error_of
from foldwise.intervals.methods.partial_placement_t import PartialPlacementT
from foldwise.intervals.methods.percentile import Basic, Percentile
from foldwise.intervals.methods.placement_t import PlacementT
from foldwise.intervals.methods.plus632 import Plus632Interval
from foldwise.intervals.methods.proportion import (
    FEW_COUNTED,
    ClopperPearson,
    Wilson,
    clopper_pearson,
    modified_wilson,
    wilson,
)
from foldwise.intervals.methods.ranking_t import RankingT, ranking_error
from foldwise.intervals.methods.replace_one import ReplaceOneInterval
from foldwise.intervals.methods.split_percentile import SplitPercentile
from foldwise.intervals.methods.studentised import Studentised
from foldwise.intervals.methods.wald import Wald, wald
from foldwise.intervals.methods.wald_cv import WaldCV, WaldCVWithin, wald_cv, wald_cv_within
from foldwise.intervals.refusals.one_test_set import (
    FEWEST_GROUPS,
    ONE_TEST_SET,
    class_groups_refusal,
    groups_refusal,
    prediction_groups,
    rows_refusal,
)
from foldwise.intervals.refusals.refused_values import (
    certain_refusal,
    early_bins,
    few_compared,
    few_hits,
    mostly_undefined,
)
from foldwise.intervals.refusals.tail import FINITE_VARIANCE_INDEX
from foldwise.intervals.sequential.anytime import FEWEST_UNITS, anytime_interval, rows_level, unit_values
from foldwise.intervals.sequential.confidence_sequence import normal_mixture, t_mixture, t_mixture_radius
from foldwise.intervals.simulations.coverage import Coverage, contains, coverage_in_brief, simulated_coverage
from foldwise.intervals.simulations.simulated import (
    CoverageGate,
    Simulated,
    Situation,
    default_coverage,
    find_gate,
    has_gates,
    read_gates,
    share_error,
    without_gates,
    worst_coverage,
)
from foldwise.intervals.streamed.row_effects import UnitFindings, UnitRequest, sum_effects
from foldwise.intervals.streamed.summarised import value_of_summary, view_table
from foldwise.intervals.streamed.summarised_areas import area_spread_of
from foldwise.intervals.streamed.summarised_bootstrap import named_interval
from foldwise.intervals.streamed.summarised_counts import cells_of
from foldwise.intervals.streamed.summarised_system import SummarisedSystem, SummarisedValue
from foldwise.intervals.streamed.summarised_units import has_units, units_difference, weighted_rows
from foldwise.intervals.streamed.unit_requests import unit_request
from foldwise.intervals.streamed.value_pairs import correlation_error
from foldwise.intervals.variances.composition import composition_deficit, mix_of, strata_of
from foldwise.intervals.variances.jackknife import standard_error, unit_influence
from foldwise.intervals.variances.linearised import linearised, unrelated_error
from foldwise.intervals.variances.series import harvey_factor, lags_for, serial_variance
from foldwise.renamed import former_name

__all__ = [
    "CAREFUL_METHODS",
    "DEFAULTS",
    "FEWEST_GROUPS",
    "FEWEST_OF_A_CLASS",
    "FEWEST_PAIRS",
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
    "cells_of",
    "certain_refusal",
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
    "correlation_error",
    "coverage_in_brief",
    "default_coverage",
    "early_bins",
    "early_fit_bias",
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
    "linearised",
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
    "read_gates",
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
    "t_mixture",
    "t_mixture_radius",
    "too_few",
    "too_small",
    "trials",
    "undrawable",
    "unguarded_interval",
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
    "weighted_rows",
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
    """Give a renamed object by its former name too, with a warning."""
    return former_name(globals(), FORMER, name)
