"""Reading systems on different rows."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.scoring import read_systems

NONE = {"classes": None, "task": None, "positive": None, "costs": None}


def test_rows_are_cut_by_the_column_of_systems():
    frame = pd.DataFrame({"y": [0, 1, 1, 0, 1], "p": [0.1, 0.8, 0.6, 0.3, 0.9], "who": ["b", "a", "a", "b", "a"]})
    found, _ = read_systems(frame, {"truth": "y", "scores": "p"}, NONE, "who")
    assert {name: table.n for name, table in found.items()} == {"a": 3, "b": 2}
    assert found["a"].of("a").scores[:, 1].tolist() == [0.8, 0.6, 0.9]


def test_a_line_without_a_system_is_refused():
    frame = pd.DataFrame({"y": [0, 1], "said": [0, 1], "who": ["a", None]})
    with pytest.raises(InputError, match="the system column 'who' is empty in row 2"):
        read_systems(frame, {"truth": "y", "predicted": "said"}, NONE, "who")


def test_values_stay_values():
    rows = np.linspace(0.5, 9.5, 20)
    found, _ = read_systems({"a": (rows, rows + 1), "b": (rows, rows - 1)}, {}, NONE)
    assert not found["a"].is_classification


def grouped(*patients):
    return [pd.DataFrame({"y": [0, 1] * 10, "said": [0, 1] * 10, "patient": list(ids) * 2}) for ids in patients]


def test_groups_with_rows_of_two_systems_are_pointed_out():
    may, june = grouped(range(10), range(8, 18))
    columns = {"truth": "y", "predicted": "said", "groups": "patient"}
    _, notes = read_systems({"may": may, "june": june}, columns, NONE)
    assert notes == (
        "2 groups have rows of both may and june: if they are the same, the two are not independent, "
        "and p-values and intervals of their difference do not hold",
    )


def test_groups_are_compared_by_what_they_are_called_in_one_table_too():
    may, june = grouped(range(10), [f"{at}" for at in range(9, 19)])
    whole = pd.concat([may.astype({"patient": str}), june]).assign(month=["may"] * 20 + ["june"] * 20)
    columns = {"truth": "y", "predicted": "said", "groups": "patient"}
    _, notes = read_systems(whole, columns, NONE, "month")
    assert notes[0].startswith("1 group has rows of both june and may")


def test_groups_of_one_system_each_are_not_mentioned():
    may, june = grouped(range(10), range(10, 20))
    columns = {"truth": "y", "predicted": "said", "groups": "patient"}
    assert read_systems({"may": may, "june": june}, columns, NONE)[1] == ()


@pytest.mark.parametrize("what", ["groups", "weights"])
def test_a_column_of_no_table_is_refused(what):
    rows = ([0, 1] * 10, [0, 1] * 10)
    with pytest.raises(InputError, match=f"{what}='patient' names a column, and 'a' is no table"):
        read_systems({"a": rows, "b": rows}, {what: "patient"}, NONE)


def test_losses_without_a_variance_are_pointed_out():
    import foldwise

    draw = np.random.default_rng(0)
    truth = draw.normal(size=400)
    heavy, light = truth + draw.standard_t(1.5, 400), truth + draw.uniform(-1, 1, 400)
    told = foldwise.compare_unpaired({"heavy": (truth, heavy), "light": (truth, light)}, measures="rmse").notes
    assert [note.split(":")[0] for note in told if "look like a heavy tail" in note] == ["rmse of heavy"]
    alone = foldwise.score(truth, {"heavy": heavy}, measures="rmse").notes
    assert any("look like a heavy tail" in note for note in alone)


def test_systems_without_a_class_in_common_are_refused():
    with pytest.raises(InputError, match=r"the classes of 'a' \(0, 1\) and of 'b' \(5, 6\) have none in common"):
        foldwise.compare_unpaired({"a": ([0, 1] * 9, [0, 1] * 9), "b": ([5, 6] * 9, [5, 6] * 9)})
