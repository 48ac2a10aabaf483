"""Problems whose truth is known: any number of rows, the Bayes risk, and the true risk of any model."""

from foldwise.problems.catalogue import PROBLEMS, problem
from foldwise.problems.excess_risk import ExcessRisk, excess_risk
from foldwise.problems.gaussian_classes import GaussianClasses
from foldwise.problems.gaussian_linear import GaussianLinear
from foldwise.problems.noisy_labels import NoisyLabels
from foldwise.problems.polynomial_regression import PolynomialRegression
from foldwise.problems.problem import KnownProblem, Predictor, TrueRisk
from foldwise.problems.random_labels import RandomLabels
from foldwise.problems.simplex_classes import SimplexClasses
from foldwise.problems.xor import Xor

__all__ = [
    "PROBLEMS",
    "ExcessRisk",
    "GaussianClasses",
    "GaussianLinear",
    "KnownProblem",
    "NoisyLabels",
    "PolynomialRegression",
    "Predictor",
    "RandomLabels",
    "SimplexClasses",
    "TrueRisk",
    "Xor",
    "excess_risk",
    "problem",
]
