"""The first repeats of a plan are what a shorter plan gives."""

import numpy as np
import pytest

import foldwise
from foldwise.evaluation.first_repeats import first_repeats, is_repeated
from foldwise.plans import as_plan

IRIS = foldwise.sample("iris")
WHOLE = foldwise.assess("lda", IRIS, plan="kfold(5, repeats=3)").predictions


@pytest.mark.parametrize("repeats", [1, 2])
def test_they_are_the_predictions_of_a_shorter_run(repeats):
    found = first_repeats(WHOLE, as_plan("kfold(5, repeats=3)"), IRIS, repeats, seed=0)
    alone = foldwise.assess("lda", IRIS, plan=f"kfold(5, repeats={repeats})").predictions
    assert found.fingerprint == alone.fingerprint
    np.testing.assert_array_equal(found.of("lda").scores, alone.of("lda").scores)


def test_a_plan_that_draws_otherwise_has_none():
    assert first_repeats(WHOLE, as_plan("kfold(5, repeats=3)"), IRIS, 1, seed=1) is None


@pytest.mark.parametrize(
    ("plan", "expected"), [("kfold(5, repeats=2)", True), ("kfold(5)", False), ("bootstrap(20)", False), ("loo", False)]
)
def test_only_repeats_stand_on_their_own(plan, expected):
    assert is_repeated(as_plan(plan)) is expected
