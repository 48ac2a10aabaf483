"""FW110: preprocessing fitted on all rows."""

import numpy as np
import pytest

from foldwise.advice import FittedColumns
from tests.advice.worlds import case_of, normal_rows

rule = FittedColumns()
X, y = normal_rows(200)
X = X * [1, 5, 2, 8, 3, 1] + 4


def standardised(table):
    return (table - table.mean(axis=0)) / table.std(axis=0)


def rotated(table):
    centred = table - table.mean(axis=0)
    return centred @ np.linalg.svd(centred, full_matrices=False)[2].T


def imputed(table):
    table = table.copy()
    table[::10, 1] = np.delete(table[:, 1], np.s_[::10]).mean()
    return table


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (standardised, "mean 0"),
        (lambda table: np.round(standardised(table), 4), "mean 0"),
        (lambda table: standardised(table) / np.sqrt(len(table)), "mean 0"),
        (lambda table: (table - table.min(axis=0)) / np.ptp(table, axis=0), "from 0 to 1"),
        (rotated, "principal components"),
        (imputed, "'x1' (20 rows)"),
    ],
)
def test_marks_of_preprocessing_are_found(made, said):
    assert said in rule.look(case_of(made(X), y)).found


def test_raw_rows_and_rows_scaled_from_elsewhere_are_no_finding():
    assert rule.look(case_of(X, y)) is None
    assert rule.look(case_of(standardised(X)[:120], y[:120])) is None
    assert rule.look(case_of(standardised(X)[:, :2], y)) is None
    assert rule.look(case_of(np.random.default_rng(0).integers(0, 2, (200, 5)), y)) is None
