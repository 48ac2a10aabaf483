"""Critical differences, against Demšar's tables."""

import numpy as np
import pytest

from foldwise.comparisons import bonferroni_dunn, cliques, nemenyi, rank_z
from foldwise.errors import InputError

Q05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
Q10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
DUNN05 = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773]


@pytest.mark.parametrize("k", range(2, 11))
def test_the_quantiles_are_those_of_the_tables(k):
    """Quantiles for 2 to 10 models (METHODS D.12); N is chosen so that √(k(k+1)/(6N)) = 1/10."""
    n = round(100 * k * (k + 1) / 6)
    unit = np.sqrt(k * (k + 1) / (6 * n))
    assert nemenyi(k, n).value / unit == pytest.approx(Q05[k - 2], abs=1.1e-3)
    assert nemenyi(k, n, 0.9).value / unit == pytest.approx(Q10[k - 2], abs=1.1e-3)
    assert bonferroni_dunn(k, n).value / unit == pytest.approx(DUNN05[k - 2], abs=1.1e-3)


def test_demsars_example():
    """CD 1.25 at 5 % and 1.12 at 10 % for four models on 14 datasets."""
    assert nemenyi(4, 14).value == pytest.approx(1.25, abs=5e-3)
    assert nemenyi(4, 14, 0.9).value == pytest.approx(1.12, abs=5e-3)


def test_the_reference_is_not_told_apart_from_itself():
    p_values = rank_z([3.143, 2.000, 2.893, 1.964], 0, 14)
    assert p_values[0] == 1
    assert p_values[1:] == pytest.approx([0.0191, 0.6085, 0.0157], abs=5e-4)


def test_bars_join_neighbours_that_cannot_be_told_apart():
    ranks = np.array([1.0, 1.5, 2.6, 3.9])
    apart = np.abs(ranks[:, None] - ranks) > 1.25
    assert cliques(apart, [0, 1, 2, 3]) == ((0, 1), (1, 2))


def test_a_bar_within_a_longer_one_is_left_out():
    assert cliques(np.zeros((3, 3)), [2, 0, 1]) == ((2, 0, 1),)


def test_models_that_all_differ_have_no_bar():
    assert cliques(1 - np.eye(3), [0, 1, 2]) == ()


def test_one_dataset_is_refused():
    with pytest.raises(InputError, match="2 or more models on 2 or more datasets, not 3 on 1"):
        nemenyi(3, 1)
