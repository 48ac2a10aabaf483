from __future__ import annotations

from math import comb

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Complete, draw
from tests.plans.rows import majority_accuracies, of_classes, of_values


def test_all_halves_of_six_rows_are_enumerated() -> None:
    resamples = draw(Complete(2), of_classes(3, 3), seed=0)
    assert resamples.count == 20
    assert resamples.note == "all 20 test sets of 3 rows"


def test_the_majority_rule_over_all_test_sets_is_its_hypergeometric_expectation() -> None:
    """Testing m of 4 + 4 rows: the rule answers the class that is rarer in the test set."""
    rows = of_classes(4, 4)
    found = majority_accuracies(draw(Complete(2), rows, seed=0), rows.codes).mean()
    expected = sum(comb(4, a) * comb(4, 4 - a) * min(a, 4 - a) / 4 for a in range(5)) / comb(8, 4)
    assert found == pytest.approx(expected, abs=1e-12)


def test_too_many_test_sets_are_sampled_and_the_note_says_so() -> None:
    resamples = draw(Complete(2, draws=300), of_values(np.zeros(20)), seed=0)
    assert resamples.count == 300
    assert resamples.note == "300 test sets of 10 rows drawn at random out of 184,756"
    other = draw(Complete(2, draws=300), of_values(np.zeros(20)), seed=1)
    assert other.fingerprint != resamples.fingerprint


def test_a_part_of_a_row_is_left_to_training() -> None:
    assert draw(Complete(3), of_values(np.zeros(11)), seed=0).test_size == 3


def test_more_parts_than_rows_are_refused() -> None:
    with pytest.raises(PlanError, match=r"complete\(10\) needs at least 10 rows, not 4; try complete\(4\)"):
        draw(Complete(10), of_classes(2, 2), seed=0)
