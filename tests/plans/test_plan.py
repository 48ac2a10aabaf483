from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.plans import Forward, Holdout, KFold, LeaveOneOut, Nested, Resubstitution
from foldwise.plans.plan import argument_text


def test_the_first_argument_is_always_written_and_others_where_they_differ() -> None:
    assert str(KFold()) == "kfold(10)"
    assert str(KFold(10, repeats=3)) == "kfold(10, repeats=3)"
    assert str(KFold(5, stratify=False)) == "kfold(5, stratify=false)"
    assert str(Nested(KFold(5), LeaveOneOut())) == "nested(kfold(5), loo)"


def test_a_plan_without_arguments_is_its_name() -> None:
    assert str(Resubstitution()) == "resubstitution"


def test_an_optional_number_is_written_where_it_is_given() -> None:
    assert str(Forward(5, test=3)) == "forward(5, test=3)"


@pytest.mark.parametrize(
    ("value", "text"),
    [(1 / 3, "1/3"), (2 / 3, "2/3"), (0.1, "0.1"), (0.123456789, "0.123456789"), (None, "none"), ("it's", "'it''s'")],
)
def test_arguments_are_written_the_way_they_are_read(value: object, text: str) -> None:
    assert argument_text(value) == text


@given(st.floats(1e-6, 1 - 1e-6))
def test_a_share_is_written_without_loss(share: float) -> None:
    above, _, below = argument_text(share).partition("/")
    assert float(above) / float(below or 1) == share


def test_a_plan_is_a_value() -> None:
    assert Holdout(0.25) == Holdout(1 / 4)
    assert {KFold(5), KFold(5), KFold(6)} == {KFold(5), KFold(6)}
    with pytest.raises(AttributeError):
        KFold(5).k = 6
