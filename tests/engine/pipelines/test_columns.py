"""Scaled columns are linear functions of shared ones, in every resample as scikit-learn has them."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from foldwise.engine.pipelines.columns import JoinedColumns, Numbers, Standard, extremes
from foldwise.plans import RowLists
from tests.engine.pipelines.prepared_columns import N, block_of, check_columns, numbers, shared_numbers
from tests.engine.same import KINDS, resamples
from tests.worlds import label


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        StandardScaler(),
        StandardScaler(with_mean=False),
        StandardScaler(with_std=False),
        MinMaxScaler(),
        MinMaxScaler((-2, 3)),
        make_pipeline(MinMaxScaler(), StandardScaler()),
    ],
    ids=label,
)
def test_scaling(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, numbers(), drawn) == drawn.count


def test_a_column_that_is_constant_in_training_is_not_divided():
    X = numbers()
    X[1:, 0] = 0.3
    assert check_columns(StandardScaler(), X, resamples("loo", N)) == N


def test_one_far_row():
    X = numbers()
    X[5, 0] = 1e7
    assert check_columns(StandardScaler(), X, resamples("loo", N)) == N


def test_numbers_come_back_as_they_were():
    X = numbers()
    shared, columns = shared_numbers(X)
    found = Numbers(columns)(block_of(shared, resamples("parts", N)))
    np.testing.assert_allclose(found.values(shared.table, 3), X, rtol=1e-12)
    assert found.exact.all()


def test_columns_side_by_side():
    X = numbers()
    shared, columns = shared_numbers(X)
    block = block_of(shared, resamples("parts", N))
    both = JoinedColumns([Numbers(columns[3:]), Standard(Numbers(columns[:2]), with_mean=True, with_std=True)])
    assert both.width == 4
    train = X[block.train(1), :2]
    expected = np.column_stack([X[:, 3:], (X[:, :2] - train.mean(axis=0)) / train.std(axis=0)])
    np.testing.assert_allclose(both(block).values(shared.table, 1), expected, rtol=1e-9)


@pytest.mark.parametrize("with_mean", [False, True])
def test_multiples_of_the_shared_columns_are_the_columns(with_mean):
    shared, columns = shared_numbers(numbers()[:, :4])
    block = block_of(shared, resamples("parts", N))
    node = Standard(Numbers(columns), with_mean=with_mean, with_std=True)
    found, whole = node.multiples(block), node(block)
    expected = whole.values(shared.table, 2)
    np.testing.assert_allclose(shared.table * found.factors[2] + found.constants[2], expected, rtol=1e-9, atol=1e-12)
    assert Numbers(columns[:2]).multiples(block) is None  # there are other shared columns


@pytest.mark.parametrize("intercept", [False, True])
def test_parameters_of_the_columns_as_those_of_the_shared_ones(intercept):
    shared, columns = shared_numbers(numbers()[:, :2])
    found = Numbers(columns)(block_of(shared, resamples("parts", N)))
    given = np.array([0.5, 2.0, -1.0])[-2 - intercept :]
    turned = found.parameters(intercept=intercept)[0] @ given
    theirs = found.values(shared.table, 0) @ given[-2:] + (given[0] if intercept else 0.0)
    mine = turned[0] + shared.table @ turned[1:] + (found.constants[0] @ given[-2:] if intercept else 0.0)
    np.testing.assert_allclose(mine, theirs, rtol=1e-9)


def test_extremes_beyond_the_first_rows_looked_at():
    """A training set of the last rows of a long sorted column has none of the 64 smallest."""
    shared, columns = shared_numbers(np.arange(200.0)[:, None])
    drawn = RowLists((np.arange(100, 150),), (np.arange(100),), 200)
    low, high = extremes(columns[0], block_of(shared, drawn))
    assert (low[0], high[0]) == (100.0, 149.0)
