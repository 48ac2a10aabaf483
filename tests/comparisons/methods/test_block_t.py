"""The t-test over blocks of time."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair
from foldwise.errors import ValidityError
from tests.comparisons.methods.test_diebold_mariano import D, forward, purged


def test_blocks_are_students_t_over_their_means():
    result = compare_pair(forward(), "block-t")
    means = [block.mean() for block in np.split(D[20:], 5)]
    assert result.method == "block-t"
    assert result.p_value == pytest.approx(stats.ttest_1samp(means, 0).pvalue)


def test_a_block_that_is_tested_twice_is_refused():
    with pytest.raises(ValidityError, match="tests the same block several times"):
        compare_pair(forward(twice=True), "block-t")


def test_training_on_both_sides_of_a_block_widens_the_error():
    means = [block.mean() for block in np.split(D, 5)]
    result = compare_pair(purged(), "block-t")
    assert result.method == "block-t"
    assert result.posterior.scale == pytest.approx(stats.sem(means) * np.sqrt(1 + 5 / 4))
