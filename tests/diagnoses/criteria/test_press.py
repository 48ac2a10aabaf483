"""Leave-one-out without refitting, against scikit-learn."""

from math import inf

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from foldwise.diagnoses import InSampleFit, Press, leverages
from foldwise.errors import ValidityError

rng = np.random.default_rng(0)
X = rng.normal(size=(25, 4))
Y = X @ [1, 2, 0, -1] + rng.normal(size=25)


def test_it_is_leave_one_out_of_scikit_learn():
    model = LinearRegression()
    theirs = np.mean((Y - cross_val_predict(model, X, Y, cv=LeaveOneOut())) ** 2)
    e = Y - model.fit(X, Y).predict(X)
    assert Press().of(InSampleFit.of_residuals(e, 5, leverages=leverages(X))) == pytest.approx(theirs)


def test_ridge_without_an_intercept_is_exact_too():
    model = Ridge(3.0, fit_intercept=False)
    theirs = np.mean((Y - cross_val_predict(model, X, Y, cv=LeaveOneOut())) ** 2)
    e = Y - model.fit(X, Y).predict(X)
    h = leverages(X, ridge=3.0, intercept=False)
    assert Press().of(InSampleFit.of_residuals(e, h.sum(), leverages=h)) == pytest.approx(theirs)


def test_a_row_that_fits_itself_has_no_end():
    assert Press().of(InSampleFit.of_residuals([0.1, 1.0], 1, leverages=[1.0, 0.5])) == inf


def test_without_leverages_there_is_none():
    with pytest.raises(ValidityError, match="not linear in the target"):
        Press().of(InSampleFit.of_residuals([1.0, 2.0], 1))
