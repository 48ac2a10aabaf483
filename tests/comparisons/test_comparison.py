"""A comparison, turned round, and what every method checks and puts into it."""

from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, Posterior, cochran_q, friedman, mcnemar, signed_rank, two_proportions
from foldwise.comparisons.comparison import NO_SPREAD, SMALLEST_P_VALUE, ComparisonMethod, floored, two_sided
from foldwise.comparisons.methods.sign_test import count_signs
from foldwise.errors import ValidityError
from foldwise.intervals import Validity
from foldwise.measures import measure
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import partition

PAIR = error_pair(of_errors([1, 1, 0, 0] * 10, [1, 0, 0, 0] * 10))


@dataclass(frozen=True)
class Given(ComparisonMethod):
    """Whatever it is given."""

    ends: tuple[float, float] = (0.1, 0.4)
    p_value: float = 0.01

    name: ClassVar[str] = "given"
    summary: ClassVar[str] = "numbers"
    validity: ClassVar[Validity] = Validity(plans=("kfold",), min_resamples=10, instead="plan='kfold(10)'")

    def compare(self, pair, level):
        return self.made(pair, self.p_value, level, ends=self.ends, statistic=-2.0, posterior=Posterior(0.25, 0.1, 9))


class Unsigned(Given):
    signed: ClassVar[bool] = False


class Wrong(Given):
    invalid: ClassVar[str] = "it is always wrong"


def test_the_result_carries_what_the_method_says_of_itself():
    found = Given().compare(PAIR, 0.95)
    assert (found.a, found.b, found.method, found.level) == ("a", "b", "given", 0.95)
    assert found.difference == pytest.approx(0.25)
    assert (found.low, found.high, found.statistic, found.has_interval) == (0.1, 0.4, -2.0, True)
    assert Unsigned().compare(PAIR, 0.95).statistic == 2.0


@pytest.mark.parametrize("df", [inf, 9])
def test_a_posterior_gives_students_t(df):
    found = Given().from_posterior(PAIR, Posterior(-0.2, 0.1, df), 0.9)
    assert found.p_value == pytest.approx(2 * stats.t.sf(2, df))
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.9, df, -0.2, 0.1))
    assert (found.statistic, found.method) == (-2, "given")


def test_no_standard_error_is_no_certainty():
    found = Given().from_posterior(PAIR, Posterior(-0.2, 0.0, 9), 0.9)
    assert (found.p_value, found.has_interval, found.note) == (1, False, NO_SPREAD)


def test_the_other_way_round_all_signs_change_and_twice_is_the_same():
    found = Given().compare(PAIR, 0.95)
    turned = found.turned()
    assert (turned.a, turned.b) == ("b", "a")
    assert (turned.low, turned.high, turned.statistic) == (-0.4, -0.1, 2.0)
    assert (turned.difference, turned.posterior.centre) == (-found.difference, -0.25)
    assert turned.turned() == found
    assert Unsigned().compare(PAIR, 0.95).turned().statistic == 2.0


@pytest.mark.parametrize(("given", "kept"), [(0.0, SMALLEST_P_VALUE), (1.5, 1.0), (0.3, 0.3)])
def test_a_p_value_is_above_0_and_at_most_1(given, kept):
    assert Given(p_value=given).compare(PAIR, 0.95).p_value == kept


def test_ends_stay_within_what_two_values_can_differ_by():
    found = Given(ends=(-3.0, 3.0)).compare(PAIR, 0.95)
    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize(
    ("ends", "kept"), [((0.1, 0.4), (0.0, 0.4)), ((-0.4, -0.1), (-0.4, 0.0)), ((-0.1, 0.2), (-0.1, 0.2))]
)
def test_the_interval_of_a_difference_that_is_not_significant_contains_0(ends, kept):
    found = Given(ends=ends, p_value=0.06).compare(PAIR, 0.95)
    assert (found.low, found.high) == kept


def test_no_spread_is_no_certainty():
    found = Given(ends=(0.25, 0.25)).compare(PAIR, 0.95)
    assert (found.p_value, found.note, found.has_interval, found.posterior) == (1.0, NO_SPREAD, False, None)
    assert np.isnan(found.statistic)
    equal = error_pair(of_errors([1, 0] * 20, [1, 0] * 20))
    assert Given(ends=(0.0, 0.0)).compare(equal, 0.95).statistic == 0


def test_another_plan_is_refused_with_the_one_that_will_do():
    pair = error_pair(of_errors([1, 0] * 10, [0, 0] * 10, resamples=partition(n=20, k=5)))
    with pytest.raises(
        ValidityError, match=r"no valid given comparison of 'a' and 'b' by error: .*; try plan='kfold\(10\)'"
    ):
        Given().check(pair)


def test_a_method_that_is_never_valid_needs_to_be_allowed():
    with pytest.raises(ValidityError, match="it is always wrong"):
        Wrong().check(PAIR)
    Wrong().check(PAIR, allow_invalid=True)


def test_resamples_need_a_score_of_both_models():
    """Each model answered ten of twelve parts, both of them eight."""
    whole = of_losses(partition(n=24, k=12), 1.0, 2.0)
    outputs = {
        "a": whole.outputs["a"].where(whole.outputs["a"].resample < 10),
        "b": whole.outputs["b"].where(whole.outputs["b"].resample >= 2),
    }
    few = Pair.of(replace(whole, outputs=outputs), "a", "b", measure("mae"))
    assert Given().refusal(Pair.of(whole, "a", "b", measure("mae"))) is None
    assert Given().refusal(few) == "it needs 10 resamples with a score of both models, and there are 8"


def test_no_p_value_is_nothing():
    many = np.repeat([[1, 0, 0]], 5000, axis=0)
    found = [
        mcnemar(0, 5000).p_value,
        mcnemar(0, 5000, kind="asymptotic").p_value,
        cochran_q(many).p_value,
        two_proportions(0, 5000, 5000, 5000).p_value,
        count_signs(np.ones(2000)).p_value,
        signed_rank(np.ones(5000)).p_value,
        friedman(np.repeat([[0.1, 0.2, 0.3]], 2000, axis=0)).p_value,
        friedman(np.repeat([[0.1, 0.2, 0.3]], 2000, axis=0)).p_value_f,
        two_sided(Posterior(1.0, 1e-3, np.inf)),
    ]
    assert all(0 < value < 1e-300 for value in found)
    assert [floored(value) for value in (0.5, 1.5)] == [0.5, 1.0]
