"""What boosting did round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Codes, Floats
    from foldwise.typing import Untyped

__all__ = ["BoostingTrace", "training_bound"]


@final
@dataclass(frozen=True, eq=False)
class BoostingTrace:
    """Weights, errors and votes of each round, and how well the ensemble does on its training rows after it.

    Parameters
    ----------
    weights
        Weights of the training rows when a member was fitted (k, n), each round adding up to 1.
    errors
        Weighted error of each member (k,): share of weight misclassified, or mean loss for values.
    alphas
        Vote of each member (k,).
    restarts
        Samples thrown away before each member (k,), because the member fitted to them was wrong too often.
    training_errors
        Error of the ensemble on the training rows after each round (k,): share misclassified, or mean squared error.
    bounds
        Bound of the training error after each round (k,), Π 2√(ε(1 - ε)); NaN where there is none.
    margins
        Margin of each training row (n,): share of the votes of its class less that of the strongest other class; empty for
        values.
    stopped
        Why there are no more rounds.

    Examples
    --------
    >>> even = np.full((2, 4), 0.25)
    >>> nothing = np.zeros(2, dtype=int)
    >>> trace = BoostingTrace(
    ...     even, np.array([0.25, 0.1]), np.ones(2), nothing, np.zeros(2), np.ones(2), np.ones(4), "done"
    ... )
    >>> trace.to_frame()["error"].tolist()
    [0.25, 0.1]
    """

    weights: Floats
    errors: Floats
    alphas: Floats
    restarts: Codes
    training_errors: Floats
    bounds: Floats
    margins: Floats
    stopped: str

    @property
    def rounds(self) -> int:
        """Number of members."""
        return int(self.errors.size)

    def to_frame(self) -> pd.DataFrame:
        """One row for each round: ``round, error, alpha, restarts, training_error, bound``."""
        import pandas as pd

        return pd.DataFrame(
            {
                "round": np.arange(1, self.rounds + 1),
                "error": self.errors,
                "alpha": self.alphas,
                "restarts": self.restarts,
                "training_error": self.training_errors,
                "bound": self.bounds,
            }
        )

    def plot(self) -> Untyped:
        """Chart of the errors of members and ensemble, and of the bound, by round; needs the extra ``charts``."""
        from foldwise.errors import need_charts

        need_charts()
        import altair as alt

        columns = {"error": "error of the member", "training_error": "error of the ensemble", "bound": "bound"}
        frame = self.to_frame().rename(columns=columns).melt("round", list(columns.values()), "line", "value")
        return (
            alt.Chart(frame.dropna())
            .mark_line(point=True)
            .encode(
                x=alt.X("round:Q", title="round"),
                y=alt.Y("value:Q", title="on the training rows"),
                color=alt.Color("line:N", title=None, sort=list(columns.values())),
            )
        )


def training_bound(errors: Floats) -> Floats:
    """Bound of the training error after each round, Π 2√(ε(1 - ε)).

    Examples
    --------
    >>> training_bound(np.array([0.3, 0.2])).round(4)
    array([0.9165, 0.7332])
    """
    return np.asarray(np.cumprod(2 * np.sqrt(errors * (1 - errors))))
