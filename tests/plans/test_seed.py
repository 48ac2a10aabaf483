from __future__ import annotations

import numpy as np

from foldwise.plans.seed import draw_seeds


def test_seeds_differ_and_more_keep_the_first() -> None:
    few, many = (draw_seeds(count, np.random.default_rng(0)) for count in (10, 1000))
    assert np.array_equal(few, many[:10])
    assert np.unique(many).size == 1000
    assert many.min() >= 0
