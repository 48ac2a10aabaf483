"""FW108: columns that name the rows."""

import numpy as np
import pandas as pd

from foldwise.advice import IdColumns
from tests.advice.worlds import case_of, normal_rows

rule = IdColumns()


def test_numbers_of_rows_in_any_order_are_found():
    X, y = normal_rows(200, 3)
    numbers = np.random.default_rng(0).permutation(200) + 1000
    found = rule.look(case_of(np.column_stack([X, numbers]), y))
    assert found.found == "'x3' has 200 values in 200 rows and looks like the name of the row"
    assert "groups='x3'" in found.mend


def test_a_category_with_a_value_for_nearly_each_row_is_found():
    """Where all values differ the reader leaves the column out by itself."""
    X, y = normal_rows(60, 1)
    frame = pd.DataFrame({"x": X[:, 0], "customer": ["c000", *(f"c{at:03}" for at in range(59))]})
    assert "'customer'" in rule.look(case_of(frame, y)).found


def test_measurements_and_amounts_are_no_names():
    X, y = normal_rows(200, 3)
    assert rule.look(case_of(X, y)) is None
    amounts = np.random.default_rng(0).integers(0, 100_000, 200)
    assert rule.look(case_of(np.column_stack([X, amounts]), y)) is None
    counts = np.random.default_rng(0).integers(0, 50, 200)
    assert rule.look(case_of(np.column_stack([X, counts]), y)) is None
