"""Arguments of Python as options of the command line."""

from __future__ import annotations

import inspect

import click
import pytest

from foldwise.api import assess
from foldwise.cli import program
from foldwise.cli.hint import OPTIONS, OPTIONS_ELSEWHERE, in_options
from foldwise.data import read
from foldwise.renamed import SWITCHES
from tests.cli.running import IRIS, foldwise


@pytest.mark.parametrize(
    ("python", "shell"),
    [
        ("task='regression'", "--task regression"),
        ("drop=['a', 'two words']", "--drop a --drop 'two words'"),
        ("missing=['inf', '-inf']", "--missing inf --missing=-inf"),
        ("roles={'age': 'numeric'}", "--role age=numeric"),
        ("groups=… and plan='group-kfold(5)'", "--groups … and --plan 'group-kfold(5)'"),
        ("the call without weights=", "the call without --weights"),
        ("share=0.2", "--share 0.2"),
        ("on_failure='record' to go on", "--on-failure record to go on"),
        ("a sentence, with no argument", "a sentence, with no argument"),
        ("costs=[[0, 1], [10, 0]]", "--costs '0,1;10,0'"),
        ("allow_invalid=True", "--allow-invalid"),
        ("measure='error', one of them", "--measure error, one of them"),
        ("search='halving', or store='fits.db'", "--search halving, or --store fits.db"),
        ("correction='nested' with adjust_measures=True", "--correction nested with --adjust-measures"),
        ("foldwise.permutation_test takes one model", "foldwise permutation-test takes one model"),
        ("foldwise.compare_unpaired and foldwise.compare", "foldwise compare-unpaired and foldwise compare"),
        ("x=1 and subtask='y'", "x=1 and subtask='y'"),
    ],
)
def test_an_argument_becomes_the_option_that_a_user_would_type(python: str, shell: str) -> None:
    assert in_options(python) == shell


def test_every_option_that_is_named_exists() -> None:
    known = {
        flag
        for command in program.commands.values()
        for option in command.params
        if isinstance(option, click.Option)
        for flag in (*option.opts, *option.secondary_opts)
    }
    assert set(OPTIONS.values()) <= known


def test_every_argument_that_a_message_may_name_has_its_option() -> None:
    arguments = {*inspect.signature(assess).parameters, *inspect.signature(read).parameters, *SWITCHES}
    without = {"model", "X", "y", "source", "name", "train", "store", "progress", "settings", "shortcuts"}
    assert arguments - without <= set(OPTIONS)


@pytest.mark.parametrize(
    ("word", "ours"),
    [
        ("--alpha", "--level"),
        ("--cv", "--plan"),
        ("--estimator", "--model"),
        ("--measures", "--measure"),
        ("--n-jobs", "--jobs"),
        ("--n_jobs", "--jobs"),
        ("--param-grid", "--grid"),
        ("--scoring", "--measure"),
        ("--y", "--target"),
        ("--y-true", "--truth"),
    ],
)
def test_words_of_scikit_learn_have_their_option(word: str, ours: str) -> None:
    assert OPTIONS_ELSEWHERE[word] == ours


def test_no_option_of_ours_is_a_word_of_others() -> None:
    assert not set(OPTIONS_ELSEWHERE) & set(OPTIONS.values())
    assert set(OPTIONS_ELSEWHERE.values()) <= set(OPTIONS.values())


def test_the_hint_about_one_measure_is_an_option() -> None:
    asked = ("--target", "species", "--model", "knn", "--grid", "n_neighbors=1,5", "--measure", "error,auc")
    result = foldwise("select", IRIS, *asked)
    assert result.exit_code == 3
    assert "measure=" not in result.stderr
    assert "--measure error" in result.stderr


@pytest.mark.parametrize(("word", "ours"), [("--scores", "--score"), ("--space", "--grid"), ("--classes", "--class")])
def test_names_of_python_are_told_as_options(word, ours):
    assert OPTIONS_ELSEWHERE[word] == ours
