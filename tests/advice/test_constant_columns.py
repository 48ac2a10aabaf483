"""FW107: constant columns."""

import numpy as np
import pandas as pd

from foldwise.advice import ConstantColumns
from tests.advice.worlds import case_of, normal_rows

rule = ConstantColumns()


def test_a_constant_column_is_found_and_named():
    X, y = normal_rows(100, 3)
    found = rule.look(case_of(np.column_stack([X, np.full(100, 7.0)]), y))
    assert found.found == "1 feature has one value in all 100 rows: 'x3'"
    assert "drop=['x3']" in found.mend


def test_many_are_counted():
    X, y = normal_rows(100, 2)
    found = rule.look(case_of(np.column_stack([X, np.ones((100, 6))]), y))
    assert found.found.startswith("6 features have one value in all 100 rows")
    assert found.found.endswith("and 2 more")


def test_columns_that_vary_are_no_finding():
    X, y = normal_rows(100, 3)
    assert rule.look(case_of(X, y)) is None
    rare = X.copy()
    rare[:, 1] = 0
    rare[99, 1] = 1
    assert rule.look(case_of(rare, y)) is None
    assert rule.look(case_of(pd.DataFrame({"a": X[:, 0], "b": np.where(X[:, 1] > 0, "u", "v")}), y)) is None


def test_a_few_rows_say_nothing():
    X, y = normal_rows(8, 1)
    assert rule.look(case_of(np.column_stack([X, np.ones(8)]), y)) is None
