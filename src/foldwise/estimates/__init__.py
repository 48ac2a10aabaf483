"""Estimates: one number for one model and one measure, with its target, bias and cost."""

from foldwise.estimates.apparent import Apparent
from foldwise.estimates.averaged import Averaged
from foldwise.estimates.bbc import Corrected, bbc, best_of, row_summands, values_of_sums
from foldwise.estimates.bias_adjusted import BiasAdjusted
from foldwise.estimates.bolstered import Bolstered, LinearRule, bolstered_error
from foldwise.estimates.bootstrap import drawn_scores, left_out, raw_apparent, row_means
from foldwise.estimates.catalogue import ESTIMATES, estimate_method
from foldwise.estimates.complete import CompleteEstimate
from foldwise.estimates.default import choose_estimate, make_estimate
from foldwise.estimates.efron632 import Efron632
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, Target
from foldwise.estimates.fold_mean import FoldMean
from foldwise.estimates.han_kamber632 import HanKamber632
from foldwise.estimates.holdout import HoldoutEstimate
from foldwise.estimates.kohavi632 import Kohavi632
from foldwise.estimates.learning_curve import LearningCurve, PowerLaw, fit_power_law
from foldwise.estimates.leave_one_out import LeaveOneOutEstimate
from foldwise.estimates.leave_pair_out import LeavePairOutEstimate
from foldwise.estimates.loo_bootstrap import LooBootstrap
from foldwise.estimates.nested_cv import NestedCVEstimate, NestedParts, nested_parts, partial_plan, sort_losses
from foldwise.estimates.no_information import no_information
from foldwise.estimates.optimism import Optimism
from foldwise.estimates.plus632 import Plus632, interpolates, point632plus, raw_plus632
from foldwise.estimates.pooled import Pooled
from foldwise.estimates.pooled_e0 import PooledE0
from foldwise.estimates.repeated import Repeated
from foldwise.estimates.trimmed import Trimmed

__all__ = [
    "ESTIMATES",
    "Apparent",
    "Averaged",
    "Bias",
    "BiasAdjusted",
    "Bolstered",
    "CompleteEstimate",
    "Corrected",
    "Efron632",
    "Estimate",
    "EstimateMethod",
    "FoldMean",
    "HanKamber632",
    "HoldoutEstimate",
    "Kohavi632",
    "LearningCurve",
    "LeaveOneOutEstimate",
    "LeavePairOutEstimate",
    "LinearRule",
    "LooBootstrap",
    "NestedCVEstimate",
    "NestedParts",
    "Optimism",
    "Plus632",
    "Pooled",
    "PooledE0",
    "PowerLaw",
    "Repeated",
    "Target",
    "Trimmed",
    "bbc",
    "best_of",
    "bolstered_error",
    "choose_estimate",
    "drawn_scores",
    "estimate_method",
    "fit_power_law",
    "interpolates",
    "left_out",
    "make_estimate",
    "nested_parts",
    "no_information",
    "partial_plan",
    "point632plus",
    "raw_apparent",
    "raw_plus632",
    "row_means",
    "row_summands",
    "sort_losses",
    "values_of_sums",
]
