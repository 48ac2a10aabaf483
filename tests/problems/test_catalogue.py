"""The list of problems."""

import pytest

from foldwise.errors import UnknownNameError
from foldwise.problems import PROBLEMS, problem


def test_every_problem_is_found_by_its_name_and_says_what_it_is():
    assert len({one.name for one in PROBLEMS}) == len(PROBLEMS)
    for one in PROBLEMS:
        assert problem(one.name) is one
        assert one.summary


def test_an_unknown_problem_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="try 'gaussian-classes'"):
        problem("gaussian-class")
