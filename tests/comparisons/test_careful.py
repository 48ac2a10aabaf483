"""The careful tests and the plans they need."""

import numpy as np
import pytest

from foldwise.comparisons import CAREFUL_TESTS, careful_method, compare_pair
from foldwise.errors import ValidityError
from foldwise.plans import PairedHalves, PairsOut, draw
from tests.comparisons.pairs import error_pair, of_errors
from tests.worlds import classes, partition

WRONG = np.arange(60) % 5 == 0
PLANS = (
    PairsOut(partition(n=60, k=5, repeats=3).parts, 5, plan="two-folds-out(5, repeats=3)"),
    draw(PairedHalves(4, splits=3), classes(n=60, k=2), seed=0),
)


@pytest.mark.parametrize(("resamples", "name"), list(zip(PLANS, CAREFUL_TESTS.values(), strict=True)))
def test_the_plan_decides(resamples, name):
    pair = error_pair(of_errors(WRONG, ~WRONG, resamples))
    assert careful_method(pair).name == name
    assert compare_pair(pair, "careful").method == name


@pytest.mark.parametrize(("name", "plan"), [("error", "two-folds-out"), ("f1", "paired-halves")])
def test_a_plan_without_one_is_refused_with_the_plan_to_take(name, plan):
    with pytest.raises(ValidityError, match=f"no careful comparison can be made from kfold.* try plan='{plan}"):
        compare_pair(error_pair(of_errors(WRONG, ~WRONG), name), "careful")
