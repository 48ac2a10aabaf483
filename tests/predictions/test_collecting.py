"""All rows in memory; long tables put side by side."""

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError
from foldwise.predictions.collecting import collect, to_wide
from foldwise.predictions.inputs import Roles
from foldwise.predictions.sources import ArraySource, open_source

ROLES = Roles("y", {"yhat": "yhat"}, {"yhat": ("p",)}, system="model", row="id")
LONG = pd.DataFrame(
    {
        "model": ["B", "A", "A", "B", "A", "B"],
        "id": [2, 0, 2, 0, 1, 1],
        "y": ["u", "u", "u", "u", "v", "v"],
        "yhat": ["u", "u", "v", "v", "v", "u"],
        "p": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    }
)


def wide(frame, roles=ROLES):
    return to_wide(collect(open_source(frame), roles), roles)


def test_lines_are_matched_by_their_row():
    table, roles = wide(LONG)
    assert roles.systems == ("A", "B")
    assert table.columns["y"].tolist() == ["u", "v", "u"]
    assert table.columns[roles.predicted["A"]].tolist() == ["u", "v", "v"]
    assert table.columns[roles.scores["B"][0]].tolist() == [0.4, 0.6, 0.1]


def test_without_row_numbers_lines_are_matched_by_order():
    ordered = LONG.sort_values(["model", "id"])
    _, roles = wide(ordered, Roles("y", {"yhat": "yhat"}, {}, system="model"))
    assert roles.systems == ("A", "B")


@pytest.mark.parametrize(
    ("frame", "roles", "message"),
    [
        (
            LONG.assign(y=list("uuuvvv")),
            Roles("y", {"yhat": "yhat"}, {}, system="model"),
            "line 2 of 'B' and of 'A' have different truth; try row=",
        ),
        (
            LONG[:-1],
            ROLES,
            "'B' and 'A' predict different rows of 'id'; try the rows that all systems predicted, or compare_unpaired for different rows",
        ),
        (
            pd.concat([LONG, LONG[:1]]),
            ROLES,
            "'B' predicts a row of 'id' twice; try one line for each system and row",
        ),
        (
            LONG[:-1].sort_values("model"),
            Roles("y", {"yhat": "yhat"}, {}, system="model"),
            "'B' has 2 lines and 'A' has 3",
        ),
        (
            LONG.assign(model=["A", None] * 3),
            ROLES,
            "the system column 'model' is empty in row 2; try a name in every line",
        ),
    ],
)
def test_lines_that_do_not_match_are_refused(frame, roles, message):
    with pytest.raises(InputError) as caught:
        wide(frame.reset_index(drop=True), roles)
    assert str(caught.value).startswith(message)


def test_pieces_are_put_end_to_end(tmp_path):
    LONG.to_parquet(tmp_path / "a.parquet", row_group_size=2)
    table = collect(open_source(tmp_path / "a.parquet"), ROLES)
    assert table.columns["yhat"].tolist() == LONG["yhat"].tolist()


def test_no_rows_are_refused():
    with pytest.raises(InputError, match="predictions holds no rows; try a table with at least one row"):
        collect(ArraySource({"y": np.zeros(0)}), Roles("y", {}, {}))
