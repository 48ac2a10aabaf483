"""Every problem by name, with its default settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import UnknownNameError
from foldwise.problems.gaussian_classes import GaussianClasses
from foldwise.problems.gaussian_linear import GaussianLinear
from foldwise.problems.noisy_labels import NoisyLabels
from foldwise.problems.polynomial_regression import PolynomialRegression
from foldwise.problems.random_labels import RandomLabels
from foldwise.problems.simplex_classes import SimplexClasses
from foldwise.problems.xor import Xor

if TYPE_CHECKING:
    from foldwise.problems.problem import KnownProblem

__all__ = ["PROBLEMS", "problem"]

PROBLEMS: tuple[KnownProblem, ...] = (
    GaussianClasses(),
    SimplexClasses(),
    NoisyLabels(),
    Xor(0.1),
    RandomLabels(),
    PolynomialRegression(),
    GaussianLinear(),
)
"""Every problem, with its default settings."""


def problem(name: str) -> KnownProblem:
    """Find a problem by its name, with its default settings.

    Examples
    --------
    >>> problem("xor").bayes_risk
    0.1
    """
    known = {one.name: one for one in PROBLEMS}
    if name not in known:
        raise UnknownNameError.of("problem", str(name), known)
    return known[name]
