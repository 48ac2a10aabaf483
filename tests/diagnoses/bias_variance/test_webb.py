"""Webb's shares of errors."""

import pytest

from foldwise.diagnoses import Runs, decompose
from tests.diagnoses.bias_variance.worlds import labels


def test_errors_are_counted_by_whether_the_vote_makes_them():
    runs = labels(noisy=False, missing=False)
    found = decompose(runs, "webb")
    main = runs.shares().argmax(axis=1)[:, None]
    wrong = runs.predicted != runs.truth[:, None]
    assert found.biases == pytest.approx((wrong & (runs.predicted == main)).mean(axis=1))
    assert found.variances == pytest.approx((wrong & (runs.predicted != main)).mean(axis=1))


def test_the_parts_sum_to_the_error_and_are_never_negative():
    found = decompose(labels(), "webb")
    assert found.biases + found.variances == pytest.approx(found.losses, abs=1e-12)
    assert min(found.biases.min(), found.variances.min()) >= -1e-12


def test_ties_are_said():
    assert "1 row with several" in decompose(Runs.of_labels([0, 1], [[0, 1], [1, 1]]), "webb").notes[0]
