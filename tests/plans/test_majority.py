"""The majority rule on balanced classes, whose accuracy under each plan is known exactly (METHODS L.1).

The rule answers the class that training has most of, which is the class that the test set has fewest of; where training
ties, so does the test set, and the accuracy does not depend on how the tie is broken.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from foldwise.plans import Complete, Holdout, KFold, LeaveOneOut, LeavePOut, Subsample, draw
from tests.plans.rows import majority_accuracies, of_classes

IRIS = of_classes(50, 50, 50)
TWO = of_classes(50, 50)


@cache
def expectation(classes: int, size: int) -> tuple[float, float]:
    """Exact mean and standard deviation of the accuracy on a random test set of `size`, classes of 50 rows each."""
    total = comb(50 * classes, size)
    moments = np.zeros(2)
    for inside in product(range(51), repeat=classes - 1):
        last = size - sum(inside)
        if 0 <= last <= 50:
            counts = (*inside, last)
            ways = 1
            for count in counts:
                ways *= comb(50, count)
            accuracy = min(counts) / size
            moments += np.array([accuracy, accuracy**2]) * (ways / total)
    return float(moments[0]), float(np.sqrt(moments[1] - moments[0] ** 2))


@pytest.mark.parametrize(
    ("classes", "size", "printed"),
    [(3, 50, 27.7132), (3, 75, 29.3405), (3, 30, 25.4485), (3, 15, 21.6418), (2, 33, 44.2365), (2, 10, 38.3300)],
)
def test_the_printed_numbers_are_the_exact_expectations(classes: int, size: int, printed: float) -> None:
    assert 100 * expectation(classes, size)[0] == pytest.approx(printed, abs=5e-5)


def test_a_single_holdout_of_iris_has_the_printed_deviation() -> None:
    assert 100 * expectation(3, 50)[1] == pytest.approx(3.1367, abs=5e-5)


def test_holdouts_of_iris_average_to_their_expectation() -> None:
    """2000 independent holdouts: the standard error is sd/√2000, and four of them are allowed."""
    resamples = draw(Subsample(2000, test=50, stratify=False), IRIS, seed=0)
    mean, deviation = expectation(3, 50)
    found = majority_accuracies(resamples, IRIS.codes)
    assert found.mean() == pytest.approx(mean, abs=4 * deviation / np.sqrt(2000))
    assert found.std(ddof=1) == pytest.approx(deviation, rel=0.1)


def test_a_holdout_of_iris_is_one_of_those() -> None:
    found = [majority_accuracies(draw(Holdout(50, stratify=False), IRIS, seed=s), IRIS.codes)[0] for s in range(500)]
    mean, deviation = expectation(3, 50)
    assert np.mean(found) == pytest.approx(mean, abs=4 * deviation / np.sqrt(500))


@pytest.mark.parametrize(("k", "size"), [(2, 75), (5, 30), (10, 15)])
def test_unstratified_folds_of_iris(k: int, size: int) -> None:
    """Repeats are independent, parts of one repeat are not: the error is judged on the repeats."""
    repeats = 600
    resamples = draw(KFold(k, repeats=repeats, stratify=False), IRIS, seed=1)
    means = majority_accuracies(resamples, IRIS.codes).reshape(repeats, k).mean(axis=1)
    assert means.mean() == pytest.approx(expectation(3, size)[0], abs=4 * means.std(ddof=1) / np.sqrt(repeats))


def test_unstratified_folds_of_two_classes() -> None:
    resamples = draw(KFold(10, repeats=400, stratify=False), TWO, seed=0)
    means = majority_accuracies(resamples, TWO.codes).reshape(400, 10).mean(axis=1)
    assert means.mean() == pytest.approx(0.3833, abs=4 * means.std(ddof=1) / np.sqrt(400))


@pytest.mark.parametrize("k", [2, 5, 10, 25, 50])
def test_stratified_folds_of_iris_are_exactly_a_third(k: int) -> None:
    assert majority_accuracies(draw(KFold(k), IRIS, seed=0), IRIS.codes) == pytest.approx(1 / 3, abs=1e-15)


@pytest.mark.parametrize("rows", [IRIS, TWO])
def test_leave_one_out_is_always_wrong_on_balanced_classes(rows) -> None:
    assert majority_accuracies(draw(LeaveOneOut(), rows, seed=0), rows.codes).max() == 0


def test_leave_one_out_is_right_about_a_real_majority() -> None:
    rows = of_classes(60, 40)
    assert majority_accuracies(draw(LeaveOneOut(), rows, seed=0), rows.codes).mean() == pytest.approx(0.6)


def test_complete_cross_validation_is_leave_p_out() -> None:
    rows = of_classes(5, 5)
    complete, pairs = (draw(plan, rows, seed=0) for plan in (Complete(5), LeavePOut(2)))
    assert complete.fingerprint == pairs.fingerprint
