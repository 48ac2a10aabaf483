"""Two systems on different rows: what may be compared, and how errors add up."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import UnpairedPair
from foldwise.comparisons.different_rows.unpaired import difference_posterior
from foldwise.errors import InputError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import counts_pair


def test_the_difference_is_that_of_the_values():
    assert counts_pair(10, 50, 30, 60).difference == pytest.approx(0.2 - 0.5)


def test_degrees_of_freedom_are_welchs():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=12), rng.normal(size=30) * 3
    errors = [(np.std(one, ddof=1) / np.sqrt(one.size), one.size - 1.0) for one in (x, y)]
    found = difference_posterior(float(x.mean() - y.mean()), *errors)
    theirs = stats.ttest_ind(x, y, equal_var=False)
    assert found.centre / found.scale == pytest.approx(theirs.statistic)
    assert found.df == pytest.approx(theirs.df)


def test_without_any_spread_nothing_is_divided_by_zero():
    assert difference_posterior(0.5, (0.0, 3.0), (0.0, 3.0)).scale == 0


def test_other_classes_and_other_positive_classes_are_refused():
    first = Predictions.build(["x", "y"] * 3, {"a": ["x"] * 6})
    with pytest.raises(InputError, match=r"'a' knows the classes x, y and 'b' x, z; try classes="):
        UnpairedPair.of(first, Predictions.build(["x", "z"] * 3, {"b": ["x"] * 6}), measure("error"))
    with pytest.raises(InputError, match="different positive classes; try positive="):
        UnpairedPair.of(first, Predictions.build(["x", "y"] * 3, {"b": ["x"] * 6}, positive="x"), measure("error"))
