"""Measures: what can be said about predictions, each a value that knows its range, direction, needs and aggregation."""

from foldwise.measures.catalogue import MEASURES, as_measures, default_measures, measure
from foldwise.measures.labels import class_f1, class_precision, class_recall, class_specificity
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
from foldwise.measures.outcomes import Outcomes
from foldwise.measures.scored import Scored, outcomes_of

__all__ = [
    "MEASURES",
    "CountMeasure",
    "Direction",
    "LossMeasure",
    "Measure",
    "Needs",
    "Outcomes",
    "RankMeasure",
    "Scored",
    "SumMeasure",
    "Transform",
    "as_measures",
    "class_f1",
    "class_precision",
    "class_recall",
    "class_specificity",
    "default_measures",
    "measure",
    "outcomes_of",
]
