"""Diagnoses: what limits a model. Pure functions of predictions, errors and curves; nothing is fitted here."""

from foldwise.diagnoses.bias_variance.breiman import Breiman
from foldwise.diagnoses.bias_variance.brier import BrierDecomposition
from foldwise.diagnoses.bias_variance.catalogue import DECOMPOSITIONS, NOT_DECOMPOSED, decompose, decomposition_method
from foldwise.diagnoses.bias_variance.decomposition import Decomposition, DecompositionMethod, PartInterval
from foldwise.diagnoses.bias_variance.domingos import Domingos
from foldwise.diagnoses.bias_variance.james import James
from foldwise.diagnoses.bias_variance.kohavi_wolpert import KohaviWolpert
from foldwise.diagnoses.bias_variance.kong_dietterich import KongDietterich
from foldwise.diagnoses.bias_variance.log_loss import LogLossDecomposition
from foldwise.diagnoses.bias_variance.noise import Noise, noise_of_replicates, replicates_of, shares_of_replicates
from foldwise.diagnoses.bias_variance.runs import RunKind, Runs
from foldwise.diagnoses.bias_variance.squared import SquaredParts
from foldwise.diagnoses.bias_variance.webb import Webb
from foldwise.diagnoses.calibration.calibration_tests import CALIBRATION_TESTS, CalibrationTest, calibration_test
from foldwise.diagnoses.calibration.corp import CORP_SCORES, Corp, ScoreParts, corp
from foldwise.diagnoses.calibration.recalibration import Recalibration, recalibrate
from foldwise.diagnoses.calibration.smooth_error import kernel_calibration_error, smooth_calibration_error
from foldwise.diagnoses.calibration_instability import CalibrationInstability, calibration_instability
from foldwise.diagnoses.capacity.bound import CapacityBound
from foldwise.diagnoses.capacity.deviation_curve import EffectiveDimension, expected_deviation, fit_vc_dimension
from foldwise.diagnoses.capacity.holdout_bound import binomial_bound, hoeffding_bound
from foldwise.diagnoses.capacity.rademacher_bound import rademacher_bound
from foldwise.diagnoses.capacity.vc_bound import vc_bound, vc_regression_bound
from foldwise.diagnoses.capacity.vc_dimension import RULE_FAMILIES, RuleFamily, vc_dimension
from foldwise.diagnoses.column_shift import ColumnShift, column_shifts
from foldwise.diagnoses.criteria.aic import Aic, Aicc
from foldwise.diagnoses.criteria.bic import Bic
from foldwise.diagnoses.criteria.catalogue import CRITERIA, CriterionValue, criteria_of, criterion
from foldwise.diagnoses.criteria.covariance_penalty import (
    CovariancePenalty,
    binary_covariance_penalty,
    covariance_penalty,
)
from foldwise.diagnoses.criteria.criterion import InSampleCriterion, InSampleFit
from foldwise.diagnoses.criteria.description_length import Mdl, exception_bits, tree_bits, two_part_bits
from foldwise.diagnoses.criteria.dirichlet_evidence import dirichlet_evidence
from foldwise.diagnoses.criteria.effective_parameters import (
    SmootherParameters,
    leverages,
    ridge_parameters,
    smoother_parameters,
)
from foldwise.diagnoses.criteria.gcv import Gcv
from foldwise.diagnoses.criteria.laplace_evidence import bic_evidence, laplace_evidence
from foldwise.diagnoses.criteria.likelihood import (
    NO_LIKELIHOOD,
    bernoulli_log_likelihood,
    categorical_log_likelihood,
    gaussian_log_likelihood,
    poisson_log_likelihood,
)
from foldwise.diagnoses.criteria.linear_evidence import (
    LinearEvidence,
    linear_evidence,
    maximal_linear_evidence,
    normal_inverse_gamma_evidence,
)
from foldwise.diagnoses.criteria.mallows_cp import MallowsCp
from foldwise.diagnoses.criteria.model_probabilities import akaike_weights, model_probabilities
from foldwise.diagnoses.criteria.press import Press
from foldwise.diagnoses.decision_instability import DecisionInstability, decision_instability
from foldwise.diagnoses.fit_verdict import FitKind, FitSign, FitVerdict, fit_verdict
from foldwise.diagnoses.importance import ColumnImportance, PermutationImportance, importance_of
from foldwise.diagnoses.instability import Instability, flip_shares, instability
from foldwise.diagnoses.label_suspects import LabelSuspects, label_suspects
from foldwise.diagnoses.learning_curve.curve_fit import CurveFit, fit_curve
from foldwise.diagnoses.learning_curve.curve_model import CURVE_MODELS, CurveModel, curve_model
from foldwise.diagnoses.learning_curve.curve_shape import CurveShape, curve_shape
from foldwise.diagnoses.learning_curve.extrapolation import (
    CurvePoint,
    Extrapolation,
    HiddenSize,
    RowsNeeded,
    extrapolate,
)
from foldwise.diagnoses.multiplicity import PredictiveMultiplicity, predictive_multiplicity
from foldwise.diagnoses.slice_condition import SliceCondition
from foldwise.diagnoses.slices import WeakSlice, WeakSlices, find_slices

