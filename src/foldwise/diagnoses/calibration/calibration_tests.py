"""Tests of calibration: whether probabilities are off by more than chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses.calibration.corp import corp, score_parts
from foldwise.diagnoses.calibration.recalibration import binary_probabilities, recalibrate
from foldwise.errors import InputError, UnknownNameError, ValidityError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["CALIBRATION_TESTS", "CalibrationTest", "calibration_test"]


@final
@dataclass(frozen=True)
class CalibrationTest:
    """A test of the hypothesis that of the rows given p a share of p is positive, for every p.

    Parameters
    ----------
    method
        Name of the test.
    statistic
        What is tested.
    p_value
        How often calibrated probabilities would give at least as much.
    """

    method: str
    statistic: float
    p_value: float


def calibration_test(
    truth: ArrayLike, probabilities: ArrayLike, how: str = "isotonic", *, draws: int = 999, seed: int = 0
) -> CalibrationTest:
    """Test whether probabilities of two classes are calibrated.

    ``isotonic``: the miscalibration of the Brier score, held against labels drawn from the probabilities; finds departures of
    any monotone shape. ``cox``: likelihood ratio against a + b·logit p, χ² with 2 degrees of freedom; the most powerful
    where probabilities are too extreme or too low throughout. ``spiegelhalter``: z = Σ(y - p)(1 - 2p)/√Σ(1 - 2p)²p(1 - p),
    two-sided.

    Assumes independent rows that took no part in training.

    Parameters
    ----------
    truth
        1 for rows of the positive class, 0 for others (n,).
    probabilities
        Probability of the positive class (n,).
    how
        Name of the test.
    draws
        Sets of labels that are drawn for ``isotonic``.
    seed
        Seed of the draws.

    References
    ----------
    dimitriadis2021; cox1958; spiegelhalter1986.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> p = rng.uniform(size=200)
    >>> y = (rng.random(200) < p).astype(int)
    >>> calibration_test(y, p).p_value > 0.05, calibration_test(y, p**3).p_value
    (True, 0.001)
    """
    if how not in CALIBRATION_TESTS:
        raise UnknownNameError.of("test of calibration", str(how), CALIBRATION_TESTS)
    y, p = binary_probabilities(truth, probabilities)
    if how == "isotonic":
        return _isotonic(y, p, draws, seed)
    return CALIBRATION_TESTS[how](y, p)


def _isotonic(y: Floats, p: Floats, draws: int = 999, seed: int = 0) -> CalibrationTest:
    if draws < 19:
        message = f"19 draws or more tell a p-value of 0.05, not {draws}"
        raise InputError(message)
    rng, own = np.random.default_rng(seed), corp(y, p)
    labels = rng.binomial(own.counts.astype(np.intp), own.cells, size=(draws, own.cells.size)).astype(np.float64)
    null = [score_parts("brier", own.cells, own.counts, label).miscalibration for label in labels]
    found = own.parts.miscalibration
    more = sum(one >= found * (1 - 1e-9) for one in null)
    return CalibrationTest("isotonic", found, (1 + more) / (1 + draws))


def _cox(y: Floats, p: Floats) -> CalibrationTest:
    from scipy.special import chdtrc

    fit = recalibrate(y, p)
    if isnan(fit.slope):
        message = (
            "the classes are separated by the probabilities, or all probabilities are equal, and there is no slope"
        )
        raise ValidityError(message, hint="how='isotonic'")
    ratio = max(0.0, 2 * (fit.log_likelihood - fit.as_given))
    return CalibrationTest("cox", ratio, float(chdtrc(2, ratio)))


def _spiegelhalter(y: Floats, p: Floats) -> CalibrationTest:
    from scipy.special import ndtr

    spread = float((((1 - 2 * p) ** 2) * p * (1 - p)).sum())
    if not spread > 0:  # probabilities of 0, ½ and 1 alone: one row against a certain probability refutes it
        refuted = bool((((p == 0) & (y == 1)) | ((p == 1) & (y == 0))).any())
        return CalibrationTest("spiegelhalter", inf if refuted else nan, 0.0 if refuted else 1.0)
    z = float(((y - p) * (1 - 2 * p)).sum()) / spread**0.5
    return CalibrationTest("spiegelhalter", z, float(2 * ndtr(-abs(z))))


CALIBRATION_TESTS = {"isotonic": _isotonic, "cox": _cox, "spiegelhalter": _spiegelhalter}
"""Tests of calibration."""
