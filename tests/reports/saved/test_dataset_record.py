"""Datasets without their features."""

import numpy as np
import pytest

from foldwise.data import read, sample
from foldwise.reports.saved.dataset_record import dataset_record, restored_dataset


def test_what_is_said_about_the_rows_stays():
    rng = np.random.default_rng(0)
    groups, order = np.repeat(["a", "b", "c"], 10), np.arange("2020-01-01", "2020-01-31", dtype="datetime64[D]")
    rows = read(rng.normal(size=(30, 2)), rng.integers(0, 2, 30), groups=groups, order=order, weights=rng.random(30))
    again = restored_dataset(dataset_record(rows))
    assert again.describe() == rows.describe()
    assert (again.fingerprint, again.p, again.classes) == (rows.fingerprint, rows.p, rows.classes)


def test_parts_of_different_lengths_are_refused():
    record = dataset_record(sample("iris")) | {"weights": np.ones(3)}
    with pytest.raises(ValueError, match="parts of different lengths"):
        restored_dataset(record)
