"""Importance of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.charts.figure import finished, interval_rows

if TYPE_CHECKING:
    from foldwise.diagnoses import PermutationImportance
    from foldwise.ensembles import Importance
    from foldwise.typing import Untyped

__all__ = ["importance"]

MOST_COLUMNS = 30


def importance(found: Importance | PermutationImportance) -> Untyped:
    """Draw by how much the loss grows when each column is permuted, with its interval; of very many, the largest.

    That of a forest has ±1.96 standard errors over its members, that of a diagnosis corrected t intervals over resamples.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.ensembles import Importance
    >>> importance(Importance(["a", "b"], np.array([0.1, 0.3]), np.array([0.01, 0.02]))).to_dict()["description"]
    'Importance of 2 columns, the largest first: b 0.3, a 0.1.'
    """
    from foldwise.diagnoses import PermutationImportance

    records, intervals = _of_resamples(found) if isinstance(found, PermutationImportance) else _of_members(found)
    count, records = len(records), records[:MOST_COLUMNS]
    text = ", ".join(f"{record['label']} {record['value']:.3g}" for record in records[:8])
    more = f"the largest {MOST_COLUMNS} of {count} columns; " if count > MOST_COLUMNS else ""
    said = [
        f"{more}{intervals}",
        "columns that carry the same information share it between them",
    ]
    description = f"Importance of {count} columns, the largest first: {text}."
    return finished(
        interval_rows(records, "increase of the loss", zero=True), "Permutation importance", said, description
    )


def _of_members(found: Importance) -> tuple[list[dict[str, Any]], str]:
    records = [
        {"label": name, "value": value, "low": value - 1.96 * error, "high": value + 1.96 * error}
        for name, value, error in found.to_frame().itertuples(index=False)
    ]
    return records, "±1.96 standard errors over the members"


def _of_resamples(found: PermutationImportance) -> tuple[list[dict[str, Any]], str]:
    records = [
        {
            "label": column.column,
            "value": column.value,
            "low": column.low,
            "high": column.high,
            "open": not column.matters,
        }
        for column in found.columns
    ]
    level = f"{100 * found.level:g} %"
    return records, f"{level} intervals over {found.resamples} resamples; hollow: no increase is shown"
