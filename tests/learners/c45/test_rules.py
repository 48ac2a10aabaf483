"""Rules cover rows; the first that does decides."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.learners.c45.rules import Condition, RuleSet, TreeRule
from foldwise.learners.table_encoding import TableEncoding

ENCODING = TableEncoding(("size", "colour"), (None, ("blue", "green", "red")))
SMALL = TreeRule((Condition(0, high=2.0),), 1, cases=10, errors=1)
RED = TreeRule((Condition(0, low=2.0), Condition(1, levels=frozenset({2}))), 0, cases=6)
RULES = RuleSet((SMALL, RED), 2, np.array(["a", "b", "c"]), ENCODING)
TABLE = pd.DataFrame({"size": [1.0, 3.0, 3.0, None], "colour": ["red", "red", "blue", "red"]})


def test_the_first_rule_that_covers_a_row_decides():
    assert RULES.predict(TABLE).tolist() == ["b", "a", "c", "c"]
    assert RULES.predict(TABLE.to_numpy(dtype=object)).tolist() == ["b", "a", "c", "c"]


def test_rows_that_no_rule_covers_may_be_left_unclassified():
    assert RULES.predict(TABLE, unclassified=True).tolist() == ["b", "a", None, None]


def test_unclassified_rows_are_scored_as_such():
    predicted = RULES.predict(TABLE, unclassified=True)
    found = foldwise.score(np.array(["b", "a", "c", "c"]), predicted, measures="error")
    assert found.finding("system", "error").estimate.value == pytest.approx(0.5)


def test_a_missing_value_fulfils_no_condition():
    missing = np.array([[np.nan, np.nan]])
    assert not SMALL.covers(missing).any()
    assert not RED.covers(missing).any()
    assert TreeRule((), 0).covers(missing).all()


def test_expected_errors():
    assert RED.error_rate(0.25) == pytest.approx(0.206, abs=5e-4)
    assert TreeRule((), 0).error_rate(0.25) == 1


def test_the_text():
    assert RULES.to_text() == ("if size <= 2 then b (10.0/1.0)\nif size > 2 and colour = red then a (6.0)\notherwise c")
    assert Condition(1, levels=frozenset({0, 2})).to_text(ENCODING) == "colour in {blue, red}"
    assert len(RULES) == 2
