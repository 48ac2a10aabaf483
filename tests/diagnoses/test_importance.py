import numpy as np
import pytest
from scipy import stats

from foldwise.diagnoses import importance_of
from foldwise.errors import InputError


def test_the_interval_is_the_corrected_t():
    rises = np.random.default_rng(0).normal(0.3, 0.1, size=(10, 1))
    found = importance_of(("a",), rises, test_share=1 / 9).columns[0]
    reach = stats.t.ppf(0.975, 9) * rises.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    assert (found.low, found.high) == pytest.approx((rises.mean() - reach, rises.mean() + reach))


def test_columns_come_in_the_order_of_their_importance():
    found = importance_of(("a", "b"), [[0.0, 0.2], [0.01, 0.3]], test_share=0.25, permutations=5)
    assert [one.column for one in found.columns] == ["b", "a"]
    assert found.to_frame()["column"].tolist() == ["b", "a"]
    assert (found.resamples, found.permutations) == (2, 5)


def test_a_column_that_is_never_used_has_no_importance():
    found = importance_of(("a",), np.zeros((3, 1)), test_share=0.5).columns[0]
    assert (found.value, found.low, found.high, found.matters) == (0, 0, 0, False)


@pytest.mark.parametrize("rises", [[[0.1]], [[0.1, 0.2], [0.1, 0.2]], [[np.nan], [0.1]], [0.1, 0.2]])
def test_what_is_no_table_of_rises_is_refused(rises):
    with pytest.raises(InputError):
        importance_of(("a",), rises, test_share=0.5)
