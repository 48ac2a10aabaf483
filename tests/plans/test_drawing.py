from __future__ import annotations

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import InputError, PlanError
from foldwise.plans import PLANS, Bootstrap, Forward, GroupKFold, Holdout, KFold, LeaveGroupOut, check_structure, draw
from foldwise.plans.drawing import FirstChild, draw_checked
from tests.plans.rows import in_groups, in_time, of_classes


def test_the_same_seed_gives_the_same_bits() -> None:
    rows = of_classes(20, 20)
    first, again, other = (draw(KFold(5), rows, seed=seed) for seed in (1, 1, 2))
    assert first.fingerprint == again.fingerprint != other.fingerprint


def test_the_rows_are_those_of_the_first_child_of_the_seed() -> None:
    """So the rows cannot depend on how many models take further children."""
    rows = of_classes(20, 20)
    child = np.random.SeedSequence(7).spawn(1)[0]
    assert (
        draw(KFold(5), rows, seed=7).fingerprint
        == draw_checked(KFold(5), rows, np.random.default_rng(child)).fingerprint
    )


@pytest.mark.parametrize("seed", [0, 3, 10**20])
def test_the_kept_words_of_a_seed_are_those_of_numpy_and_so_are_its_children(seed: int) -> None:
    for _ in range(2):
        kept, plain = FirstChild(seed), np.random.SeedSequence(seed, spawn_key=(0,))
        first, second = (np.random.default_rng(one) for one in (kept, plain))
        assert first.integers(1 << 63, size=3).tolist() == second.integers(1 << 63, size=3).tolist()
        for _ in range(2):  # the second time they are others
            children = zip(first.spawn(2), second.spawn(2), strict=True)
            assert all(one.random() == other.random() for one, other in children)


def test_what_is_no_whole_number_is_no_seed_though_its_equal_was_one() -> None:
    rows = of_classes(20, 20)
    draw(KFold(5), rows, seed=1)
    with pytest.raises(InputError, match="whole number"):
        draw(KFold(5), rows, seed=1.0)  # type: ignore[arg-type]  # what is refused


def test_drawn_arrays_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        draw(KFold(5), of_classes(20, 20), seed=0).parts[0, 0] = 1


def test_structure_is_checked_first() -> None:
    with pytest.raises(PlanError, match="same group"):
        draw(KFold(50), in_groups([2, 2]), seed=0)


@pytest.mark.parametrize("seed", [-1, "zero", 1.5, None, (1, 2)])
def test_a_seed_is_a_whole_number_from_zero(seed) -> None:
    with pytest.raises(InputError, match="the seed must be a whole number from 0, not"):
        draw(KFold(2), of_classes(3, 3), seed=seed)


BY_STRUCTURE = {
    structure: [family.example for family in PLANS if family.structure == structure]
    for structure in ("rows", "groups", "time")
}


@pytest.mark.parametrize("plan", BY_STRUCTURE["rows"], ids=str)
def test_random_plans_are_refused_for_groups(plan) -> None:
    with pytest.raises(PlanError, match=r"would train and test on rows of the same group; try group-kfold\(3\)$"):
        check_structure(plan, in_groups([4, 4, 4]))


@pytest.mark.parametrize("plan", BY_STRUCTURE["rows"] + BY_STRUCTURE["groups"], ids=str)
def test_random_plans_are_refused_for_time(plan) -> None:
    with pytest.raises(PlanError, match=r"would train on the future of the rows it tests.*; try forward\(5\)$"):
        check_structure(
            plan, in_time(np.arange(12)) if plan.structure == "rows" else both(np.arange(12), np.arange(12))
        )


@pytest.mark.parametrize("plan", BY_STRUCTURE["groups"], ids=str)
def test_group_plans_need_groups(plan) -> None:
    with pytest.raises(PlanError, match=r"^groups missing: .*; try groups=… or kfold\(10\)$"):
        check_structure(plan, of_classes(5, 5))


@pytest.mark.parametrize("plan", BY_STRUCTURE["time"], ids=str)
def test_time_plans_need_an_order(plan) -> None:
    with pytest.raises(PlanError, match=r"^order missing: .*; try order=… or kfold\(10\)$"):
        check_structure(plan, of_classes(5, 5))


@pytest.mark.parametrize(
    ("plan", "rows"),
    [
        (KFold(2), of_classes(5, 5)),
        (GroupKFold(2), in_groups([2, 2, 2])),
        (LeaveGroupOut(), in_groups([2, 2, 2])),
        (Bootstrap(5, scheme="cluster"), in_groups([2, 2, 2])),
        (Forward(2), in_time(np.arange(9))),
    ],
    ids=str,
)
def test_what_goes_together_passes(plan, rows) -> None:
    assert draw(plan, rows, seed=0).count >= 1


def both(groups, order) -> Dataset:
    target = np.arange(len(order)) % 2
    return Dataset(
        X=np.zeros((len(order), 1)),
        target=target,
        task=Task.CLASSIFICATION,
        groups=np.array(groups),
        order=np.array(order),
    )


def test_groups_that_live_one_after_the_other_can_be_walked_through() -> None:
    rows = both(np.repeat(np.arange(6), 2), np.arange(12))
    assert draw(Forward(2), rows, seed=0).count == 2


def test_groups_that_live_through_all_of_time_must_be_given_up_by_name() -> None:
    rows = both(np.arange(12) % 3, np.arange(12))
    with pytest.raises(PlanError, match="rows of the same group; try groups= or order= alone"):
        draw(Forward(2), rows, seed=0)


def test_the_cluster_bootstrap_is_the_only_one_for_groups() -> None:
    with pytest.raises(PlanError, match="rows of the same group"):
        check_structure(Bootstrap(5), in_groups([2, 2]))
    with pytest.raises(PlanError, match="rows of the same group"):
        check_structure(Holdout(0.5), in_groups([2, 2]))
