"""`unseal`: one counted look at the sealed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.api import unseal
from foldwise.data import read, sample, seal
from foldwise.errors import FitError, InputError
from foldwise.evaluation import interval_of_look
from tests.engine.models import Crashing

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.data import Dataset, Sealed


@pytest.fixture
def iris(tmp_path: Path) -> tuple[Dataset, Sealed]:
    return seal(sample("iris"), ledger=tmp_path / "iris.ledger")


def test_the_first_look_is_the_error_of_the_model_fitted_to_the_open_rows(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    look = unseal(GaussianNB(), rows, sealed=sealed)
    assert (look.number, look.model, look.mechanism, look.rows) == (1, "gaussian-nb", "exact", 30)
    known = {tuple(row) for row in rows.X.to_numpy()}
    everything = sample("iris")
    rest = np.array([tuple(row) not in known for row in everything.X.to_numpy()])
    wrong = GaussianNB().fit(rows.X, rows.target).predict(everything.X[rest]) != everything.target[rest]
    assert look.score * 30 == pytest.approx(wrong.sum())


def test_the_second_look_goes_through_the_ladder(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    first, second = (unseal("baseline", rows, sealed=sealed) for _ in range(2))
    assert (second.number, second.mechanism, second.score) == (2, "ladder", first.score)
    assert interval_of_look(second, rows) is None


def test_the_sealed_rows_may_be_in_a_file(iris: tuple[Dataset, Sealed], tmp_path: Path) -> None:
    rows, sealed = iris
    path = sealed.save(tmp_path / "iris.sealed")
    assert unseal({"mine": GaussianNB()}, rows, sealed=path).model == "mine"
    assert len(sealed.looks) == 1


def test_the_interval_of_a_first_look_is_wilsons_or_a_t(iris: tuple[Dataset, Sealed], tmp_path: Path) -> None:
    rows, sealed = iris
    interval = interval_of_look(unseal("baseline", rows, sealed=sealed), rows)
    assert (interval.low, interval.high) == pytest.approx((0.4878, 0.8077), abs=5e-5)  # Wilson, 20 of 30
    opened, rest = seal(sample("auto-mpg"), ledger=tmp_path / "auto.ledger")
    look = unseal("linear", opened, sealed=rest)
    found = interval_of_look(look, opened, level=0.9)
    assert (found.method, found.level) == ("holdout-t", 0.9)
    assert found.low < look.score < found.high


def test_weighted_rows_have_no_interval(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    rows, sealed = seal(read(X, X[:, 0] > 0, weights=rng.random(60)), ledger=tmp_path / "x.ledger")
    assert interval_of_look(unseal(GaussianNB(), rows, sealed=sealed), rows) is None


def test_several_models_are_refused(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    with pytest.raises(
        InputError, match="one model at a time is held against the sealed rows, not 2: every look counts"
    ):
        unseal("lda,tree", rows, sealed=sealed)


def test_a_model_that_fails_is_not_counted(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    with pytest.raises(FitError, match="model 'Crashing' failed on the rows: LinAlgError: the matrix is singular"):
        unseal(Crashing(), rows, sealed=sealed)
    assert len(sealed.looks) == 0


def test_other_columns_are_refused_and_not_counted(iris: tuple[Dataset, Sealed]) -> None:
    _, sealed = iris
    other = read(foldwise.data.sample_path("iris"), "species", drop="sepal_width")
    with pytest.raises(InputError, match=r"different columns: 'sepal_width' is not in both; the look was not counted"):
        unseal("lda", other, sealed=sealed)
    assert len(sealed.looks) == 0


def test_the_wrong_task_is_refused(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    with pytest.raises(InputError, match="LinearRegression is for regression, and this is classification"):
        unseal(LinearRegression(), rows, sealed=sealed)
