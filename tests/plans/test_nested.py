from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Bootstrap, Forward, GroupKFold, Holdout, KFold, Nested, Resubstitution, Subsample, draw
from tests.plans.rows import in_groups, in_time, of_classes


def test_inner_resamples_are_of_the_outer_training_set() -> None:
    rows = of_classes(30, 30)
    resamples = draw(Nested(KFold(5), KFold(4, repeats=2)), rows, seed=0)
    assert resamples.count == 5
    assert [inner.n for inner in resamples.inner] == [48] * 5
    assert [inner.plan for inner in resamples.inner] == ["kfold(4, repeats=2)"] * 5
    inner_classes = np.bincount(rows.codes[resamples.train_rows(0)][resamples.inner[0].test_rows(0)])
    assert inner_classes.tolist() == [6, 6]


def test_training_sets_have_inner_resamples_of_their_own() -> None:
    resamples = draw(Nested(KFold(5), KFold(5)), of_classes(25, 25), seed=0)
    assert len({inner.fingerprint for inner in resamples.inner}) == 5


def test_repeats_of_the_outer_plan_are_kept() -> None:
    resamples = draw(Nested(KFold(3, repeats=2), KFold(2)), of_classes(12, 12), seed=0)
    assert resamples.repeat.tolist() == [0, 0, 0, 1, 1, 1]


def test_groups_are_kept_inside_too() -> None:
    rows = in_groups([4] * 6)
    resamples = draw(Nested(GroupKFold(3), GroupKFold(2)), rows, seed=0)
    for r, inner in enumerate(resamples.inner):
        groups = rows.groups[resamples.train_rows(r)]
        assert np.intersect1d(groups[inner.train_rows(0)], groups[inner.test_rows(0)]).size == 0


def test_another_inner_plan_keeps_the_outer_rows() -> None:
    first, second = (draw(Nested(KFold(5), inner), of_classes(25, 25), seed=0) for inner in (KFold(2), KFold(5)))
    assert all(np.array_equal(first.test_rows(r), second.test_rows(r)) for r in range(5))


def test_subsampling_can_be_outside() -> None:
    assert draw(Nested(Subsample(3), Holdout(0.5)), of_classes(12, 12), seed=0).count == 3


def test_an_inner_plan_that_ignores_the_groups_is_refused() -> None:
    with pytest.raises(PlanError, match=r"kfold\(2\) would train and test on rows of the same group"):
        draw(Nested(GroupKFold(3), KFold(2)), in_groups([4] * 6), seed=0)


def test_an_inner_plan_that_ignores_time_is_refused() -> None:
    with pytest.raises(PlanError, match=r"kfold\(2\) would train on the future"):
        draw(Nested(Forward(3), KFold(2)), in_time(np.arange(12)), seed=0)


@pytest.mark.parametrize("outer", [Bootstrap(5), Bootstrap(5, scheme="bayesian", test="all"), Resubstitution()])
def test_copies_of_a_row_must_not_reach_the_inside(outer) -> None:
    with pytest.raises(PlanError, match=r"cannot be the outer plan: .*; try nested\(kfold\(5\), kfold\(2\)\)"):
        draw(Nested(outer, KFold(2)), of_classes(12, 12), seed=0)


@pytest.mark.parametrize("wrong", [Nested(KFold(2), KFold(2)), 5, "kfold(5)"])
def test_only_plain_plans_can_be_nested(wrong) -> None:
    with pytest.raises(PlanError, match="nested needs an outer and an inner plan"):
        Nested(wrong, KFold(5))
