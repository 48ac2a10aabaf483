"""How many digits a number is shown with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures import measure
from foldwise.reports.shared.digits import Digits


def digits(name: str, *values: float) -> Digits:
    return Digits.of(measure(name), values)


def test_rates_have_three_decimals() -> None:
    assert digits("error", 0.0417, 0.31).show(0.0417) == "0.042"
    assert digits("r2", 0.8759).show(0.8759) == "0.876"


def test_a_large_rate_beside_a_small_one_does_not_hide_it() -> None:
    assert [digits("log-loss", 0.058, 25.35).show(value) for value in (0.058, 25.35)] == ["0.058", "25.350"]


def test_small_rates_show_two_of_their_digits() -> None:
    assert digits("error", 0.00042, 0.3).show(0.00042) == "0.00042"


@pytest.mark.parametrize(
    ("value", "shown"), [(2.8174, "2.817"), (54.7219, "54.72"), (69794.3, "69,794"), (0.0123456, "0.01235")]
)
def test_values_have_four_significant_digits(value: float, shown: str) -> None:
    assert digits("rmse", value).show(value) == shown


def test_huge_and_tiny_values_are_written_with_powers_of_ten() -> None:
    assert digits("mse", 3.2e14).show(3.2e14) == "3.200e+14"
    assert digits("mse", 3.2e-9).show(3.2e-9) == "3.200e-09"


def test_a_column_has_one_number_of_decimals() -> None:
    assert [digits("mae", 1.5, 123.456).show(value) for value in (1.5, 123.456)] == ["1.5", "123.5"]


def test_what_is_no_number_is_shown_as_such() -> None:
    assert [Digits(3).show(value) for value in (float("nan"), float("inf"), -float("inf"))] == ["-", "∞", "-∞"]
    assert digits("error").show(0.5) == "0.500"


@given(st.floats(-1e-4, 1e-4))
def test_nothing_is_shown_as_minus_zero(value: float) -> None:
    assert Digits(3).show(value) == "0.000"


@given(st.lists(st.floats(1e-4, 1e8), min_size=1, max_size=6))
def test_every_value_of_a_column_can_be_read_back(values: list[float]) -> None:
    chosen = digits("rmse", *values)
    for value in values:
        assert float(chosen.show(value).replace(",", "")) == pytest.approx(value, abs=max(values) * 6e-4)


def test_an_end_beside_zero_is_not_shown_as_zero_and_takes_no_digit_more() -> None:
    near = Digits.of_difference(measure("error"), -0.039062, -0.078044, -0.000081)
    assert near.interval(-0.078044, -0.000081) == "[-0.0780, -0.0001]"
    far = Digits.of_difference(measure("error"), -0.0573, -0.1099, -0.0046)
    assert far.interval(-0.1099, -0.0046) == "[-0.110, -0.005]"
    large = Digits.of_difference(measure("rmse"), -6370.2, -9053.4, -0.3)
    assert large.interval(-9053.4, -0.3) == "[-9,053.4, -0.3]"


def test_a_difference_without_an_interval_has_the_digits_of_its_own_size() -> None:
    assert Digits.of_difference(measure("error"), 0.02, float("nan"), float("nan")).decimals == 3
    assert Digits.of_difference(measure("error"), 0.0, 0.0, 0.0).decimals == 3
