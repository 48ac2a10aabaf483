"""Every estimate method by name."""

import pytest

from foldwise.errors import UnknownNameError
from foldwise.estimates import ESTIMATES, FoldMean, estimate_method


def test_every_method_is_found_by_its_name_and_no_two_share_one():
    assert [estimate_method(one.name) for one in ESTIMATES] == list(ESTIMATES)
    assert len({one.name for one in ESTIMATES}) == len(ESTIMATES)


def test_a_method_is_its_own_name():
    own = FoldMean()
    assert estimate_method(own) is own


def test_an_unknown_estimate_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="there is no estimate called 'poled'; try 'pooled'"):
        estimate_method("poled")
    with pytest.raises(UnknownNameError, match="try 'auto'"):
        estimate_method("autos")
