"""Approximate leave-one-out for logistic regression: one Newton step per row instead of a fit. Never used by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.families.logistic import Logistic, LogisticFit, labels_and_probabilities
from foldwise.engine.family import Resampled
from foldwise.engine.linalg.newton import probabilities
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import Prepared
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import all_rows
from foldwise.errors import FitError, InputError

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset
    from foldwise.engine.linalg.newton import Likelihood
    from foldwise.typing import Estimator

__all__ = ["approximate_loo"]


def approximate_loo(model: Estimator, dataset: Dataset) -> Floats:
    """Approximate leave-one-out probabilities of a logistic regression, from a single fit to all rows (n, C).

    Each row is taken out by one Newton step from the optimum of all rows, not by a new fit, so the result is
    approximate: close where no row has much influence, less so for few rows or many columns. Preprocessing stays as
    fitted to all rows. For exact probabilities, assess with ``plan="loo"``.

    Parameters
    ----------
    model
        A `LogisticRegression` with an L2 penalty, or a pipeline that ends in one.
    dataset
        The rows.

    Notes
    -----
    With the derivative g and the second derivative L of a row's loss, and A = x'H⁻¹x, the row's score without it is
    η + A (I - L A)⁻¹ g. In an example of 40 rows and 6 columns the largest error is 0.34, of shifts up to 2.1.

    References
    ----------
    rad2020, approximate leave-one-out; METHODS J.9.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from foldwise.data import sample
    >>> approximate_loo(LogisticRegression(), sample("iris")).shape
    (150, 3)
    """
    *steps, final = steps_in(model)
    everything = all_rows(dataset.n)
    refusal = (
        Logistic().refusal(model, dataset, everything.resamples)
        if type(final).__name__ in Logistic.models
        else "it is none"
    )
    if refusal:
        message = f"approximate leave-one-out needs a smooth logistic regression: {refusal}"
        raise InputError(message, hint="plan='loo', which is exact for every model")
    from sklearn.base import clone

    exact = clone(final).set_params(solver="newton-cholesky")  # whose start is not scikit-learn's own fit
    data = Resampled(dataset, everything, TestRows.of(everything.resamples))
    fit = LogisticFit(exact, data, Prepared.of(steps, data))
    if fit.whole is None or not fit.whole.reached:
        message = "the logistic regression has no optimum: its classes can be separated without penalty"
        raise FitError(message, hint="a smaller C")
    likelihood = fit.likelihood(fit.prepared(0, 1), everything, 0, 1)
    return labels_and_probabilities(_without_each(likelihood, fit.whole.theta))[1]


def _without_each(likelihood: Likelihood, theta: Floats) -> Floats:
    """Score of each row after a Newton step that takes it out (n, m)."""
    k, m = theta.shape
    inverse, _ = likelihood.inverse(likelihood.curvature(theta[None]))
    blocks = inverse[0].reshape(k, m, k, m)
    x = likelihood.table @ likelihood.maps[0]
    scores = x @ theta
    shares, weights = probabilities(scores.copy()), likelihood.weights[:, 0]
    slopes = weights[:, None] * (shares - likelihood.targets)
    influence = np.empty((len(x), m, m))
    for c in range(m):
        for d in range(m):
            influence[:, c, d] = np.einsum("nk,nk->n", x @ blocks[:, c, :, d], x)
    bends = -shares[:, :, None] * shares[:, None, :]
    places = np.arange(m)
    bends[:, places, places] += shares
    bends *= weights[:, None, None]
    return np.asarray(
        scores + (influence @ np.linalg.solve(np.eye(m) - bends @ influence, slopes[:, :, None]))[:, :, 0]
    )
