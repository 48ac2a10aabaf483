"""Posterior probabilities of candidate models, from their log evidences or criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["akaike_weights", "model_probabilities"]


def model_probabilities(
    log_evidences: Mapping[str, float], prior: Mapping[str, float] | None = None
) -> dict[str, float]:
    """P(M | D) ∝ p(D | M) P(M) over a set of candidates; equal priors where none are given.

    They say which candidate is likeliest if one of them is true, and nothing about those that are not in the set.

    Examples
    --------
    >>> {name: round(one, 3) for name, one in model_probabilities({"a": -10.0, "b": -12.0}).items()}
    {'a': 0.881, 'b': 0.119}
    """
    values = _values(log_evidences)
    first = np.ones(values.size) if prior is None else np.array([prior.get(model, 0.0) for model in log_evidences])
    if first.min() < 0 or first.sum() <= 0:
        message = "prior probabilities are 0 or more, and one of them is above 0"
        raise InputError(message)
    with np.errstate(divide="ignore"):
        shares = softmax(values + np.log(first))
    return dict(zip(log_evidences, shares.tolist(), strict=True))


def akaike_weights(criteria: Mapping[str, float]) -> dict[str, float]:
    """exp(-Δ/2)/Σ of AIC, AICc or BIC; of BIC they approximate posterior probabilities (METHODS F.3).

    References
    ----------
    burnham2002.

    Examples
    --------
    >>> {name: round(one, 3) for name, one in akaike_weights({"a": 100.0, "b": 102.0}).items()}
    {'a': 0.731, 'b': 0.269}
    """
    values = _values(criteria)
    return dict(zip(criteria, softmax(-values / 2).tolist(), strict=True))


def _values(given: Mapping[str, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    values = np.array(list(given.values()), dtype=np.float64)
    if not values.size or np.isnan(values).any():
        message = "every candidate has a number"
        raise InputError(message, hint="only candidates for which it is defined")
    return values
