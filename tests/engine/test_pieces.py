"""Blocks in which slow models are fitted, and predictions put together from pieces."""

from itertools import pairwise

import numpy as np

from foldwise.engine import Settings, run
from foldwise.engine.pieces import append_piece, join_pieces, stages
from foldwise.engine.stored_fits.store import pieces_of
from foldwise.predictions import Outputs
from tests.engine.models import Rules
from tests.worlds import classes, partition

DATA = classes()


def test_blocks_cover_all_resamples_and_grow():
    spans = stages(partition(repeats=5))
    assert spans[0][0] == 0
    assert all(stop == start for (_, stop), (start, _) in pairwise(spans))
    assert spans[-1][1] == partition(repeats=5).count


def test_pieces_in_any_order_give_the_whole():
    whole = run(DATA, {"m": Rules()}, partition(n=90), Settings(jobs=1)).outputs["m"]
    pieces = list(pieces_of(whole).values())
    found = join_pieces(pieces[::-1], DATA)
    assert all(np.array_equal(getattr(found, name), getattr(whole, name)) for name in ("resample", "row", "output"))


def test_a_piece_that_comes_late_is_put_in_its_place():
    whole = run(DATA, {"m": Rules()}, partition(n=90), Settings(jobs=1)).outputs["m"]
    first, second, third, *rest = pieces_of(whole).values()
    found = Outputs.join([first, third])
    for piece in (*rest[::-1], second):
        found = append_piece(found, piece)
    assert all(np.array_equal(getattr(found, name), getattr(whole, name)) for name in ("resample", "row", "output"))


def test_a_model_without_any_fit_has_no_predictions():
    assert join_pieces([], DATA).size == 0
