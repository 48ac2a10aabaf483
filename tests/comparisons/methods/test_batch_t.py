"""The t-test over random batches."""

import pytest

from foldwise.comparisons import compare_pair
from foldwise.errors import ValidityError
from tests.comparisons.methods.test_paired_bootstrap import pair as scored_pair


def test_many_rows_are_tested_in_batches():
    one = scored_pair("average-precision", gain=0.3, n=20_000)
    assert compare_pair(one, "batch-t").p_value < 0.001


def test_few_rows_are_refused():
    with pytest.raises(ValidityError, match="needs test sets of 20,000 rows"):
        compare_pair(scored_pair("ks"), "batch-t")
