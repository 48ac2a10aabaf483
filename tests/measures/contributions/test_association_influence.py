"""Influence of rows on associations, against leaving each row out."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.measures import Outcomes, measure
from foldwise.measures.contributions.association_influence import ASSOCIATIONS

RNG = np.random.default_rng(0)
X = RNG.normal(size=400)
ROWS = Outcomes(X, 0.7 * X + RNG.normal(size=400))


@pytest.mark.parametrize(
    ("name", "close"), [("correlation", 0.05), ("squared-correlation", 0.05), ("ccc", 0.05), ("kendall", 0.02)]
)
def test_it_is_what_leaving_a_row_out_shows(name, close):
    one = measure(name)
    rows = np.arange(400)
    left = np.array([one.value(ROWS.where(np.delete(rows, i))) for i in rows])
    expected = 399 * (one.value(ROWS) - left)
    found = ASSOCIATIONS[name](ROWS)
    assert np.corrcoef(found, expected)[0, 1] > 0.999
    assert found.std() == pytest.approx(expected.std(), rel=close)


def test_the_influence_on_ranks_has_the_right_spread():
    one = measure("spearman")
    rows = np.arange(400)
    left = np.array([one.value(ROWS.where(np.delete(rows, i))) for i in rows])
    expected = 399 * (one.value(ROWS) - left)
    assert ASSOCIATIONS["spearman"](ROWS).std() == pytest.approx(expected.std(), rel=0.02)


def test_a_constant_prediction_has_no_influence_to_speak_of():
    assert np.isnan(ASSOCIATIONS["correlation"](Outcomes(X, np.zeros(400)))).all()


@pytest.mark.parametrize("name", [*ASSOCIATIONS])
def test_contributions_are_the_slopes_by_the_weights_of_rows_with_ties_and_weights(name):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 6, 40).astype(float)
    rows = Outcomes(y, np.round(y + rng.normal(size=40), 1), weights=rng.uniform(0.5, 2, 40))
    of, total, step = measure(name).value, rows.weights.sum(), 1e-5
    moved = [of(replace(rows, weights=rows.weights + step * (np.arange(40) == at))) for at in range(40)]
    assert ASSOCIATIONS[name](rows) == pytest.approx((np.array(moved) - of(rows)) / step * total, abs=2e-3)
