"""Influence of rows on associations, against leaving each row out."""

import numpy as np
import pytest

from foldwise.measures import Outcomes, measure
from foldwise.measures.association_influence import ASSOCIATIONS

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
    assert ASSOCIATIONS["spearman"](ROWS).std() == pytest.approx(expected.std(), rel=0.15)


def test_a_constant_prediction_has_no_influence_to_speak_of():
    assert np.isnan(ASSOCIATIONS["correlation"](Outcomes(X, np.zeros(400)))).all()
