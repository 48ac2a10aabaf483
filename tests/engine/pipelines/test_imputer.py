"""Missing values are imputed from the training rows of each resample, as scikit-learn does."""

import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.engine.pipelines.columns import Numbers
from foldwise.engine.pipelines.imputer import Imputed
from foldwise.plans import CountMatrix
from tests.engine.pipelines.prepared_columns import N, block_of, check_columns, holed, shared_numbers
from tests.engine.same import KINDS, resamples
from tests.worlds import label


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        SimpleImputer(),
        SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True),
        SimpleImputer(strategy="most_frequent"),
        SimpleImputer(strategy="constant", fill_value=-3),
        make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler()),
    ],
    ids=label,
)
def test_filling(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, holed(), drawn) == drawn.count


def test_a_column_that_is_all_gaps_in_training_is_left_alone_unless_it_is_kept():
    X = holed()
    X[:, 2] = np.nan
    X[0, 2] = 1.0
    drawn = resamples("loo", N)
    assert check_columns(SimpleImputer(), X, drawn) == drawn.count - 1
    assert check_columns(SimpleImputer(keep_empty_features=True), X, drawn) == drawn.count


def test_the_middle_and_the_mode_are_counted_by_hand():
    """Rows that are drawn twice count twice; of two values that are equally frequent the smaller is taken."""
    shared, columns = shared_numbers(np.array([[1.0], [5.0], [5.0], [np.nan], [9.0]]))
    drawn = CountMatrix(np.array([[2, 1, 0, 1, 1], [1, 1, 1, 1, 1]], dtype=np.uint8), plan="bootstrap(2)")
    block = block_of(shared, drawn)
    for strategy, expected in (("median", [3.0, 5.0]), ("most_frequent", [1.0, 5.0]), ("constant", [-1.0, -1.0])):
        node = Imputed(Numbers(columns), strategy, -1.0, indicators=True, keep_empty=False)
        found = node(block)
        assert [found.values(shared.table, r)[3, 0] for r in (0, 1)] == pytest.approx(expected)
        assert found.values(shared.table, 0)[:, 1].tolist() == [0, 0, 0, 1, 0]
