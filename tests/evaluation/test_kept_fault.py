"""Figures that are the same, and methods that can be set up in several ways."""

from foldwise.evaluation.kept_fault import Fault, alike, has_settings
from foldwise.intervals import interval_method


def test_rounding_is_no_difference():
    assert alike(0.1, 0.1 * (1 + 1e-9))
    assert not alike(0.1, 0.1001)
    assert not alike(float("nan"), 0.1)


def test_a_fault_is_certain_unless_a_method_can_be_set_up_otherwise():
    assert not Fault("another figure").may_be
    assert has_settings(interval_method("bca"))
    assert not has_settings(interval_method("wilson"))
