import numpy as np
import pandas as pd
import pytest

from foldwise.data import as_dataset
from foldwise.diagnosing import check_loss, check_numbers, check_samples, read_beside
from foldwise.errors import InputError, MeasureError
from tests.diagnosing.subjects import classes, values


def test_the_default_is_the_error_or_the_squared_error():
    assert check_loss(None, as_dataset(*classes())).name == "error"
    assert check_loss(None, as_dataset(*values())).name == "mse"


@pytest.mark.parametrize("name", ["auc", "f1", "accuracy"])
def test_a_measure_that_is_no_mean_loss_is_refused(name):
    with pytest.raises(MeasureError, match="mean of one loss"):
        check_loss(name, as_dataset(*classes()))


@pytest.mark.parametrize("samples", [0, 5, 2.5, True, "many"])
def test_numbers_of_samples(samples):
    with pytest.raises(InputError, match="samples"):
        check_samples(samples)


def test_new_rows_are_read_by_name_or_by_place():
    X, y = values(60)
    assert read_beside(None, as_dataset(X, y)) is None
    assert read_beside(X[:20], as_dataset(X, y))["x1"].tolist() == X[:20, 1].tolist()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    found = read_beside(frame[["c", "a", "b"]], as_dataset(frame, y))
    assert found["a"].tolist() == X[:, 0].tolist()


def test_new_rows_without_a_column_are_refused():
    frame = pd.DataFrame(values(60)[0], columns=["a", "b", "c"])
    with pytest.raises(InputError, match="b"):
        read_beside(frame[["a", "c"]], as_dataset(frame, np.arange(60.0)))


@pytest.mark.parametrize(
    "given", [{"reach": "x"}, {"reach": -0.1}, {"noise": "lots"}, {"noise": -1.0}, {"noise": np.nan}]
)
def test_an_error_and_a_variance_are_numbers(given):
    check_numbers(0.1, "replicates")
    with pytest.raises(InputError, match=next(iter(given))):
        check_numbers(given.get("reach"), given.get("noise"))
