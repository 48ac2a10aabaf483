from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Bootstrap, Forward, Holdout, KFold
from foldwise.plans.argument import size_in_rows


def test_numpy_numbers_become_plain_numbers() -> None:
    plan = KFold(np.int64(5))
    assert type(plan.k) is int
    assert plan == KFold(5)


def test_a_size_is_a_share_or_a_number_of_rows() -> None:
    assert size_in_rows(Holdout(0.25).test, 100) == 25
    assert size_in_rows(Holdout(25).test, 1000) == 25


def test_words_are_read_in_any_case() -> None:
    assert Bootstrap(scheme="Balanced").scheme == "balanced"


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: KFold(1), "kfold needs k to be a whole number from 2, not 1"),
        (lambda: KFold(-3), "not -3"),
        (lambda: KFold(2.5), "not 2.5"),
        (lambda: KFold(k=True), "not true"),
        (lambda: KFold(5, repeats=0), "kfold needs repeats to be a whole number from 1, not 0"),
        (lambda: KFold(5, stratify=1), "kfold needs stratify to be true or false, not 1"),
        (
            lambda: Holdout(1.0),
            "holdout needs test to be a share between 0 and 1 such as 1/3, or a number of rows, not 1.0",
        ),
        (lambda: Holdout(0), "not 0"),
        (lambda: Holdout(-0.1), "not -0.1"),
        (lambda: Holdout(float("nan")), "not nan"),
        (lambda: Holdout("half"), "not half"),
        (lambda: Bootstrap(scheme="parametric"), "one of ordinary, stratified, balanced, cluster, bayesian, poisson"),
        (lambda: Forward(5, gap=-1), "forward needs gap to be a whole number from 0, not -1"),
        (lambda: Forward(5, window=0), "forward needs window to be a whole number from 1, not 0"),
    ],
)
def test_a_wrong_argument_is_refused_when_the_plan_is_made(build, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        build()
    assert message in str(caught.value)
