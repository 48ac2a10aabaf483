"""Decision instability: how many decisions depend on which rows the model was trained on, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses.instability import model_table
from foldwise.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["DecisionInstability", "decision_instability"]


@final
@dataclass(frozen=True, eq=False)
class DecisionInstability:
    """Flips and net benefit at each threshold.

    Parameters
    ----------
    thresholds
        Probabilities from which on one acts (K,).
    flips
        Share of decisions of the models that differ from the model at hand (K,).
    benefit
        Net benefit of the model at hand (K,).
    low, high
        Range of the net benefit over the middle share of the models (K,).
    """

    thresholds: Floats
    flips: Floats
    benefit: Floats
    low: Floats
    high: Floats

    def to_frame(self) -> pd.DataFrame:
        """One line for each threshold."""
        import pandas as pd

        return pd.DataFrame(vars(self))


def decision_instability(
    truth: ArrayLike,
    probabilities: ArrayLike,
    reference: ArrayLike,
    *,
    thresholds: ArrayLike = (0.1, 0.25, 0.5, 0.75, 0.9),
    level: float = 0.95,
) -> DecisionInstability:
    """Hold decisions and net benefit of models of bootstrap samples against those of the model at hand.

    Net benefit at threshold t is TP/n - FP/n · t/(1 - t).

    Parameters
    ----------
    truth
        1 for rows of the positive class, 0 for others (n,).
    probabilities
        Probability of the positive class by the models of bootstrap samples (n, B).
    reference
        That by the model at hand (n,).
    thresholds
        Probabilities from which on one acts, above 0 and below 1.
    level
        Share of the models between `low` and `high`.

    References
    ----------
    vickers2006; riley2023.

    Examples
    --------
    >>> found = decision_instability([1, 0], [[0.9, 0.4], [0.2, 0.6]], [0.8, 0.1], thresholds=[0.5])
    >>> found.flips.tolist(), found.benefit.tolist(), found.low.round(4).tolist()
    ([0.5], [0.5], [-0.475])
    """
    y, cuts = np.asarray(truth, dtype=np.float64), np.asarray(thresholds, dtype=np.float64)
    table, given = model_table(probabilities, None)
    if not given.all():
        message = "decisions are compared on the same rows, and some models predict only some of them"
        raise InputError(message, hint="predictions of every model for every row")
    if cuts.min() <= 0 or cuts.max() >= 1:
        message = "a threshold lies above 0 and below 1"
        raise InputError(message)
    own = np.asarray(reference, dtype=np.float64)[:, None]
    acted = [(table >= cut, own >= cut) for cut in cuts]
    flips = np.array([(models != mine).mean() for models, mine in acted])
    benefits = [_benefit(y, models, cut) for (models, _), cut in zip(acted, cuts, strict=True)]
    benefit = [_benefit(y, mine, cut)[0] for (_, mine), cut in zip(acted, cuts, strict=True)]
    low, high = np.quantile(np.array(benefits), [(1 - level) / 2, (1 + level) / 2], axis=1)
    return DecisionInstability(cuts, flips, np.array(benefit), low, high)


def _benefit(y: Floats, acted: Floats, threshold: float) -> Floats:
    """Net benefit of each model (B,)."""
    weights = np.where(y == 1, 1.0, -threshold / (1 - threshold))
    return weights @ acted / y.size
