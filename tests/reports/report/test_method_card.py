"""The method card."""

from foldwise.data import sample
from foldwise.intervals import INTERVALS, interval_method
from foldwise.reports.report.method_card import explained, reproduced, versions


def test_every_interval_method_is_explained_in_words():
    found = explained([one.name for one in INTERVALS], interval_method)
    assert {name for name, _, _ in found} == {one.name for one in INTERVALS}
    assert all(said and "METHODS" not in said for _, said, _ in found)


def test_a_method_that_is_not_known_is_left_out():
    assert explained(["no such method"], interval_method) == ()


def test_the_command_quotes_what_a_shell_would_read():
    (_, python), (_, command) = reproduced("assess", ["a b"], sample("iris"), [("seed", 0)])
    assert "['a b']" in python
    assert "--model 'a b'" in command


def test_versions_name_python_and_foldwise():
    assert {"Python", "foldwise", "numpy"} <= set(dict(versions()))
