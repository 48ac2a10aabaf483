"""Variants that were tried, and left out."""

from math import isnan

from foldwise.reports import LeftOutVariant, ModelCost, TriedVariant


def test_a_gap_is_naive_less_nested():
    blend = TriedVariant("stacking", naive=0.1, nested=0.15)
    assert blend.is_blend
    assert round(blend.gap, 9) == -0.05
    assert not TriedVariant("bagging").is_blend


def test_records_are_plain():
    record = TriedVariant("bagging", "variance", "why", ModelCost(1.0, 0.1, 9)).record()
    assert (record["fit_seconds"], record["size"]) == (1.0, 9)
    assert isnan(TriedVariant("bagging").record()["fit_seconds"])
    assert LeftOutVariant("a", "b").record() == {"name": "a", "reason": "b", "failed": False}
