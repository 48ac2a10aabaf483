"""Squared loss: bias² + variance + noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.bias_variance.decomposition import DecompositionMethod
from foldwise.diagnoses.bias_variance.runs import RunKind

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["SquaredParts"]


@final
@dataclass(frozen=True)
class SquaredParts(DecompositionMethod):
    """E(f - y)² = (f̄ - y)² + Var f, of which the noise σ² is part of the first where it is known (METHODS E.1).

    With T models, mean f̄ and variance v (divisor T - 1) of their values, the plug-in (f̄ - y)² contains v/T; corrected
    bias² = (f̄ - y)² - v/T - σ² and variance v are unbiased, the plug-in ones are (f̄ - y)² - σ² and v (T - 1)/T. Both
    sum to the mean loss exactly. Where E(y | x) is known it takes the place of y and σ² is added. A bias² may come out
    negative on a row; its mean over the rows is what counts.

    Assumes that the models were trained independently of the row. Models whose training sets overlap, as those of a
    bootstrap or of repeated k-fold, vary less than models on fresh data.

    References
    ----------
    geman1992.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = SquaredParts().decompose(Runs.of_values([1.0], [[0.0, 1.0, 2.0, 3.0]]))
    >>> round(found.bias, 4), round(found.variance, 4), found.loss
    (-0.1667, 1.6667, 1.5)
    """

    name: ClassVar[str] = "squared"
    summary: ClassVar[str] = "bias², variance and noise of squared loss"
    loss: ClassVar[str] = "squared"
    kind: ClassVar[RunKind] = RunKind.VALUES
    corrects: ClassVar[bool] = True

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:
        """Mean and variance over the models of each row."""
        T, values = runs.counts, np.where(runs.given, runs.predicted, 0.0)
        optimal = runs.truth if runs.noise.optimal is None else runs.noise.optimal
        noise = np.zeros(T.size) + (0.0 if runs.noise.variance is None else runs.noise.variance)
        mean = values.sum(axis=1) / T
        spread = np.where(runs.given, (values - mean[:, None]) ** 2, 0.0).sum(axis=1) / T
        gap = (mean - optimal) ** 2
        losses = gap + spread + (0.0 if runs.noise.optimal is None else noise)
        variance = spread * T / (T - 1) if corrected else spread
        return {
            "losses": losses,
            "biases": losses - variance - noise,
            "variances": variance,
            "noises": noise,
            "mean prediction": mean,
        }
