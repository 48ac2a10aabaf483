"""Every interval method by name."""

import pytest

from foldwise.errors import UnknownNameError
from foldwise.intervals import INTERVALS, interval_method
from foldwise.intervals.default import CAREFUL_METHODS, DEFAULTS, REASONS_FOR_DEFAULTS
from foldwise.plans import PLANS


def test_every_method_is_found_by_its_name_and_no_two_share_one():
    assert [interval_method(one.name) for one in INTERVALS] == list(INTERVALS)
    assert len({one.name for one in INTERVALS}) == len(INTERVALS)


def test_every_default_is_a_method_with_a_reason():
    named = {name for table in (DEFAULTS, CAREFUL_METHODS) for names in table.values() for name in names}
    assert named <= {one.name for one in INTERVALS}
    assert named <= set(REASONS_FOR_DEFAULTS)


def test_every_plan_that_a_method_names_exists():
    plans = {str(getattr(one, "name", one)) for one in PLANS} | {"fixed"}
    assert {plan for one in INTERVALS for plan in one.validity.plans} <= plans


def test_an_unknown_method_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="there is no interval method called 'wilsn'; try 'wilson'"):
        interval_method("wilsn")
