"""Dimensions of families, against brute force where that is possible."""

from itertools import product
from math import inf

import numpy as np
import pytest

from foldwise.diagnoses import RULE_FAMILIES, vc_dimension
from foldwise.errors import InputError, UnknownNameError


@pytest.mark.parametrize(
    ("family", "p", "h"),
    [("constant", 3, 1), ("linear", 4, 5), ("linear-through-origin", 4, 4), ("quadratic", 2, 6), ("cubic", 1, 4),
     ("rectangle", 3, 6), ("ball", 3, 4), ("1-nn", 1, inf), ("tree", 2, inf), ("sine", 1, inf)],
)  # fmt: skip
def test_known_dimensions(family, p, h):
    assert vc_dimension(family, p) == h


def stump_labellings(points):
    """Every labelling that one column and a cut give."""
    found = set()
    for column in points.T:
        for cut in [-np.inf, *np.sort(column)]:
            found |= {tuple(column > cut), tuple(column <= cut)}
    return found


@pytest.mark.parametrize("p", [1, 2, 3])
def test_stumps_shatter_as_many_points_as_said_and_no_more(p):
    """Over all orders of the points in p columns: the ranks of a column are all that a stump sees."""
    h = vc_dimension("stump", p)
    rng = np.random.default_rng(0)

    def shattered(size):
        tries = (np.stack([rng.permutation(size) for _ in range(p)], axis=1) for _ in range(600))
        return any(len(stump_labellings(one)) == 2**size for one in tries)

    assert shattered(h)
    assert not shattered(h + 1)


def test_the_dimension_of_stumps_grows_with_the_logarithm_of_the_columns():
    assert [vc_dimension("stump", p) for p in (1, 2, 3, 5, 10, 1000)] == [2, 3, 4, 5, 6, 13]


def test_balls_on_the_line_are_intervals():
    """Intervals label 2 points in every way and never 1 0 1."""
    cuts = np.array([-0.5, 0.5, 1.5, 2.5])
    two = {tuple((a < np.array([0, 1])) & (np.array([0, 1]) < b)) for a, b in product(cuts, cuts)}
    assert len(two) == 4
    assert vc_dimension("ball", 1) == vc_dimension("rectangle", 1) == 2


def test_unknown_families_are_refused():
    assert len({one.name for one in RULE_FAMILIES}) == len(RULE_FAMILIES)
    with pytest.raises(UnknownNameError, match="try 'linear'"):
        vc_dimension("liner")
    with pytest.raises(InputError, match="at least one column"):
        vc_dimension("linear", 0)
