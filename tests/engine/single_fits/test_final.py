"""The model that is fitted to all rows."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression

from foldwise.engine import fit_final
from foldwise.errors import FitError
from tests.worlds import classes, values


class Shy(LogisticRegression):
    """Declines to classify the first row."""

    def predict(self, X):
        answer = super().predict(X).astype(object)
        answer[0] = None
        return answer


class Lost(LinearRegression):
    """Predicts infinity."""

    def predict(self, X):
        return np.full(len(X), np.inf)


def test_classes_are_those_of_scikit_learn() -> None:
    rows = classes()
    final = fit_final("m", LogisticRegression(), rows)
    expected = LogisticRegression().fit(rows.X, rows.target).predict(rows.X)
    assert final.predict(rows.X).tolist() == expected.tolist()


def test_values_are_those_of_scikit_learn() -> None:
    rows = values()
    final = fit_final("m", LinearRegression(), rows)
    assert final.predict(rows.X) == pytest.approx(LinearRegression().fit(rows.X, rows.target).predict(rows.X))


def test_an_open_seed_is_set_by_ours() -> None:
    rows, forest = classes(spread=0.3), RandomForestClassifier(5)
    first, second = (fit_final("m", forest, rows, seed=3).model.predict_proba(rows.X) for _ in range(2))
    other = fit_final("m", forest, rows, seed=4).model.predict_proba(rows.X)
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)
    assert forest.random_state is None


def test_a_declined_row_is_none() -> None:
    rows = classes()
    answer = fit_final("m", Shy(), rows).predict(rows.X)
    assert answer[0] is None
    assert None not in answer[1:]


def test_what_is_no_value_is_refused_with_the_name_of_the_model() -> None:
    rows = values()
    with pytest.raises(FitError, match="model 'm' failed on the rows it was asked about: it predicted NaN or infinity"):
        fit_final("m", Lost(), rows).predict(rows.X)
