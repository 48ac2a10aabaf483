"""What a measure looks at."""

import numpy as np
import pytest

from foldwise.errors import UnknownNameError
from foldwise.measures import Outcomes
from foldwise.predictions import ScoreKind

ROWS = Outcomes(
    np.array([0, 1, 2, 2]),
    np.array([0, 2, -1, 2]),
    np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0.3, 0.3, 0.4], [0, 0, 1]]),
    ScoreKind.PROBABILITY,
    classes=3,
    positive=2,
    names=("a", "b", "c"),
)


def test_one_class_against_the_rest_is_two_classes():
    two = ROWS.against_rest("c")
    assert (two.classes, two.positive, two.names) == (2, 1, ("not c", "c"))
    assert two.truth.tolist() == [0, 0, 1, 1]
    assert two.output.tolist() == [0, 1, -1, 1]
    assert two.scores.tolist() == pytest.approx(np.array([[0.9, 0.1], [0.4, 0.6], [0.6, 0.4], [0, 1]]))


def test_looking_twice_changes_nothing():
    once = ROWS.against_rest("c")
    again = once.against_rest("c")
    assert np.array_equal(again.truth, once.truth)
    assert np.array_equal(again.scores, once.scores)


def test_decision_scores_are_turned_round_for_the_rest():
    from dataclasses import replace

    two = replace(ROWS, score_kind=ScoreKind.DECISION).against_rest("a")
    assert two.scores[0].tolist() == [-0.7, 0.7]


def test_classes_without_names_are_called_by_their_codes():
    from dataclasses import replace

    assert replace(ROWS, names=()).code_of("2") == 2


def test_an_unknown_class_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="there is no class called 'd'; try one of a, b, c"):
        ROWS.against_rest("d")


def test_weighted_sums_within_groups():
    rows = Outcomes(np.zeros(3), np.zeros(3), weights=np.array([1.0, 2, 3]))
    assert rows.sums(np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([0, 0, 1]), 2).tolist() == [[3, 2], [3, 6]]
