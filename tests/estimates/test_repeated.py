"""Each repeat on its own, then their mean."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate
from foldwise.estimates.repeated import repeat_values
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition


def scored(name, repeats=2):
    """Absolute error 1 in the first repeat, 3 in the second."""
    resamples = partition(n=12, k=3, repeats=repeats)
    return ModelScores(losses_of(resamples, lambda r, rows: np.full(rows.size, 1 + 2 * (r // 3))), "m", measure(name))


def test_the_root_is_taken_in_each_repeat():
    assert repeat_values(scored("rmse")) == pytest.approx([1, 3])
    assert make_estimate(scored("rmse"), "repeated").value == pytest.approx(2)
    assert make_estimate(scored("rmse"), "pooled").value == pytest.approx(np.sqrt(5))


def test_a_mean_loss_is_the_pooled_one():
    assert make_estimate(scored("mae"), "repeated").value == make_estimate(scored("mae"), "pooled").value == 2


def test_one_repeat_is_refused():
    with pytest.raises(ValidityError, match=r"drawn once; try plan='kfold\(10, repeats=3\)'"):
        make_estimate(scored("mae", repeats=1), "repeated")
