"""Measures: what can be said about predictions, each a value that knows its range, direction, needs and aggregation."""

from foldwise.measures.aliases import ALIASES, MEANT
from foldwise.measures.catalogue import FAMILIES, MEASURES, default_measures
from foldwise.measures.contributions.association_influence import ASSOCIATIONS, LEAST_SPREAD, MOMENTS, without_rounding
from foldwise.measures.contributions.curve_influence import CurveMoves
from foldwise.measures.contributions.edge import (
    Smoothed,
    class_variance,
    kinds_variance,
    paired_variance,
    predicted_columns,
    row_weight,
    smooth_counts,
    smooth_table,
    spread_of_rows,
)
from foldwise.measures.contributions.influence import (
    AREA_MULTIPLES,
    AREAS_OF_PAIRS,
    DIFFERENCE_STEP,
    base_name,
    is_smooth,
    measure_influence,
    structural_components,
    sum_gradient,
    table_gradient,
)
from foldwise.measures.contributions.left_out import (
    left_out_influence,
    left_out_psi,
    left_out_rows,
    value_function,
    value_summands,
)
from foldwise.measures.contributions.linearise import Linearised, count_slopes, transform_slope, unseen_loss
from foldwise.measures.contributions.row_influence import RowInfluence, whole_variance_between_fits
from foldwise.measures.contributions.row_means import PredictionLayout, RowMeans, RowTests, row_means_of
from foldwise.measures.custom import custom_measure
from foldwise.measures.decisions import (
    DECISIONS,
    Threshold,
    cheapest_labels,
    cheapest_threshold,
    cost_threshold,
    decide_labels,
)
from foldwise.measures.definitions.abstention import confidence_influence
from foldwise.measures.definitions.associations import midranks
from foldwise.measures.definitions.calibration import BrierParts, brier_parts
from foldwise.measures.definitions.partial_areas import Band, band_components, band_of, lean_of_band
from foldwise.measures.definitions.probabilities import clip_of, clipping_note, count_clipped, ruled_out_loss
from foldwise.measures.definitions.rates import class_f1, class_precision, class_recall, class_specificity
from foldwise.measures.definitions.scores import SAME_SCORES, reversed_scores_note
from foldwise.measures.definitions.values import absolute_error, squared_error
from foldwise.measures.dependence.alike_rows import component_variance, components_by_mean, correlation_within
from foldwise.measures.dependence.fit_variance import FEWEST_FITS, between_fits, gives_one_class, hints_at_fits
from foldwise.measures.dependence.pairs_apart import compared_groups
from foldwise.measures.dependence.uneven_test_sets import counted_weights
from foldwise.measures.description import describe
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import (
    CountMeasure,
    Direction,
    LossMeasure,
    Measure,
    Needs,
    RankMeasure,
    SumMeasure,
    Transform,
)
from foldwise.measures.model_scores import ModelScores, outcomes_of, scores_of
from foldwise.measures.names import as_measures, asked_measures, measure, one_measure, with_pairs
from foldwise.measures.outcomes import Outcomes
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.scope import Scope, class_of, is_class_mean, scarcest
from foldwise.measures.spread import Spread, score_spread
from foldwise.measures.tallies.bins import Bins, make_bins, predicted_and_observed
from foldwise.measures.unit import unit_of
from foldwise.measures.unseen.extreme_predictions import extreme_mistake_loss
from foldwise.measures.unseen.far_predictions import far_loss_ratio
from foldwise.measures.unseen.loss_tail import (
    kurtosis_bound,
    kurtosis_over_bound,
    looks_heavy,
    square_kurtosis,
    tail_factor,
    tail_index,
    tail_rows,
)
from foldwise.measures.unseen.ruled_out import RuledOut
from foldwise.measures.unseen.unseen_loss import Mistakes, expected_mistake_loss, rarest_loss
from foldwise.measures.weights import effective_rows, effective_size
from foldwise.renamed import former_name

__all__ = [
    "ALIASES",
    "AREAS_OF_PAIRS",
    "AREA_MULTIPLES",
    "ASSOCIATIONS",
    "DECISIONS",
    "DIFFERENCE_STEP",
    "FAMILIES",
    "FEWEST_FITS",
    "LEAST_SPREAD",
    "MEANT",
    "MEASURES",
    "MOMENTS",
    "SAME_SCORES",
    "Band",
    "Bins",
    "BrierParts",
    "CountMeasure",
    "CurveMoves",
    "Direction",
    "Linearised",
    "LossMeasure",
    "Measure",
    "MeasureFamily",
    "Mistakes",
    "ModelScores",
    "Needs",
    "Outcomes",
    "Parameter",
    "PooledMeasure",
    "PredictionLayout",
    "RankMeasure",
    "RowInfluence",
    "RowMeans",
    "RowTests",
    "RuledOut",
    "Scope",
    "Smoothed",
    "Spread",
    "SumMeasure",
    "Threshold",
    "Transform",
    "absolute_error",
    "as_measures",
    "asked_measures",
    "band_components",
    "band_of",
    "base_name",
    "between_fits",
    "brier_parts",
    "cheapest_labels",
    "cheapest_threshold",
    "class_f1",
    "class_of",
    "class_precision",
    "class_recall",
    "class_specificity",
    "class_variance",
    "clip_of",
    "clipping_note",
    "compared_groups",
    "component_variance",
    "components_by_mean",
    "confidence_influence",
    "correlation_within",
    "cost_threshold",
    "count_clipped",
    "count_slopes",
    "counted_weights",
    "custom_measure",
    "decide_labels",
    "default_measures",
    "describe",
    "effective_rows",
    "effective_size",
    "expected_mistake_loss",
    "extreme_mistake_loss",
    "far_loss_ratio",
    "gives_one_class",
    "hints_at_fits",
    "is_class_mean",
    "is_smooth",
    "kinds_variance",
    "kurtosis_bound",
    "kurtosis_over_bound",
    "lean_of_band",
    "left_out_influence",
    "left_out_psi",
    "left_out_rows",
    "looks_heavy",
    "make_bins",
    "measure",
    "measure_influence",
    "midranks",
    "one_measure",
    "outcomes_of",
    "paired_variance",
    "predicted_and_observed",
    "predicted_columns",
    "rarest_loss",
    "reversed_scores_note",
    "row_means_of",
    "row_weight",
    "ruled_out_loss",
    "scarcest",
    "score_spread",
    "scores_of",
    "smooth_counts",
    "smooth_table",
    "spread_of_rows",
    "square_kurtosis",
    "squared_error",
    "structural_components",
    "sum_gradient",
    "table_gradient",
    "tail_factor",
    "tail_index",
    "tail_rows",
    "transform_slope",
    "unit_of",
    "unseen_loss",
    "value_function",
    "value_summands",
    "whole_variance_between_fits",
    "with_pairs",
    "without_rounding",
]


FORMER = {
    "own_measure": "custom_measure",
    "Scored": "ModelScores",
    "Layout": "PredictionLayout",
    "AREAS": "AREA_MULTIPLES",
    "told_clipped": "clipping_note",
    "turned_round": "reversed_scores_note",
    "claims": "predicted_and_observed",
    "mistake_price": "expected_mistake_loss",
    "untested_claim": "extreme_mistake_loss",
}
"""Names that have changed; the old ones work for a release."""


def __getattr__(name: str) -> object:
    """Give a renamed object by its former name too, with a warning."""
    return former_name(globals(), FORMER, name)
