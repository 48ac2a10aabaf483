from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import InputError, PlanError
from foldwise.plans import KFold, draw
from foldwise.plans.drawing import draw_checked
from tests.plans.rows import in_groups, of_classes


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


def test_drawn_arrays_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        draw(KFold(5), of_classes(20, 20), seed=0).parts[0, 0] = 1


def test_structure_is_checked_first() -> None:
    with pytest.raises(PlanError, match="same group"):
        draw(KFold(50), in_groups([2, 2]), seed=0)


@pytest.mark.parametrize("seed", [-1, "zero", 1.5])
def test_a_seed_is_a_whole_number_from_zero(seed) -> None:
    with pytest.raises(InputError, match="the seed must be a whole number from 0, not"):
        draw(KFold(2), of_classes(3, 3), seed=seed)
