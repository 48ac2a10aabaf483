"""Permutation importance: how much worse the members predict their out-of-bag rows when a column is permuted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.utils import check_random_state

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from foldwise.arrays import Array, Counts, Floats
    from foldwise.typing import Given

__all__ = ["Importance", "permutation_importance"]


@final
@dataclass(frozen=True, eq=False)
class Importance:
    """Increase of the loss by each column.

    Parameters
    ----------
    names
        Names of the columns.
    values
        Mean increase of the loss of the members (p,).
    standard_errors
        Standard error over the members (p,); columns that carry the same information share it between them.

    Examples
    --------
    >>> Importance(["a", "b"], np.array([0.1, 0.3]), np.array([0.01, 0.02])).ranking()
    ['b', 'a']
    """

    names: Sequence[str]
    values: Floats
    standard_errors: Floats

    def ranking(self) -> list[str]:
        """Names, the most important first."""
        return [str(self.names[at]) for at in np.argsort(-self.values, kind="stable")]

    def to_frame(self) -> pd.DataFrame:
        """Columns ``column, importance, standard_error``, the most important first."""
        import pandas as pd

        order = np.argsort(-self.values, kind="stable")
        columns = {"column": [str(self.names[at]) for at in order], "importance": self.values[order]}
        return pd.DataFrame({**columns, "standard_error": self.standard_errors[order]})


def permutation_importance(
    members: Sequence[Given],
    X: Array,
    counts: Counts,
    *,
    losses: Callable[[Given, Array, Array], Floats],
    names: Sequence[str],
    repeats: int = 1,
    seed: Given = None,
) -> Importance:
    """Permute each column within the out-of-bag rows of each member (Breiman's importance, not divided by its spread).

    Parameters
    ----------
    members
        Fitted members.
    X
        Training rows (n, p).
    counts
        How often each row is in the sample of each member (B, n).
    losses
        Called as ``losses(member, rows, places)``: the loss of each of some rows, which are those at `places` of `X`.
    names
        Names of the columns.
    repeats
        Permutations of each column for each member.
    seed
        Seed of the permutations.
    """
    if repeats < 1:
        message = f"repeats is a whole number from 1 up, not {repeats!r}"
        raise InputError(message, hint="repeats=5")
    rng = check_random_state(seed)
    grown = []
    for member, own in zip(members, np.asarray(counts), strict=True):
        out = np.flatnonzero(own == 0)
        if out.size:
            grown.append(_increases(member, X[out], out, losses=losses, repeats=repeats, rng=rng))
    table = np.array(grown) if grown else np.full((1, X.shape[1]), np.nan)
    spread = table.std(axis=0, ddof=1) if len(table) > 1 else np.full(X.shape[1], np.nan)
    return Importance(list(names), table.mean(axis=0), spread / np.sqrt(len(table)))


def _increases(
    member: Given, rows: Array, places: Array, *, losses: Given, repeats: int, rng: np.random.RandomState
) -> Floats:
    """Increase of the mean loss (p,) of one member by each column, all permuted copies predicted in one call."""
    n, p = rows.shape
    before = float(np.mean(losses(member, rows, places)))
    copies = np.tile(rows, (p * repeats, 1)).reshape(p, repeats, n, p)
    for column in range(p):
        for repeat in range(repeats):
            copies[column, repeat, :, column] = rows[rng.permutation(n), column]
    after = losses(member, copies.reshape(-1, p), np.tile(places, p * repeats))
    return np.asarray(after, dtype=np.float64).reshape(p, repeats * n).mean(axis=1) - before
