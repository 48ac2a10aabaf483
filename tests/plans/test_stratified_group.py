from __future__ import annotations

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError
from foldwise.plans import GroupKFold, StratifiedGroup, draw
from tests.plans.rows import in_groups, of_values


def pure_groups() -> Dataset:
    """Ten groups of one class each, six of 'a' and four of 'b', all of four rows."""
    groups = np.repeat(np.arange(10), 4)
    return Dataset(X=np.zeros((40, 1)), target=np.where(groups < 6, "a", "b"), task=Task.CLASSIFICATION, groups=groups)


def test_classes_are_in_proportion_and_groups_whole() -> None:
    rows = pure_groups()
    resamples = draw(StratifiedGroup(2), rows, seed=0)
    for r in range(2):
        assert np.bincount(rows.codes[resamples.test_rows(r)]).tolist() == [12, 8]
        assert np.intersect1d(rows.groups[resamples.test_rows(r)], rows.groups[resamples.train_rows(r)]).size == 0


def test_it_is_better_at_that_than_weight_alone() -> None:
    rows = pure_groups()

    def spread(plan) -> float:
        resamples = draw(plan, rows, seed=3)
        return np.var([(rows.codes[resamples.test_rows(r)] == 1).sum() for r in range(2)])

    assert spread(StratifiedGroup(2)) == 0
    assert (
        np.mean(
            [np.var([(rows.codes[draw(GroupKFold(2), rows, seed=s).test_rows(0)] == 1).sum(), 8]) for s in range(20)]
        )
        > 0
    )


def test_repeats_differ() -> None:
    resamples = draw(StratifiedGroup(3, repeats=3), in_groups(range(20, 2, -1)), seed=0)
    assert len({row.tobytes() for row in resamples.parts}) == 3


def test_a_numeric_target_is_refused_with_the_plan_for_it() -> None:
    with pytest.raises(PlanError, match=r"the target is numeric; try group-kfold\(2\)"):
        draw(StratifiedGroup(2), of_values(np.arange(6), groups=np.arange(6) % 3), seed=0)


def test_more_parts_than_groups_are_refused() -> None:
    with pytest.raises(PlanError, match="at least 5 groups, not 3"):
        draw(StratifiedGroup(5), in_groups([4, 4, 4]), seed=0)
