"""Ridge with a whole list of penalties, for the price of little more than one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine.families.least_squares import outputs_of, pose, training_classes, trusted
from foldwise.engine.features import features
from foldwise.engine.linalg.linear_fits import answer
from foldwise.engine.linalg.solvers import SAFE_PIVOT, Penalties, whiten
from foldwise.engine.pipelines.expansions import expand
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.rows import TestRows
from foldwise.plans import HeldOut, Partition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.problem import Problem
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["ridge_path"]


def ridge_path(
    model: Any,  # noqa: ANN401
    dataset: Dataset,
    resamples: Resamples,
    test: TestRows,
    *,
    alphas: Sequence[float],
) -> tuple[Outputs, ...]:
    """Answers of `Ridge` or `RidgeClassifier`, also after polynomials and splines, with each penalty in `alphas`.

    The products of the rows are summed once. Leave-one-out takes all penalties from one singular value decomposition; any
    other plan takes them from one eigendecomposition per resample. A resample that is not exact for every penalty is left
    out of all answers.
    """
    *steps, final = steps_in(model)
    X = expand(steps, features(dataset))
    seen, kept = training_classes(dataset, resamples, test)
    for alpha in alphas:
        kept &= trusted(replace_alpha(final, alpha), X, resamples)
    problem = pose(replace_alpha(final, min(alphas)), X, dataset, seen)
    problem = replace(problem, solver=Penalties(tuple(float(alpha) for alpha in alphas)))
    singles = isinstance(resamples, Partition | HeldOut) and test.most == 1 and test.only_tested
    if singles and problem.reweight is None and X.shape[1] < dataset.n:
        values, safe = leave_one_out(problem, test)
    else:
        values, safe = answer(problem, resamples, test)
    m = problem.design.Y.shape[1]
    return tuple(outputs_of(values[:, at * m : (at + 1) * m], seen, test, kept & safe) for at in range(len(alphas)))


def replace_alpha(final: Any, alpha: float) -> Any:  # noqa: ANN401
    """The same model with another penalty."""
    from sklearn.base import clone

    return clone(final).set_params(alpha=alpha)


def leave_one_out(problem: Problem, test: TestRows) -> tuple[Floats, Mask]:
    """Values of the rows left out, for all penalties from the same decomposition (N, A · m).

    Notes
    -----
    With X = U S Vᵀ about the means, h_ii = wᵢ (1/Σw + Σⱼ uᵢⱼ² sⱼ²/(sⱼ² + α)) and a residual without the row is e_i/(1 - h_ii)
    (METHODS J.4).
    """
    design, solver = problem.design, problem.solver
    assert isinstance(solver, Penalties)
    weights = np.ones(design.n) if design.weights is None else design.weights
    basis = whiten(design.X, design.weights, intercept=design.intercept)
    left, sizes, _ = np.linalg.svd(basis.back, full_matrices=False)
    turned = basis.rows @ left
    middle = np.zeros(design.Y.shape[1])
    if design.intercept:
        turned -= np.average(turned, axis=0, weights=weights)
        middle = np.average(design.Y, axis=0, weights=weights)
    shrunk = sizes[:, None] ** 2 / (sizes[:, None] ** 2 + np.array(solver.sizes))  # (k, A)
    leverage = np.square(turned) @ shrunk + design.intercept / weights.sum()
    rest = 1.0 - weights[:, None] * leverage  # (n, A)
    cross = turned.T @ (weights[:, None] * (design.Y - middle))  # (k, m)
    fitted = turned @ (shrunk[:, :, None] * cross[:, None, :]).reshape(len(sizes), -1)  # (n, A · m)
    m = design.Y.shape[1]
    residuals = np.tile(design.Y - middle, solver.many) - fitted
    residuals /= np.repeat(np.where(rest > SAFE_PIVOT, rest, 1.0), m, axis=1)
    values = np.tile(design.Y, solver.many) - residuals
    return values[test.tested], (rest > SAFE_PIVOT).all(axis=1)[test.tested]
