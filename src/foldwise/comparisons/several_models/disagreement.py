"""The rows on which systems disagree: where a comparison is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import MeasureError

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Codes, Mask
    from foldwise.predictions import Predictions

__all__ = ["Disagreement", "disagreement"]


@final
@dataclass(frozen=True, eq=False)
class Disagreement:
    """Which rows systems predict differently, and who is right on them.

    Parameters
    ----------
    predictions
        The systems.
    rows
        Rows on which at least two systems differ (D,).
    right
        Whether each system is right on them (D, systems).
    """

    predictions: Predictions
    rows: Codes
    right: Mask

    @property
    def share(self) -> float:
        """Share of all rows."""
        return self.rows.size / max(1, self.predictions.n)

    def to_frame(self) -> pd.DataFrame:
        """One line per row: its number, the truth, every system's prediction, and how many are right."""
        import pandas as pd

        table = self.predictions
        columns = {"row": self.rows, "truth": table.label(table.truth[self.rows])}
        for name in table.models:
            columns[name] = table.label(_by_row(table, name)[self.rows])
        return pd.DataFrame({**columns, "right": self.right.sum(axis=1)})

    def counts(self) -> pd.DataFrame:
        """How often each pattern of right and wrong occurs among these rows, the commonest first."""
        import pandas as pd

        patterns, times = np.unique(self.right, axis=0, return_counts=True)
        frame = pd.DataFrame(patterns, columns=list(self.predictions.models))
        return frame.assign(rows=times).sort_values("rows", ascending=False, kind="stable").reset_index(drop=True)


def disagreement(predictions: Predictions) -> Disagreement:
    """Find the rows of one test set on which systems disagree.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["x", "y", "y"], {"a": ["x", "y", "x"], "b": ["x", "x", "x"]})
    >>> disagreement(table).to_frame().to_dict("records")
    [{'row': 1, 'truth': 'y', 'a': 'y', 'b': 'x', 'right': 1}]
    """
    if not predictions.is_classification:
        message = "systems disagree about classes, and these predict values"
        raise MeasureError(message, hint="the differences of their errors")
    outputs = np.stack([_by_row(predictions, name) for name in predictions.models], axis=1)
    rows = np.flatnonzero((outputs != outputs[:, :1]).any(axis=1))
    return Disagreement(predictions, rows, outputs[rows] == predictions.truth[rows, None])


def _by_row(predictions: Predictions, name: str) -> Codes:
    """A system's predictions in the order of the rows (n,); unclassified where it was not asked."""
    outputs = predictions.of(name)
    codes = np.full(predictions.n, -1, dtype=np.intp)
    codes[outputs.row] = outputs.output
    return codes
