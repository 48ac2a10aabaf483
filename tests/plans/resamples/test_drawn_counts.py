from __future__ import annotations

import numpy as np

from foldwise.plans import CountMatrix, DrawnCounts


class Counting:
    """Draws row `seed` twice and nothing else of four rows, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def counts(self, seed: int):
        self.asked += 1
        return (2 * (np.arange(4) == seed)).astype(np.uint8)

    def many(self, seeds):
        return np.stack([self.counts(int(seed)) for seed in seeds])

    def redraws(self, seed: int) -> int:
        return seed


def drawn(**more) -> DrawnCounts:
    return DrawnCounts(Counting(), np.array([0, 3, 1]), 4, **more)


def test_counts_are_drawn_in_blocks() -> None:
    assert drawn().train_counts(1, 3).tolist() == [[0, 0, 0, 2], [0, 2, 0, 0]]
    assert drawn().train_rows(1).tolist() == [3, 3]
    assert drawn().test_rows(1).tolist() == [0, 1, 2]
    assert drawn().redraws == 4


def test_few_counts_are_remembered() -> None:
    resamples = drawn()
    resamples.train_rows(0), resamples.test_rows(0), resamples.train_counts(0, 3)
    assert resamples.sampler.asked == 3


def test_many_counts_are_drawn_again_and_are_the_same(monkeypatch) -> None:
    monkeypatch.setattr(DrawnCounts, "KEEP", 11)
    resamples = drawn()
    assert np.array_equal(resamples.train_counts(0, 3), resamples.train_counts(0, 3))
    assert resamples.sampler.asked == 6


def test_drawn_and_kept_counts_have_one_fingerprint() -> None:
    assert drawn().fingerprint == CountMatrix(drawn().train_counts(0, 3)).fingerprint


def test_the_fingerprint_of_many_counts_depends_on_every_seed(monkeypatch) -> None:
    monkeypatch.setattr(DrawnCounts, "KEEP", 11)
    assert drawn().fingerprint == drawn().fingerprint
    assert drawn().fingerprint != DrawnCounts(Counting(), np.array([0, 3, 2]), 4).fingerprint


def test_every_row_can_be_tested() -> None:
    assert drawn(test_all=True).test_sizes.tolist() == [4, 4, 4]
    assert drawn(test_all=True).overlapping
