"""Arguments of the wrong kind are refused at the door."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.data.checks.kinds import check_kinds, safe_text, shown, takes_progress
from foldwise.errors import InputError


def test_arguments_of_the_right_kind_pass_and_unknown_names_are_left_alone():
    check_kinds({"task": None, "adjust": "holm", "baseline": np.True_, "seed": np.int64(3), "rope": {"error": 0.1}})
    check_kinds({"drop": ["a"], "features": "a", "missing": ("?",), "roles": {"a": "drop"}, "stream": None, "model": 3})
    check_kinds({"permutations": np.int64(9), "stop_after": None, "shuffle": "rows", "sheet": 2, "sealed": Path("a")})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"baseline": "yes"}, "baseline is True or False, not 'yes'; try baseline=True"),
        ({"adjust": 3}, "adjust is a text, not 3; try the call without adjust="),
        ({"seed": -1}, "seed is a whole number from 0, not -1; try seed=0"),
        ({"seed": None}, "seed is a whole number from 0, not None"),
        ({"drop": np.arange(3)}, "drop is a text or a list of texts, not an array of shape (3,)"),
        ({"roles": "age"}, "roles is a dictionary of column names and roles, not 'age'"),
        (
            {"rope": pd.DataFrame()},
            "rope is a number, or a dictionary of measures and numbers, not a DataFrame of shape",
        ),
        ({"progress": "bar"}, "progress is True, False or a function that is called as progress(done, total, model)"),
        ({"interval": np.zeros(3)}, "interval is the name of a method, not an array of shape (3,)"),
        ({"permutations": "99"}, "permutations is a whole number, not '99'; try permutations=999"),
        ({"permutations": 9.5}, "permutations is a whole number, not 9.5"),
        ({"stop_after": "x"}, "stop_after is a whole number, not 'x'; try stop_after=10"),
        ({"shuffle": 3}, "shuffle is a text, not 3"),
        ({"sheet": 1.5}, "sheet is the name or the number of a sheet, not 1.5"),
        ({"sealed": 3}, "sealed is what foldwise.seal gave, or the file of the sealed rows, not 3"),
        (
            {"space": np.zeros((6, 2))},
            "space is a dictionary of lists, or a list of such dictionaries, not an array of shape (6, 2); "
            "try select(model, {'max_depth': [2, 4, 8]}, X, y)",
        ),
        ({"seconds": "1"}, "seconds is a number of seconds, not '1'"),
    ],
)
def test_others_are_refused_in_one_sentence(given, message):
    with pytest.raises(InputError) as caught:
        check_kinds(given)
    assert str(caught.value).startswith(message)


def test_a_long_value_is_cut():
    assert shown("x" * 500) == "'" + "x" * 59 + "…"


class Silent:
    def __repr__(self):
        message = "nothing is told of me"
        raise RuntimeError(message)


def test_a_value_that_cannot_be_shown_is_called_by_its_type():
    assert shown(Silent()) == "a Silent"
    assert safe_text(Silent()) is None


@pytest.mark.parametrize(("function", "takes"), [(print, True), (len, False), (int, False), (lambda *told: told, True)])
def test_progress_is_told_to_functions_of_three_arguments(function, takes):
    assert takes_progress(function) is takes
