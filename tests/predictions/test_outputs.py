"""Answers of one model, put together from pieces."""

import numpy as np

from foldwise.predictions import Outputs, Part, ScoreKind


def piece(resample, *, scored=True):
    at = np.full(3, resample)
    scores = np.full((3, 2), resample / 10) if scored else None
    kind = ScoreKind.DECISION if scored else ScoreKind.NONE
    return Outputs(at, np.arange(3), np.zeros(3, dtype=np.intp), scores, kind, np.full(3, Part.TEST))


def test_pieces_are_joined_in_the_order_of_their_resamples():
    joined = Outputs.join([piece(1), piece(0)])
    np.testing.assert_array_equal(joined.resample, [0, 0, 0, 1, 1, 1])
    assert (joined.score_kind, joined.scores[:, 0].tolist()) == (ScoreKind.DECISION, [0, 0, 0, 0.1, 0.1, 0.1])


def test_where_a_piece_has_no_scores_there_are_none_of_any_kind():
    joined = Outputs.join([piece(0), piece(1, scored=False)])
    assert (joined.scores, joined.score_kind) == (None, ScoreKind.NONE)
