"""Bias, variance and noise of a learner, from the predictions of models it made of different training rows."""

from foldwise.diagnoses.bias_variance.breiman import Breiman
from foldwise.diagnoses.bias_variance.brier import BrierDecomposition
from foldwise.diagnoses.bias_variance.catalogue import (
    DECOMPOSITIONS,
    NOT_DECOMPOSED,
    decompose,
    decomposition_method,
)
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

__all__ = [
    "DECOMPOSITIONS",
    "NOT_DECOMPOSED",
    "Breiman",
    "BrierDecomposition",
    "Decomposition",
    "DecompositionMethod",
    "Domingos",
    "James",
    "KohaviWolpert",
    "KongDietterich",
    "LogLossDecomposition",
    "Noise",
    "PartInterval",
    "RunKind",
    "Runs",
    "SquaredParts",
    "Webb",
    "decompose",
    "decomposition_method",
    "noise_of_replicates",
    "replicates_of",
    "shares_of_replicates",
]
