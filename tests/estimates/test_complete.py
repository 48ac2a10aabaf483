"""Complete cross-validation: no variance from the draw is left."""

import pytest

import foldwise
from foldwise.errors import ValidityError
from tests.worlds import classes

ROWS = classes(n=12, k=3)


def test_the_majority_rule_on_all_test_sets_of_a_quarter():
    """All C(12, 3) = 220 test sets; every seed gives the same value."""
    values = {
        foldwise.assess("baseline", ROWS, plan="complete(4)", estimate="complete", measures="error", seed=seed)
        .finding("baseline", "error")
        .estimate
        for seed in (0, 1)
    }
    (estimate,) = values
    assert (estimate.method, estimate.fits) == ("complete", 220)
    assert 2 / 3 < estimate.value < 1


def test_leaving_out_one_row_is_leave_one_out():
    for plan, name in (("lpo(1)", "complete"), ("loo", "leave-one-out")):
        result = foldwise.assess("baseline", ROWS, plan=plan, estimate=name, measures="error")
        assert result.finding("baseline", "error").estimate.value == 1  # METHODS L.2


def test_other_plans_are_refused():
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(3\); try plan='complete\(2\)'"):
        foldwise.assess("baseline", ROWS, plan="kfold(3)", estimate="complete", measures="error")
