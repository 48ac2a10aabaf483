"""The catalogue of improvements."""

import pytest

from foldwise.errors import UnknownNameError
from foldwise.improvement import IMPROVEMENTS, improvement_method
from foldwise.improvement.catalogue import OTHER_NAMES
from tests.improvement.cases import case_of, values


def test_every_improvement_has_its_own_name_and_is_found_by_it():
    names = [one.name for one in IMPROVEMENTS]
    assert len(set(names)) == len(names)
    assert [improvement_method(name) for name in names] == list(IMPROVEMENTS)
    assert {improvement_method(name).name for name in OTHER_NAMES} == set(OTHER_NAMES.values())


@pytest.mark.parametrize("method", IMPROVEMENTS, ids=lambda one: one.name)
def test_every_improvement_says_why_and_can_be_built_and_cloned(method):
    from sklearn.base import clone

    for case in (case_of(), case_of(dataset=values())):
        assert method.reason(case).text
        if not method.refusal(case):
            clone(method.build(case))


def test_a_name_that_is_none_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="there is no improvement called 'baging'; try 'bagging'"):
        improvement_method("baging")
