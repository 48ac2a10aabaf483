"""Wald's interval, by name only."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import DEFAULTS, make_interval, wald
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def test_the_textbook_formula():
    z = stats.norm.ppf(0.975)
    assert wald(30, 100, 0.95) == pytest.approx((0.3 - z * np.sqrt(0.0021), 0.3 + z * np.sqrt(0.0021)))


def test_it_is_no_default():
    assert all("wald" not in methods for methods in DEFAULTS.values())


def test_with_few_rows_it_is_refused():
    scored = ModelScores(predictions_of([0, 1] * 20, [0] * 40, fixed(40)), "m", measure("recall"))
    with pytest.raises(ValidityError, match="needs 30 rows that count, and there are 20; try interval='wilson'"):
        make_interval(scored, "wald")
    assert make_interval(ModelScores(scored.predictions, "m", measure("error")), "wald").method == "wald"
