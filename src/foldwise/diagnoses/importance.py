"""Importance of columns: how much the loss rises where the values of a column are permuted among the test rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np
from scipy.special import stdtrit

from foldwise.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

__all__ = ["ColumnImportance", "PermutationImportance", "importance_of"]


@final
@dataclass(frozen=True)
class ColumnImportance:
    """Rise of the loss where one column is permuted, averaged over the resamples, with its interval.

    Parameters
    ----------
    column
        Its name.
    value
        Mean rise of the loss; 0 for a column that the models make no use of.
    low, high
        Interval of it.
    spread
        Standard deviation over the resamples.
    """

    column: str
    value: float
    low: float
    high: float
    spread: float

    @property
    def matters(self) -> bool:
        """Whether a rise of the loss is shown."""
        return self.low > 0


@final
@dataclass(frozen=True, eq=False)
class PermutationImportance:
    """Importance of every column, the highest first.

    Parameters
    ----------
    columns
        The columns.
    resamples
        Models that were looked at, each on its own test rows.
    permutations
        Permutations of each column for each model.
    level
        Level of the intervals.
    """

    columns: tuple[ColumnImportance, ...]
    resamples: int
    permutations: int
    level: float

    def to_frame(self) -> pd.DataFrame:
        """One line for each column."""
        import pandas as pd

        return pd.DataFrame([{**vars(column), "matters": column.matters} for column in self.columns])


def importance_of(
    names: tuple[str, ...],
    rises: ArrayLike,
    *,
    test_share: float,
    permutations: int = 1,
    level: float = 0.95,
) -> PermutationImportance:
    """Bring the rises of the loss over resamples together, with corrected t intervals.

    Training sets of resamples overlap, so that the variance of the mean of J rises is (1/J + n_test/n_train) s², after Nadeau
    and Bengio (METHODS C.9), with J - 1 degrees of freedom. Columns that carry the same information share their importance:
    where one is permuted the models still have the other.

    Parameters
    ----------
    names
        Names of the columns.
    rises
        Loss with the column permuted less the loss without, for each resample (J, columns).
    test_share
        Test rows for each training row, n_test/n_train.
    permutations
        Permutations that each rise is the mean of.
    level
        Level of the intervals.

    References
    ----------
    breiman2001; fisher2019; nadeau2003.

    Examples
    --------
    >>> found = importance_of(("age", "town"), [[0.2, 0.0], [0.3, 0.01], [0.25, -0.01]], test_share=0.5)
    >>> [(one.column, round(one.value, 3), one.matters) for one in found.columns]
    [('age', 0.25, True), ('town', 0.0, False)]
    """
    table = np.asarray(rises, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(names) or len(table) < 2:
        message = f"rises are resamples x columns, two resamples or more and {len(names)} columns, not {table.shape}"
        raise InputError(message)
    if not np.isfinite(table).all() or not 0 < level < 1 or not test_share > 0:
        message = (
            f"finite rises, a level between 0 and 1 and a share above 0 are needed, not {level:g} and {test_share:g}"
        )
        raise InputError(message)
    count = len(table)
    means, spreads = table.mean(axis=0), table.std(axis=0, ddof=1)
    reach = float(stdtrit(count - 1, (1 + level) / 2)) * spreads * np.sqrt(1 / count + test_share)
    found = [
        ColumnImportance(name, float(mean), float(mean - far), float(mean + far), float(spread))
        for name, mean, far, spread in zip(names, means, reach, spreads, strict=True)
    ]
    return PermutationImportance(tuple(sorted(found, key=lambda one: -one.value)), count, permutations, level)
