"""Excess risk: what estimation costs, and what the choice of models costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.problems.problem import KnownProblem, Predictor

__all__ = ["ExcessRisk", "excess_risk"]


@final
@dataclass(frozen=True)
class ExcessRisk:
    """Risk of a model, taken apart: risk = Bayes risk + approximation + estimation.

    Parameters
    ----------
    risk
        True risk of the model.
    bayes
        Risk of the best possible model.
    best
        Risk of the best model of its class.
    empirical
        Mean loss on the training rows; None where they were not given.
    error
        Monte-Carlo standard error of the risk; 0 where it is exact.
    """

    risk: float
    bayes: float
    best: float
    empirical: float | None = None
    error: float = 0.0

    @property
    def approximation(self) -> float:
        """What even the best model of the class is worse than the Bayes rule; more rows do not help."""
        return self.best - self.bayes

    @property
    def estimation(self) -> float:
        """What is lost because the model was fitted to a sample; more rows help."""
        return self.risk - self.best

    @property
    def excess(self) -> float:
        """Risk above the Bayes risk: approximation + estimation."""
        return self.risk - self.bayes

    @property
    def optimism(self) -> float | None:
        """Risk less the training error; None without training rows."""
        return None if self.empirical is None else self.risk - self.empirical


def excess_risk(
    problem: KnownProblem, model: Predictor, *, best: float, training: tuple[Floats, Array] | None = None
) -> ExcessRisk:
    """Take the risk of a fitted model apart into Bayes risk, approximation error and estimation error.

    Parameters
    ----------
    problem
        Where the rows come from.
    model
        The fitted model.
    best
        Risk of the best model of its class, such as `problem.best_risk(1)` or `problem.bayes_risk`; or that of the same
        learner after very many rows.
    training
        Rows it was trained on, for the empirical risk.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> from foldwise.problems import PolynomialRegression
    >>> problem = PolynomialRegression((0, 1, 0, -2), noise=0.5)
    >>> X, y = problem.draw(50)
    >>> found = excess_risk(problem, LinearRegression().fit(X, y), best=problem.best_risk(1), training=(X, y))
    >>> round(found.approximation, 4), found.estimation > 0
    (0.0914, True)
    >>> bool(np.isclose(found.excess, found.approximation + found.estimation))
    True
    """
    if best < problem.bayes_risk * (1 - 1e-9):
        message = f"no class of models is better than the Bayes risk, {problem.bayes_risk:.6g}, and best is {best:.6g}"
        raise InputError(message)
    true = problem.risk(model)
    empirical = None if training is None else _mean_loss(problem, model, training)
    return ExcessRisk(true.value, problem.bayes_risk, float(best), empirical, true.error)


def _mean_loss(problem: KnownProblem, model: Predictor, training: tuple[Floats, Array]) -> float:
    X, y = training
    predicted = np.asarray(model.predict(X))
    losses = predicted != y if problem.task is Task.CLASSIFICATION else (predicted - y) ** 2
    return float(np.mean(losses))
