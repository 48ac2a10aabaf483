"""Groups, order, weights, costs."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data.checks.row import check_costs, check_one_dimension, check_positive, check_same_index, check_weights
from foldwise.data.content import NumericContent, texts_of
from foldwise.errors import InputError


def test_good_values_pass():
    assert check_weights(NumericContent(np.array([0.0, 2.5]))).tolist() == [0, 2.5]
    assert check_costs([[0, -1], [2, 0]], ("a", "b")).tolist() == [[0, -1], [2, 0]]
    check_positive(1, ("0", "1"))
    check_one_dimension("y", (5, 1))


def test_the_text_among_weights_that_is_no_number_is_named():
    with pytest.raises(InputError, match="weights holds texts, such as 'x'"):
        check_weights(texts_of(np.array([0, 1, 0]), np.array(["1.0", "x"])))


@pytest.mark.parametrize("shape", [(), (5, 1, 1)])
def test_one_value_per_row_is_wanted(shape):
    with pytest.raises(InputError, match="y has shape"):
        check_one_dimension("y", shape)


def test_an_index_matters_only_where_both_have_one():
    frame, mixed = pd.DataFrame({"a": [1, 2]}), pd.Series([1, 2], index=[1, 0])
    check_same_index("y", pd.Series([1, 2]), frame)
    check_same_index("y", mixed, np.eye(2))
    check_same_index("y", [1, 2], frame)
    check_same_index("y", mixed, frame.set_axis([0, 0]))
    with pytest.raises(InputError, match="the same index in a different order"):
        check_same_index("y", mixed, frame)


def test_long_lists_of_classes_are_cut():
    with pytest.raises(InputError, match=r"in the order c0, c1, c2, c3, …$"):
        check_costs(np.eye(2), tuple(f"c{at}" for at in range(9)))


def test_costs_whose_sums_are_beyond_numbers_are_refused():
    with pytest.raises(InputError, match=r"costs are too large .* try costs divided by 1e\+308"):
        check_costs([[0, 1e308], [1, 0]], ("a", "b"))
