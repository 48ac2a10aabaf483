"""What one model said."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from foldwise.predictions import Outputs, ScoreKind, label_type
from tests.worlds import fixed, predictions_of


def piece(resample, scores):
    kind = ScoreKind.NONE if scores is None else ScoreKind.DECISION
    line = np.array([resample]), np.array([0]), np.array([1])
    return Outputs(*line, scores, kind, np.zeros(1, dtype=np.uint8))


def test_pieces_come_in_the_order_of_their_resamples():
    joined = Outputs.join([piece(1, np.array([[1.0, 2.0]])), piece(0, np.array([[3.0, 4.0]]))])
    assert joined.resample.tolist() == [0, 1]
    assert joined.scores.tolist() == [[3, 4], [1, 2]]
    assert joined.score_kind is ScoreKind.DECISION


def test_predictions_without_all_scores_have_none_and_say_so():
    joined = Outputs.join([piece(0, np.array([[1.0, 2.0]])), piece(1, None)])
    assert joined.scores is None
    assert joined.score_kind is ScoreKind.NONE


@pytest.mark.parametrize("classes", [2, 127, 128, 129])
def test_an_unclassified_record_is_no_class_whatever_their_number(classes):
    truth = np.arange(classes)
    table = predictions_of(truth, np.where(truth == 0, -1, truth), fixed(classes), n_classes=classes)
    answers = table.of("m").in_bytes(classes)
    assert answers.output.dtype == label_type(classes)
    assert table.label(answers.output)[:2].tolist() == [None, "c1"]


def shared():
    """Two resamples of two rows each, whose rows share their scores."""
    place = np.repeat([0, 1], 2), np.arange(4), np.ones(4, dtype=np.int8)
    kind, part = ScoreKind.PROBABILITY, np.zeros(4, dtype=np.uint8)
    return Outputs(*place, None, kind, part).sharing(np.array([[0.25, 0.75], [0.5, 0.5]]))


def test_scores_that_rows_share_are_repeated_when_somebody_asks():
    answers = shared()
    assert answers.shared is answers.shares
    assert answers.scores.tolist() == [[0.25, 0.75], [0.25, 0.75], [0.5, 0.5], [0.5, 0.5]]
    assert answers.scores is answers.scores
    assert answers.shared is None


def test_chosen_predictions_still_share_their_scores():
    chosen = shared().where(np.array([1, 2]))
    assert chosen.shared is not None
    assert chosen.scores.tolist() == [[0.25, 0.75], [0.5, 0.5]]


def test_scores_that_rows_share_survive_copies_under_other_numbers_and_in_other_processes():
    repeated = shared().scores
    np.testing.assert_array_equal(replace(shared(), resample=np.repeat([5, 6], 2)).scores, repeated)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(shared())).scores, repeated)
    np.testing.assert_array_equal(Outputs.join([shared(), piece(2, np.array([[0.0, 1.0]]))]).scores[:4], repeated)


def test_other_scores_take_the_place_of_those_that_rows_share():
    other = np.eye(2)[[0, 1, 1, 0]]
    changed = replace(shared(), scores=other)
    assert changed.scores is other
    assert changed.shared is None


def test_a_name_that_is_none_of_theirs_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Outputs' object has no attribute 'score'"):
        _ = shared().score
