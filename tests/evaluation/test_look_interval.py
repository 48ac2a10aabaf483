"""The interval of the first look at sealed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.api import unseal
from foldwise.data import read, sample, seal
from foldwise.evaluation import interval_of_look

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.data import Dataset, Sealed


@pytest.fixture
def iris(tmp_path: Path) -> tuple[Dataset, Sealed]:
    return seal(sample("iris"), ledger=tmp_path / "iris.ledger")


def test_the_interval_of_a_first_look_is_wilsons_or_a_t(iris: tuple[Dataset, Sealed], tmp_path: Path) -> None:
    rows, sealed = iris
    interval = interval_of_look(unseal("baseline", rows, sealed=sealed), rows)
    assert (interval.low, interval.high) == pytest.approx((0.4878, 0.8077), abs=5e-5)  # Wilson, 20 of 30
    opened, rest = seal(sample("auto-mpg"), ledger=tmp_path / "auto.ledger")
    look = unseal("linear", opened, sealed=rest)
    found = interval_of_look(look, opened, level=0.9)
    assert (found.method, found.level) == ("holdout-t", 0.9)
    assert found.low < look.score < found.high


def test_a_second_look_has_none(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    _, second = (unseal("baseline", rows, sealed=sealed) for _ in range(2))
    assert interval_of_look(second, rows) is None


def test_weighted_rows_have_no_interval(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    rows, sealed = seal(read(X, X[:, 0] > 0, weights=rng.random(60)), ledger=tmp_path / "x.ledger")
    assert interval_of_look(unseal(GaussianNB(), rows, sealed=sealed), rows) is None
