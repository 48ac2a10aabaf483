"""FW112: shifted rows."""

import numpy as np
import pandas as pd

from foldwise.advice import Case, ShiftedRows
from foldwise.data import as_dataset
from foldwise.plans import as_plan, draw
from tests.advice.worlds import normal_rows

rule = ShiftedRows()
X, y = normal_rows(300)
names = [f"x{at}" for at in range(6)]


def columns(table):
    return dict(zip(names, table.T, strict=True))


def test_a_town_with_other_columns_is_found():
    new = normal_rows(200, seed=1)[0]
    new[:, 2] += 1
    found = rule.look(Case("diagnose", as_dataset(X, y), new_rows=columns(new)))
    assert found.found.startswith("1 of 6 columns are distributed otherwise in the new rows")
    assert "'x2'" in found.found


def test_the_last_block_of_time_and_one_test_set_are_looked_at():
    late = X.copy()
    late[240:, 0] += 2
    dataset = as_dataset(late, y, order=np.arange(300))
    assert "time" in rule.look(Case("diagnose", dataset, draw(as_plan("forward(4)"), dataset, 0))).found
    frame = pd.DataFrame(late, columns=names).assign(part=np.where(np.arange(300) < 240, -1, 0))
    dataset = as_dataset(frame, y)
    assert "test rows" in rule.look(Case("diagnose", dataset, draw(as_plan("predefined(part)"), dataset, 0))).found


def test_rows_of_the_same_town_and_random_test_sets_are_no_finding():
    assert rule.look(Case("diagnose", as_dataset(X, y), new_rows=columns(normal_rows(200, seed=1)[0]))) is None
    dataset = as_dataset(X, y)
    assert rule.look(Case("diagnose", dataset, draw(as_plan("holdout(1/3)"), dataset, 0))) is None
    assert rule.look(Case("diagnose", dataset, draw(as_plan("kfold(5)"), dataset, 0))) is None
    assert rule.look(Case("diagnose", dataset, new_rows=columns(X[:5] + 9))) is None
