"""Description lengths."""

from math import comb, log2

import pytest

from foldwise.diagnoses import Bic, InSampleFit, Mdl, exception_bits, tree_bits, two_part_bits
from foldwise.errors import InputError


def test_it_is_half_of_bic():
    fit = InSampleFit(80, 4, -33.0)
    assert Mdl().of(fit) == pytest.approx(Bic().of(fit) / 2)
    assert Mdl().refusal(InSampleFit(80, 4)) == "the model has no likelihood"


def test_exceptions_are_counted_and_named():
    assert exception_bits(3, 20) == pytest.approx(log2(21) + log2(comb(20, 3)))
    assert exception_bits(0, 20) == pytest.approx(log2(21))


def test_a_tree_pays_for_nodes_splits_and_leaves():
    """Three splits and four leaves: 7 bits of structure, 3·(2 + 3) of splits, 4·1 of classes."""
    assert tree_bits(3, columns=4, cuts=8, classes=2) == 7 + 15 + 4
    assert tree_bits(0, columns=4, cuts=8, classes=2) == 2


def test_a_larger_tree_pays_where_it_saves_exceptions():
    small = two_part_bits(tree_bits(1, columns=4, cuts=16, classes=2), 30, 100)
    assert two_part_bits(tree_bits(2, columns=4, cuts=16, classes=2), 5, 100) < small
    assert two_part_bits(tree_bits(2, columns=4, cuts=16, classes=2), 29, 100) > small
    assert two_part_bits(5.0, 4, 10, classes=5) == pytest.approx(5 + exception_bits(4, 10) + 8)


def test_what_is_no_tree_is_refused():
    with pytest.raises(InputError, match="between 0 and 10"):
        exception_bits(11, 10)
    with pytest.raises(InputError, match="a tree has splits"):
        tree_bits(-1, columns=4, cuts=8, classes=2)
