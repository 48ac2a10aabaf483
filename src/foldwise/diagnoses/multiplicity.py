"""Multiplicity: rows that equally good models predict differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from foldwise.arrays import Codes

__all__ = ["PredictiveMultiplicity", "predictive_multiplicity"]


@final
@dataclass(frozen=True, eq=False)
class PredictiveMultiplicity:
    """How much models that predict about equally well disagree.

    Parameters
    ----------
    models
        Names of the models.
    reference
        The model that the others are held against; empty where any two are.
    ambiguity
        Share of rows on which some model disagrees.
    discrepancy
        Largest share of rows on which one model disagrees.
    most_different
        The model with that share; two names where any two are compared.
    rows
        Rows on which some model disagrees.
    size
        Rows that every model predicted.
    independent
        Independent rows that would tell as much of these shares; None where the rows are independent themselves.
    """

    models: tuple[str, ...]
    reference: str
    ambiguity: float
    discrepancy: float
    most_different: tuple[str, ...]
    rows: Codes
    size: int
    independent: float | None = None


def predictive_multiplicity(predicted: Mapping[str, ArrayLike], reference: str = "") -> PredictiveMultiplicity:
    """Tell on how many rows models that are equally good predict different labels.

    Parameters
    ----------
    predicted
        Labels by each model, for the same rows (n,).
    reference
        Name of the model that the others are held against, as in the definition; where it is empty any two are, which is
        what matters when none of them has been chosen yet.

    References
    ----------
    marx2020.

    Examples
    --------
    >>> models = {"a": [0, 0, 1, 1], "b": [0, 1, 1, 1], "c": [1, 1, 1, 1]}
    >>> found = predictive_multiplicity(models, "b")
    >>> found.ambiguity, found.discrepancy, found.rows.tolist()
    (0.5, 0.25, [0, 1])
    >>> predictive_multiplicity(models).most_different
    ('a', 'c')
    """
    names = tuple(predicted)
    if len(names) < 2:
        message = f"two models or more can disagree, and there is {len(names)}"
        raise InputError(message)
    if reference and reference not in names:
        message = f"no model is called '{reference}'"
        raise InputError(message, hint=f"one of {', '.join(names)}")
    columns = [np.asarray(one) for one in predicted.values()]
    if len({column.shape for column in columns}) > 1 or columns[0].ndim != 1 or not columns[0].size:
        message = f"every model predicts the same rows, and the predictions have the shapes {[column.shape for column in columns]}"
        raise InputError(message)
    table = np.unique(np.stack(columns, axis=1), return_inverse=True)[1].reshape(-1, len(names))
    at = names.index(reference) if reference else 0
    differs = (table != table[:, [at]]).any(axis=1)
    shares = np.stack([(table != column[:, None]).mean(axis=0) for column in table.T])
    pair: tuple[str, ...]
    if reference:
        most = int(shares[at].argmax())
        pair = (names[most],)
        discrepancy = float(shares[at, most])
    else:
        first, second = np.unravel_index(shares.argmax(), shares.shape)
        pair, discrepancy = (names[int(first)], names[int(second)]), float(shares.max())
    rows, ambiguity = np.flatnonzero(differs), float(differs.mean())
    return PredictiveMultiplicity(names, reference, ambiguity, discrepancy, pair, rows, differs.size)
