"""Estimates: one number for one model and one measure, with its target, bias and cost."""

from foldwise.estimates.catalogue import ESTIMATES, estimate_method
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, Target
from foldwise.estimates.pooled import FoldMean, Pooled

__all__ = ["ESTIMATES", "Bias", "Estimate", "EstimateMethod", "FoldMean", "Pooled", "Target", "estimate_method"]
