"""What plans that put whole groups into parts share."""

import pytest

from foldwise.errors import PlanError
from foldwise.plans import GroupKFold, StratifiedGroup
from foldwise.plans.group_parts import GroupParts


@pytest.mark.parametrize("kind", [GroupKFold, StratifiedGroup])
def test_a_plan_has_parts_and_repeats(kind):
    plan = kind(4, repeats=2)
    assert isinstance(plan, GroupParts)
    assert (plan.k, plan.repeats, plan.structure, plan.random) == (4, 2, "groups", False)
    assert kind() == kind(5, repeats=1)


@pytest.mark.parametrize("kind", [GroupKFold, StratifiedGroup])
@pytest.mark.parametrize("wrong", [{"k": 1}, {"k": 2.5}, {"repeats": 0}])
def test_wrong_numbers_are_refused(kind, wrong):
    with pytest.raises(PlanError):
        kind(**wrong)