__all__ = [
    "CALIBRATION_TESTS",
    "CORP_SCORES",
    "CRITERIA",
    "CURVE_MODELS",
    "DECOMPOSITIONS",
    "NOT_DECOMPOSED",
    "NO_LIKELIHOOD",
    "RULE_FAMILIES",
    "Aic",
    "Aicc",
    "Bic",
    "Breiman",
    "BrierDecomposition",
    "CalibrationInstability",
    "CalibrationTest",
    "CapacityBound",
    "ColumnImportance",
    "ColumnShift",
    "Corp",
    "CovariancePenalty",
    "CriterionValue",
    "CurveFit",
    "CurveModel",
    "CurvePoint",
    "CurveShape",
    "DecisionInstability",
    "Decomposition",
    "DecompositionMethod",
    "Domingos",
    "EffectiveDimension",
    "Extrapolation",
    "FitKind",
    "FitSign",
    "FitVerdict",
    "Gcv",
    "HiddenSize",
    "InSampleCriterion",
    "InSampleFit",
    "Instability",
    "James",
    "KohaviWolpert",
    "KongDietterich",
    "LabelSuspects",
    "LinearEvidence",
    "LogLossDecomposition",
    "MallowsCp",
    "Mdl",
    "Noise",
    "PartInterval",
    "PermutationImportance",
    "PredictiveMultiplicity",
    "Press",
    "Recalibration",
    "RowsNeeded",
    "RuleFamily",
    "RunKind",
    "Runs",
    "ScoreParts",
    "SliceCondition",
    "SmootherParameters",
    "SquaredParts",
    "WeakSlice",
    "WeakSlices",
    "Webb",
    "akaike_weights",
    "bernoulli_log_likelihood",
    "bic_evidence",
    "binary_covariance_penalty",
    "binomial_bound",
    "calibration_instability",
    "calibration_test",
    "categorical_log_likelihood",
    "column_shifts",
    "corp",
    "covariance_penalty",
    "criteria_of",
    "criterion",
    "curve_model",
    "curve_shape",
    "decision_instability",
    "decompose",
    "decomposition_method",
    "dirichlet_evidence",
    "exception_bits",
    "expected_deviation",
    "extrapolate",
    "find_slices",
    "fit_curve",
    "fit_vc_dimension",
    "fit_verdict",
    "flip_shares",
    "gaussian_log_likelihood",
    "hoeffding_bound",
    "importance_of",
    "instability",
    "kernel_calibration_error",
    "label_suspects",
    "laplace_evidence",
    "leverages",
    "linear_evidence",
    "maximal_linear_evidence",
    "model_probabilities",
    "noise_of_replicates",
    "normal_inverse_gamma_evidence",
    "poisson_log_likelihood",
    "predictive_multiplicity",
    "rademacher_bound",
    "recalibrate",
    "replicates_of",
    "ridge_parameters",
    "shares_of_replicates",
    "smooth_calibration_error",
    "smoother_parameters",
    "tree_bits",
    "two_part_bits",
    "vc_bound",
    "vc_dimension",
    "vc_regression_bound",
]
