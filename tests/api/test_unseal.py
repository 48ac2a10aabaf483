"""`unseal`: one counted look at the sealed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import log_loss
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.api import unseal
from foldwise.data import read, sample, seal
from foldwise.errors import FitError, InputError, SealError, UnknownNameError
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


def test_any_measure_is_told_with_its_interval_beside_the_baseline(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    report = unseal(GaussianNB(), rows, sealed=sealed, measures="error,log-loss,auc", level=0.9).report
    kept = sealed._dataset
    witness = log_loss(kept.target, GaussianNB().fit(rows.X, rows.target).predict_proba(kept.X))
    assert report.finding("gaussian-nb", "log-loss").estimate.value == pytest.approx(witness)
    assert report.finding("gaussian-nb", "error").interval.level == 0.9
    assert report.finding("baseline", "error").estimate.value == pytest.approx(2 / 3)
    assert report.pairs()["verdict"].tolist() == ["better"] * 3


def test_groups_weights_and_values_reach_the_report(tmp_path: Path) -> None:
    auto = sample("auto-mpg")
    frame = auto.X.drop(columns="car_name").assign(unit=np.arange(auto.n) // 4, much=1.0 + np.arange(auto.n) % 3)
    whole = read(frame.assign(mpg=auto.target), "mpg", groups="unit", weights="much")
    rows, sealed = seal(whole, ledger=tmp_path / "auto.ledger")
    report = unseal("ridge", rows, sealed=sealed, measures="mae", baseline=False).report
    assert report.systems == ("ridge",)
    assert report.finding("ridge", "mae").interval.method == "cluster-t"


def test_measures_of_a_later_look_are_refused_before_it_is_counted(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    unseal("lda", rows, sealed=sealed)
    with pytest.raises(SealError, match="measures are given at the first look only, and iris was looked at before"):
        unseal("lda", rows, sealed=sealed, measures="auc")
    with pytest.raises(UnknownNameError, match="there is no measure called 'auk'"):
        unseal("lda", rows, sealed=sealed, measures="auk")
    assert len(sealed.looks) == 1
    assert unseal("tree", rows, sealed=sealed).report is None


def test_a_first_look_that_raised_costs_the_next_its_intervals(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    with pytest.raises(ZeroDivisionError):
        sealed.look("broken", lambda _: 1 // 0)
    finding = unseal("lda", rows, sealed=sealed, measures="error").report.finding("lda", "error")
    assert (finding.interval, finding.estimate.value < 0.2) == (None, True)


def test_the_second_look_goes_through_the_ladder(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    first, second = (unseal("baseline", rows, sealed=sealed) for _ in range(2))
    assert (second.number, second.mechanism, second.score) == (2, "ladder", first.score)


def test_the_sealed_rows_may_be_in_a_file(iris: tuple[Dataset, Sealed], tmp_path: Path) -> None:
    rows, sealed = iris
    path = sealed.save(tmp_path / "iris.sealed")
    assert unseal({"mine": GaussianNB()}, rows, sealed=path).model == "mine"
    assert len(sealed.looks) == 1


def test_several_models_are_refused(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    with pytest.raises(InputError, match=r"foldwise\.unseal takes one model, and 2 were given: .*: every look counts"):
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


def test_open_rows_with_another_target_are_refused_and_not_counted(iris: tuple[Dataset, Sealed]) -> None:
    rows, sealed = iris
    values = read(rows.X, target=np.linspace(0, 1, rows.n))
    with pytest.raises(InputError, match="the open rows are for regression, and the sealed rows for classification"):
        unseal("ridge", values, sealed=sealed)
    with pytest.raises(InputError, match="no class in common; the look was not counted"):
        unseal("lda", read(rows.X, target=np.array(["u", "v"] * 60)), sealed=sealed)
    assert sealed.looks == ()


def test_what_holds_no_sealed_rows_is_refused_in_a_sentence(iris: tuple[Dataset, Sealed]) -> None:
    with pytest.raises(InputError, match=r"sealed is what foldwise\.seal gave, or the file of the sealed rows, not 3"):
        unseal("lda", iris[0], sealed=3)  # type: ignore[arg-type]
