"""Tests on the differences of two models in given folds, wherever the folds were made."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.catalogue import comparison_method
from foldwise.comparisons.comparison import NO_SPREAD, two_sided
from foldwise.comparisons.methods.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.methods.five_by_two import combined_f, f_ends, five_by_two_t
from foldwise.comparisons.posterior import Posterior
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.intervals import check_level
from foldwise.phrases import percent, there_are

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats
    from foldwise.comparisons.comparison import ComparisonMethod

__all__ = ["DIFFERENCE_TESTS", "DifferenceTest", "compare_differences"]

DIFFERENCE_TESTS = ("corrected-t", "corrected-t-once", "naive-t", "5x2cv-t", "5x2cv-f")
"""Tests that need the differences of the folds only, and for some the sizes of the folds."""


@final
@dataclass(frozen=True)
class DifferenceTest:
    """A test of whether the differences in given folds are 0 on average.

    Parameters
    ----------
    difference
        The estimated difference, a minus b.
    standard_error
        Its standard error; not a number where the test has none, as F has not.
    statistic
        The test statistic; t has the sign of the difference, F has none.
    p_value
        How often models without a difference would look at least this different; two-sided.
    df
        Degrees of freedom: one number for t, two for F.
    low, high
        Ends of the interval of the difference; not numbers where the differences have no spread.
    level
        Level of the interval.
    method
        Name of the test.
    note
        What the reader should know; empty when there is nothing to say.
    """

    difference: float
    standard_error: float
    statistic: float
    p_value: float
    df: float | tuple[float, float]
    low: float
    high: float
    level: float
    method: str
    note: str = ""


def compare_differences(
    differences: ArrayLike,
    *,
    train_rows: float | None = None,
    test_rows: float | None = None,
    test: str = "corrected-t",
    level: float = 0.95,
    allow_invalid: bool = False,
) -> DifferenceTest:
    """Test the differences of two models in given folds; nothing is fitted, and only the differences are needed.

    What the rows of the folds would tell is not known here: variance that stratified parts hide is not put back, as
    `compare` does.

    Parameters
    ----------
    differences
        Value of a minus value of b in each fold (J,), fold by fold and repeat by repeat; for 5x2cv also (5, 2).
    train_rows, test_rows
        Rows that a fold is trained and tested on, n₁ and n₂, on average; needed by the corrected t-tests.
    test
        ``corrected-t``, ``corrected-t-once`` (repeats count as one), ``5x2cv-t``, ``5x2cv-f``, or ``naive-t``.
    level
        Level of the interval.
    allow_invalid
        Whether to give ``naive-t``, which takes folds for independent.

    Raises
    ------
    ValidityError
        The test does not hold its level for such folds.

    References
    ----------
    nadeau2003, eq. 9; dietterich1998; alpaydin1999.

    Examples
    --------
    >>> found = compare_differences([0.03, 0.07, -0.07, 0.06, 0.08], train_rows=120, test_rows=30)
    >>> round(found.statistic, 3), round(found.p_value, 3), found.df
    (0.83, 0.453, 4)
    """
    if test not in DIFFERENCE_TESTS:
        raise UnknownNameError.of("test of given differences", str(test), DIFFERENCE_TESTS)
    check_level(level)
    method, values = comparison_method(test), _read(differences)
    _check_count(method, values.size)
    if method.invalid and not allow_invalid:
        message = f"no valid {test} comparison of given differences: {method.invalid}"
        raise ValidityError(message, hint="test='corrected-t' with train_rows= and test_rows=, or allow_invalid=True")
    if test == "5x2cv-f":
        return _combined(values.reshape(5, 2), level)
    if test == "5x2cv-t":
        error = five_by_two_t(values.reshape(5, 2)).standard_error
        return _of_t(Posterior(float(values[0]), error, 5), level, test)
    if test == "naive-t":
        return _of_t(correlated_posterior(values, 0.0), level, test, note=f"not valid: {method.invalid}")
    train, tested = _sizes(method, train_rows, test_rows)
    draws = (train + tested) / tested if test == "corrected-t-once" else None
    return _of_t(correlated_posterior(values, tested / train, draws=draws), level, test)


def _read(differences: ArrayLike) -> Floats:
    """The differences as one row of numbers."""
    try:
        values = np.asarray(differences, dtype=np.float64).ravel()
    except (TypeError, ValueError) as error:
        message = "differences= takes one number for each fold, and these are none"
        raise InputError(message, hint="[0.02, -0.01, …], the value of a minus the value of b in each fold") from error
    odd = int((~np.isfinite(values)).sum())
    if odd:
        message = f"differences= takes finite numbers, and {odd:,} of these {'is' if odd == 1 else 'are'} not"
        raise InputError(message, hint="leave out the folds in which a model has no value")
    return values


def _check_count(method: ComparisonMethod, found: int) -> None:
    """Refuse too few folds, and other than ten for five times two."""
    fewest = method.validity.min_resamples
    exactly = method.validity.max_resamples == fewest
    if found < fewest or (exactly and found != fewest):
        needed = f"{'exactly' if exactly else 'at least'} {fewest} differences"
        message = f"{method.name} needs {needed}, and {there_are(found)}"
        raise ValidityError(message, hint=method.validity.instead)


def _sizes(method: ComparisonMethod, train: float | None, tested: float | None) -> tuple[float, float]:
    """Rows of a training and a test set, of which the second must be few enough."""
    if train is None or tested is None or not (train > 0 and tested > 0):
        message = f"{method.name} widens the error by test rows over training rows, and train_rows={train}, test_rows={tested}"
        raise InputError(message, hint="train_rows=90, test_rows=10 for ten folds of 100 rows")
    share, most = tested / (train + tested), method.validity.max_test_share
    if share > most:
        message = (
            f"{method.name} needs test sets of at most {percent(most)} of the rows, and these are {percent(share)}"
        )
        raise ValidityError(message, hint=method.validity.instead)
    return train, tested


def _of_t(posterior: Posterior, level: float, method: str, *, note: str = "") -> DifferenceTest:
    """The result of a t-test; without spread nothing is known, however large the difference."""
    if posterior.scale <= 1e-12 * abs(posterior.centre):
        return _without_spread(posterior.centre, posterior.df, level=level, method=method)
    p_value = two_sided(posterior)
    ends, statistic = posterior.interval(level), posterior.centre / posterior.scale
    return DifferenceTest(
        posterior.centre, posterior.scale, statistic, p_value, posterior.df, *ends, level, method, note
    )


def _combined(halves: Floats, level: float) -> DifferenceTest:
    """The combined F-test of five times two folds."""
    found, centre = combined_f(halves), float(halves.mean())
    if sqrt(found.squares) <= 1e-12 * abs(centre):
        return _without_spread(centre, (10, 5), level=level, method="5x2cv-f")
    ends, p_value = f_ends(halves, level), found.p_value
    return DifferenceTest(centre, nan, found.statistic, p_value, found.df, *ends, level, "5x2cv-f")


def _without_spread(centre: float, df: float | tuple[float, float], *, level: float, method: str) -> DifferenceTest:
    statistic = 0.0 if centre == 0 else nan
    return DifferenceTest(centre, 0.0, statistic, 1.0, df, nan, nan, level, method, NO_SPREAD.replace("rows", "folds"))
