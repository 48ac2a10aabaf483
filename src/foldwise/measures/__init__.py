"""Measures: what can be said about predictions, each a value that knows its range, direction, needs and aggregation."""

from foldwise.measures.calibration import BrierParts, brier_parts
from foldwise.measures.catalogue import FAMILIES, MEASURES, default_measures
from foldwise.measures.decisions import (
    DECISIONS,
    Threshold,
    cheapest_labels,
    cheapest_threshold,
    cost_threshold,
    decide,
)
from foldwise.measures.description import describe
from foldwise.measures.family import Family, Parameter
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
from foldwise.measures.names import as_measures, asked_measures, measure, one_measure, with_pairs
from foldwise.measures.outcomes import Outcomes
from foldwise.measures.own import own_measure
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.rates import class_f1, class_precision, class_recall, class_specificity
from foldwise.measures.scope import Scope, class_of, scarcest
from foldwise.measures.scored import Scored, outcomes_of
from foldwise.measures.scores import turned_round

__all__ = [
    "DECISIONS",
    "FAMILIES",
    "MEASURES",
    "BrierParts",
    "CountMeasure",
    "Direction",
    "Family",
    "LossMeasure",
    "Measure",
    "Needs",
    "Outcomes",
    "Parameter",
    "PooledMeasure",
    "RankMeasure",
    "Scope",
    "Scored",
    "SumMeasure",
    "Threshold",
    "Transform",
    "as_measures",
    "asked_measures",
    "brier_parts",
    "cheapest_labels",
    "cheapest_threshold",
    "class_f1",
    "class_of",
    "class_precision",
    "class_recall",
    "class_specificity",
    "cost_threshold",
    "decide",
    "default_measures",
    "describe",
    "measure",
    "one_measure",
    "outcomes_of",
    "own_measure",
    "scarcest",
    "turned_round",
    "with_pairs",
]
