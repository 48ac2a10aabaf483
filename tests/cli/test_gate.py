"""Gates: conditions under which the command fails."""

from __future__ import annotations

import pytest

from foldwise.cli.gate import parse_gate
from foldwise.errors import InputError, UnknownNameError
from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import Interval
from foldwise.measures import measure
from foldwise.reports import Finding


def finding(low: float, high: float, name: str = "error") -> Finding:
    estimate = Estimate((low + high) / 2, "pooled", Target.RISK, Bias.NONE, fits=1)
    return Finding("m", measure(name), estimate, Interval(low, high, 0.95, "wilson"))


@pytest.mark.parametrize(
    ("condition", "trips"),
    [
        ("error > 0.19", True),
        ("error > 0.2", False),
        ("error >= 0.2", True),
        ("error > 0.21", False),
        ("error < 0.1", False),
        ("error <= 0.1", True),
        ("error < 0.11", True),
    ],
)
def test_a_gate_is_decided_on_the_end_that_is_nearer_to_the_wrong_side(condition: str, *, trips: bool) -> None:
    assert parse_gate(condition).trips(finding(0.1, 0.2)) is trips


@pytest.mark.parametrize("text", ["error>.1", " error  >  1e-1 ", "error > +0.10", "Error > 0.1"])
def test_a_condition_may_be_written_in_many_ways(text: str) -> None:
    assert str(parse_gate(text)) == "error > 0.1"


@pytest.mark.parametrize("text", ["", "error", "error = 1", "0.1 < error", "error > much", "error > 0.1 or auc < 1"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a condition; try --fail-if 'error > 0\.1'"):
        parse_gate(text)


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no measure called 'eror'; try 'error'"):
        parse_gate("eror > 0.1")


def test_without_an_interval_nothing_can_be_decided() -> None:
    bare = Finding("m", measure("error"), finding(0.1, 0.2).estimate, None, "none is valid")
    with pytest.raises(InputError, match=r"the gate 'error > 0\.1' cannot be decided: error of m has no interval"):
        parse_gate("error > 0.1").trips(bare)
