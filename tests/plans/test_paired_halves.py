from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.errors import PlanError
from foldwise.plans import PairedHalves, draw
from tests.plans.rows import of_classes, of_values


def test_ten_pairs_of_halves_take_315_fits() -> None:
    resamples = draw(PairedHalves(), of_classes(50, 50), seed=0)
    assert resamples.count == (2 * 10 + 1) * 15 == 315
    assert resamples.tags.count("full") == 15
    assert resamples.tags.count("half 10b") == 15


@given(n=st.integers(12, 41), stratify=st.booleans())
def test_sizes_are_those_of_the_definition(*, n: int, stratify: bool) -> None:
    rows = of_classes(n - n // 3, n // 3)
    resamples = draw(PairedHalves(2, splits=3, stratify=stratify), rows, seed=0)
    size = round(n * 0.1)
    full = np.array([tag == "full" for tag in resamples.tags])
    assert (resamples.test_sizes == size).all()
    assert (resamples.train_sizes[full] == n - size).all()
    assert (resamples.train_sizes[~full] == n // 2 - size).all()


def test_the_halves_of_a_pair_share_no_row() -> None:
    resamples = draw(PairedHalves(3, splits=4), of_values(np.arange(41)), seed=0)
    used = {tag: set() for tag in resamples.tags}
    for r, tag in enumerate(resamples.tags):
        used[tag] |= {*resamples.train_rows(r).tolist(), *resamples.test_rows(r).tolist()}
    for pair in (1, 2, 3):
        assert used[f"half {pair}a"].isdisjoint(used[f"half {pair}b"])
        assert len(used[f"half {pair}a"]) == len(used[f"half {pair}b"]) == 20


def test_halves_mirror_the_classes() -> None:
    rows = of_classes(40, 20)
    resamples = draw(PairedHalves(1, splits=1, test=3), rows, seed=0)
    half = np.concatenate([resamples.train_rows(1), resamples.test_rows(1)])
    assert np.bincount(rows.codes[half]).tolist() == [20, 10]


@pytest.mark.parametrize("test", [0.01, 0.3, 11])
def test_more_than_a_quarter_or_nothing_is_refused(test: float) -> None:
    with pytest.raises(PlanError, match="from 1 row to a quarter of them, 10, not"):
        draw(PairedHalves(2, test=test), of_classes(20, 20), seed=0)
