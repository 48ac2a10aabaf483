"""Options that say how to read a file."""

from __future__ import annotations

import inspect

import click
import pytest

from foldwise.cli.option import DATA_NAMES, adjust_option, read_options
from foldwise.comparisons import ADJUSTMENTS
from foldwise.data import read
from tests.cli.running import IRIS, foldwise

NOTHING = dict.fromkeys(DATA_NAMES) | {"features": (), "drop": (), "roles": (), "missing": ()}


def test_only_what_was_given_is_handed_on() -> None:
    assert read_options(NOTHING) == {}
    assert read_options(NOTHING | {"target": "y", "drop": ("a", "b"), "other": 1}) == {
        "target": "y",
        "drop": ["a", "b"],
    }


def test_a_role_may_hold_an_equals_sign_in_the_name() -> None:
    assert read_options(NOTHING | {"roles": ("a=b=numeric", "c=drop")})["roles"] == {"a=b": "numeric", "c": "drop"}


def test_a_tabulator_can_be_typed() -> None:
    assert read_options(NOTHING | {"delimiter": "\\t"}) == {"delimiter": "\t"}


def test_the_options_are_arguments_of_read() -> None:
    assert set(DATA_NAMES) <= set(inspect.signature(read).parameters)


def test_a_role_without_a_column_is_wrong_usage() -> None:
    with pytest.raises(click.BadParameter, match="'age' is not of the form COLUMN=ROLE, such as age=numeric"):
        read_options(NOTHING | {"roles": ("age",)})


@pytest.mark.parametrize(
    ("command", "option", "given"),
    [
        ("permutation-test", "--model", ("-m", "lda", "-m", "tree")),
        ("certify", "--model", ("-m", "lda", "-m", "tree")),
        ("unseal", "--model", ("--data", IRIS, "-m", "lda", "--model", "tree")),
        ("certify", "--measure", ("-m", "lda", "--measure", "error", "--measure", "auc")),
        ("select", "--measure", ("-m", "lda", "--measure", "error", "--measure", "auc")),
        ("assess", "--segment", ("-m", "lda", "--segment", "petal_width", "--segment", "petal_length")),
        ("score", "--segment", ("--predicted", "species", "--segment", "petal_width", "--segment", "petal_length")),
    ],
)
def test_an_option_that_is_given_once_is_not_the_last_of_several(
    command: str, option: str, given: tuple[str, ...]
) -> None:
    result = foldwise(command, IRIS, "-t", "species", *given)
    assert result.exit_code == 3
    assert f"{option} is given 2 times, and one is taken here: {given[-3]}, {given[-1]}" in result.stderr


def test_the_same_value_twice_is_one() -> None:
    result = foldwise("assess", IRIS, "-t", "species", "-m", "lda", *(("--segment", "nothing") * 2))
    assert "there is no column called 'nothing'" in result.stderr


def test_names_of_a_catalogue_are_offered_as_they_are_there() -> None:
    options = {one.name: one for one in adjust_option(click.command()(lambda adjust: adjust)).params}
    assert tuple(options["adjust"].type.choices) == tuple(ADJUSTMENTS)
    with pytest.raises(click.BadParameter, match="'sidak' is not one of 'holm'"):
        options["adjust"].type.convert("sidak", None, None)
