"""Diagnoses: what holds a model back. Pure functions of predictions, errors and curves; nothing is fitted here."""

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
from foldwise.diagnoses.calibration.recalibration import Recalibration, recalibrate
from foldwise.diagnoses.calibration_instability import CalibrationInstability, calibration_instability
from foldwise.diagnoses.decision_instability import DecisionInstability, decision_instability
from foldwise.diagnoses.instability import Instability, flip_shares, instability
from foldwise.diagnoses.multiplicity import PredictiveMultiplicity, predictive_multiplicity

__all__ = [
    "DECOMPOSITIONS",
    "NOT_DECOMPOSED",
    "Breiman",
    "BrierDecomposition",
    "CalibrationInstability",
    "DecisionInstability",
    "Decomposition",
    "DecompositionMethod",
    "Domingos",
    "Instability",
    "James",
    "KohaviWolpert",
    "KongDietterich",
    "LogLossDecomposition",
    "Noise",
    "PartInterval",
    "PredictiveMultiplicity",
    "Recalibration",
    "RunKind",
    "Runs",
    "SquaredParts",
    "Webb",
    "calibration_instability",
    "decision_instability",
    "decompose",
    "decomposition_method",
    "flip_shares",
    "instability",
    "noise_of_replicates",
    "predictive_multiplicity",
    "recalibrate",
    "replicates_of",
    "shares_of_replicates",
]
