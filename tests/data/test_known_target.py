"""Rows whose target is missing, left out on request."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from foldwise.api import assess
from foldwise.data import read
from foldwise.errors import InputError

N = 40
TARGET = [None if at % 8 == 3 else "yes" if at % 3 else "no" for at in range(N)]
KNOWN = [at for at in range(N) if at % 8 != 3]
X = np.column_stack([np.arange(N), np.arange(N) % 5]).astype(float)


def test_they_are_left_out_and_counted() -> None:
    rows = read({"a": X[:, 0], "y": TARGET}, "y", drop_missing_target=True)
    assert (rows.n, rows.dropped_rows) == (35, 5)
    assert rows.X["a"].tolist() == KNOWN
    assert "5 rows without a target left out" in rows.describe()


def test_the_report_and_json_say_how_many() -> None:
    found = assess("lda", read({"a": X[:, 0], "y": TARGET}, "y", drop_missing_target=True), plan="kfold(5)")
    assert "5 rows without a target left out" in str(found)
    same = assess("lda", pd.DataFrame({"a": X[:, 0]}), TARGET, plan="kfold(5)", drop_missing_target=True)
    assert same.records() == found.records()
    assert (found.to_dict()["dataset"]["rows"], found.to_dict()["dataset"]["dropped_rows"]) == (35, 5)


@pytest.mark.parametrize(
    ("table", "target"),
    [
        (X, TARGET),
        (sparse.csr_array(X), np.array(TARGET, dtype=object)),
        (pd.DataFrame(X, index=range(9, 9 + N)), pd.Series(TARGET, index=range(9, 9 + N), name="y")),
        (pl.DataFrame({"a": X[:, 0], "b": X[:, 1]}), pl.Series("y", TARGET)),
    ],
    ids=["array", "sparse", "pandas", "polars"],
)
def test_arrays_of_every_library_go_with_them(table: object, target: object) -> None:
    rows = read(table, target, groups=np.arange(N), weights=list(range(1, N + 1)), drop_missing_target=True)
    assert rows.groups.tolist() == KNOWN
    assert rows.weights.tolist() == [at + 1 for at in KNOWN]
    assert rows.X.shape == (35, 2)


def test_a_column_of_an_array_is_a_target_too() -> None:
    values = np.column_stack([X, np.where(np.arange(N) % 8 == 3, np.nan, np.arange(N) / 7)])
    rows = read(values, "x2", drop_missing_target=True)
    assert (rows.n, rows.dropped_rows, rows.p) == (35, 5, 2)


def test_a_text_that_stands_for_missing_is_missing(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "".join(f"{at % 9},{'NA' if at % 4 == 0 else at % 2}\n" for at in range(N)))
    assert read(path, "y", drop_missing_target=True).dropped_rows == 10


def test_without_a_gap_nothing_changes() -> None:
    target = ["yes", "no"] * 20
    assert read(X, target, drop_missing_target=True).fingerprint == read(X, target).fingerprint


def test_what_is_missing_everywhere_and_what_does_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match=r"the target 'y' is missing in all 40 rows"):
        read({"a": X[:, 1], "y": [None] * N}, "y", drop_missing_target=True)
    with pytest.raises(InputError, match="X has 40 rows and groups has 39"):
        read(X, TARGET, groups=np.arange(N - 1), drop_missing_target=True)
    with pytest.raises(
        InputError, match=r"missing in 5 of 40 rows, the first of them row 4; try drop_missing_target=True"
    ):
        read(X, TARGET)
    with pytest.raises(InputError, match="drop_missing_target is True or False, not 'yes'"):
        read(X, TARGET, drop_missing_target="yes")
