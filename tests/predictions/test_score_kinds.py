"""Scores from another tool are told apart by their values."""

import numpy as np
import pytest

from foldwise.predictions import ScoreKind
from foldwise.predictions.score_kinds import as_probabilities, kind_of


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([[0.2, 0.8], [1.0, 0.0]], ScoreKind.PROBABILITY),
        ([[0.2, 0.7], [1.0, 0.0]], ScoreKind.DECISION),
        ([[-0.2, 1.2], [1.0, 0.0]], ScoreKind.DECISION),
    ],
)
def test_probabilities_lie_between_0_and_1_and_sum_to_1(rows, kind):
    assert kind_of(np.array(rows)) is kind


def test_rounding_is_taken_back():
    assert as_probabilities(np.array([-1e-7, 0.5])).tolist() == [0.0, 0.5]
    assert as_probabilities(np.array([-1e-3, 0.5])).tolist() == [-1e-3, 0.5]
