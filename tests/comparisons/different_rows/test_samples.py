"""Several samples of rows under one measure."""

import numpy as np
import pytest

from foldwise.comparisons import adjust, check_groups_apart, compare_samples
from foldwise.errors import InputError, ValidityError
from foldwise.measures import measure
from tests.comparisons.unpaired_worlds import scores_table

rng = np.random.default_rng(0)
TABLES = {name: scores_table(rng, 100, apart, name) for name, apart in (("a", 0.5), ("b", 1.5), ("c", 3.0))}


def test_all_pairs_are_adjusted_together():
    found = compare_samples(TABLES, measure("auc"), rope=0.01)
    p_values = [one.comparison.p_value for one in found.judgements]
    assert [one.p_adjusted for one in found.judgements] == pytest.approx(adjust(p_values, "holm").tolist())
    assert found.overall.p_value < 0.01
    assert found.reason == ""


def test_a_test_asked_for_is_refused_or_left_out():
    with pytest.raises(ValidityError, match="no valid welch-t comparison"):
        compare_samples(TABLES, measure("auc"), rope=0.01, test="welch-t", strict=True)
    found = compare_samples(TABLES, measure("auc"), rope=0.01, test="welch-t")
    assert (found.judgements, "auc is not one" in found.reason) == ((), True)


def test_samples_that_share_a_group_are_refused():
    groups = np.array([0, 0, 1, 1, 2, 2])
    check_groups_apart(None, [np.array([0, 2]), np.array([1, 3])])
    check_groups_apart(groups, [np.array([0, 1]), np.array([2, 3, 4, 5])])
    with pytest.raises(InputError, match="1 of 3 groups have rows in several segments"):
        check_groups_apart(groups, [np.array([0, 1, 2]), np.array([3, 4, 5])])
