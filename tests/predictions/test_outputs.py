"""What one model said."""

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
