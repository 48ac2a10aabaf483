"""Importance of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import finished, interval_rows

if TYPE_CHECKING:
    from foldwise.ensembles import Importance
    from foldwise.typing import Untyped

__all__ = ["importance"]

MOST_COLUMNS = 30


def importance(found: Importance) -> Untyped:
    """Draw by how much the loss grows when each column is permuted, ±1.96 standard errors; of very many, the largest.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.ensembles import Importance
    >>> importance(Importance(["a", "b"], np.array([0.1, 0.3]), np.array([0.01, 0.02]))).to_dict()["description"]
    'Importance of 2 columns, the largest first: b 0.3, a 0.1.'
    """
    frame = found.to_frame().head(MOST_COLUMNS)
    records = [
        {"label": name, "value": value, "low": value - 1.96 * error, "high": value + 1.96 * error}
        for name, value, error in frame.itertuples(index=False)
    ]
    told = ", ".join(f"{one['label']} {one['value']:.3g}" for one in records[:8])
    more = f"the largest {MOST_COLUMNS} of {len(found.names)} columns; " if len(found.names) > MOST_COLUMNS else ""
    said = [
        f"{more}±1.96 standard errors over the members",
        "columns that carry the same information share it between them",
    ]
    description = f"Importance of {len(found.names)} columns, the largest first: {told}."
    return finished(
        interval_rows(records, "increase of the loss", zero=True), "Permutation importance", said, description
    )
