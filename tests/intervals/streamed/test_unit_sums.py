"""Sums over rows in pieces say what the rows in memory say."""

import numpy as np
import pytest

from foldwise.intervals.streamed.unit_sums import ShareSums, UnitSums
from foldwise.intervals.variances.linearised import carriers, free_units, linearised

rng = np.random.default_rng(0)
WEIGHTS = 10 ** rng.uniform(-3, 3, 200)
SHARES = WEIGHTS / WEIGHTS.sum()
MOVES = SHARES * rng.normal(size=200)


@pytest.mark.parametrize("cut", [0, 1, 77, 200])
def test_pieces_add_up_to_the_whole(cut):
    found = UnitSums.of(MOVES[:cut], SHARES[:cut]) + UnitSums.of(MOVES[cut:], SHARES[cut:])
    assert (found.variance, found.df) == pytest.approx(linearised(MOVES, SHARES), rel=1e-12)
    assert found.carriers == pytest.approx(carriers(MOVES), rel=1e-12)
    assert (found.least, found.most, found.count) == (MOVES.min(), MOVES.max(), 200)
    assert found.spread == pytest.approx(float(MOVES**2 @ (1 / SHARES)), rel=1e-12)
    assert found.row == pytest.approx(float(SHARES @ SHARES), rel=1e-12)


def test_the_order_of_adding_does_not_change_a_bit():
    parts = [UnitSums.of(MOVES[rows], SHARES[rows]) for rows in np.array_split(rng.permutation(200), 7)]
    forth, back = parts[0], parts[-1]
    for one in parts[1:]:
        forth += one
    for one in parts[-2::-1]:
        back += one
    assert forth == back


def test_shares_tell_their_degrees_of_freedom():
    whole = UnitSums.of(MOVES, SHARES)
    assert whole.df == pytest.approx(free_units(SHARES), rel=1e-12)
    assert ShareSums.of(SHARES).terms[0] == pytest.approx(1.0)
