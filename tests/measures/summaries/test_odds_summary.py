"""How sure a system is of its labels, of rows in pieces."""

import numpy as np
import pytest

from foldwise.measures import expected_mistake_loss, extreme_mistake_loss
from foldwise.measures.summaries.odds_summary import OddsSummary

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
def test_pieces_have_the_mistake_loss_of_all_rows(seed, sure):
    scores, truth = rows(seed, sure)
    pieces = [OddsSummary.of(scores[at::4], truth[at::4], CLIP) for at in range(4)]
    whole = ((pieces[0] + pieces[1]) + pieces[3]) + pieces[2]
    assert whole.mistake_loss(CLIP) == max(
        expected_mistake_loss(scores, truth, CLIP), extreme_mistake_loss(scores, truth, CLIP)
    )


def test_a_few_sure_rows_that_were_right_are_seen():
    scores = np.tile([0.6, 0.4], (60, 1)) + np.linspace(0, 0.3, 60)[:, None] * [1, -1]
    far, truth = np.vstack([scores, [[1 - 1e-12, 1e-12]]]), np.zeros(61, dtype=int)
    truth[::5] = 1
    truth[-1] = 0
    loss = extreme_mistake_loss(far, truth, CLIP)
    assert loss > 5
    assert OddsSummary.of(far, truth, CLIP).mistake_loss(CLIP) == max(loss, expected_mistake_loss(far, truth, CLIP))
    truth[-1] = 1
    assert OddsSummary.of(far, truth, CLIP).mistake_loss(CLIP) == expected_mistake_loss(far, truth, CLIP)


def test_bins_are_near():
    scores, truth = rows(1, 2.0, n=4000)
    exact = OddsSummary.of(scores, truth, CLIP).mistake_loss(CLIP)
    binned = OddsSummary.of(scores, truth, CLIP, budget=500)
    more = binned + OddsSummary.of(scores[:0], truth[:0], CLIP, budget=500, like=binned)
    assert binned.odds.bits < 64
    assert more.mistake_loss(CLIP) == binned.mistake_loss(CLIP) == pytest.approx(exact, rel=0.05)


def test_no_rows_have_no_mistake_loss():
    assert OddsSummary.of(np.zeros((0, 2)), np.zeros(0, dtype=int), CLIP).mistake_loss(CLIP) == 0.0
