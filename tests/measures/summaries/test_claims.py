"""How sure a system is of its labels, of rows in pieces."""

import numpy as np
import pytest

from foldwise.measures import mistake_price, untested_claim
from foldwise.measures.summaries.claims import Claims

CLIP = 2.2e-16


def rows(seed, sure=6.0, n=150, classes=3):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    scores = np.exp(sure * (rng.normal(size=(n, classes)) + 2 * np.eye(classes)[truth]))
    scores /= scores.sum(axis=1, keepdims=True)
    scores[rng.random(n) < 0.1] = np.eye(classes)[0]
    return scores, truth


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sure", [0.5, 6.0, 40.0])
def test_pieces_have_the_price_of_all_rows(seed, sure):
    scores, truth = rows(seed, sure)
    pieces = [Claims.of(scores[at::4], truth[at::4], CLIP) for at in range(4)]
    whole = ((pieces[0] + pieces[1]) + pieces[3]) + pieces[2]
    assert whole.price(CLIP) == max(mistake_price(scores, truth, CLIP), untested_claim(scores, truth, CLIP))


def test_a_few_sure_rows_that_were_right_are_seen():
    scores = np.tile([0.6, 0.4], (60, 1)) + np.linspace(0, 0.3, 60)[:, None] * [1, -1]
    far, truth = np.vstack([scores, [[1 - 1e-12, 1e-12]]]), np.zeros(61, dtype=int)
    truth[::5] = 1
    truth[-1] = 0
    price = untested_claim(far, truth, CLIP)
    assert price > 5
    assert Claims.of(far, truth, CLIP).price(CLIP) == max(price, mistake_price(far, truth, CLIP))
    truth[-1] = 1
    assert Claims.of(far, truth, CLIP).price(CLIP) == mistake_price(far, truth, CLIP)


def test_bins_are_near():
    scores, truth = rows(1, 2.0, n=4000)
    exact = Claims.of(scores, truth, CLIP).price(CLIP)
    binned = Claims.of(scores, truth, CLIP, budget=500)
    more = binned + Claims.of(scores[:0], truth[:0], CLIP, budget=500, like=binned)
    assert binned.odds.bits < 64
    assert more.price(CLIP) == binned.price(CLIP) == pytest.approx(exact, rel=0.05)


def test_no_rows_have_no_price():
    assert Claims.of(np.zeros((0, 2)), np.zeros(0, dtype=int), CLIP).price(CLIP) == 0.0
