"""Rows that unbeaten models label differently."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtri, stdtrit

from foldwise.diagnoses import predictive_multiplicity
from foldwise.intervals import wilson
from foldwise.phrases import count_of, listed
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array, Codes, Mask
    from foldwise.diagnoses import PredictiveMultiplicity
    from foldwise.predictions import Predictions
    from foldwise.reports.comparison.comparison import ModelComparison

__all__ = ["multiplicity_of", "multiplicity_record", "on_multiplicity"]

LOOKED_AT = 0.975
"""Quantile at which t and z are held against each other."""


def multiplicity_of(predictions: Predictions, models: Sequence[str]) -> PredictiveMultiplicity | None:
    """How much models disagree on rows that none of them was trained on; None for values and for a single model.

    Each row is looked at once, as the first resample that tests it has it, the same for all models.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.compare("lda, gaussian-nb", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> multiplicity_of(found.predictions, ["lda", "gaussian-nb"]).ambiguity
    0.04
    """
    if len(models) < 2 or not predictions.is_classification:
        return None
    rows, labels = _first_labels(predictions, models)
    if not rows.size:
        return None
    found = predictive_multiplicity(labels)
    groups = None if predictions.groups is None else predictions.groups[rows]
    independent = None if groups is None else _independent_rows(np.isin(np.arange(rows.size), found.rows), groups)
    return replace(found, rows=rows[found.rows], independent=independent)


def _independent_rows(differs: Mask, groups: Codes) -> float:
    """Independent rows that tell as much of a share as rows in groups do, by Korn & Graubard.

    The variance is that between groups, and t with a degree of freedom less than groups takes the place of z. Where all rows
    are alike, those of a group may be one.

    Examples
    --------
    >>> import numpy as np
    >>> groups = np.repeat(np.arange(20), 10)
    >>> float(round(_independent_rows(groups < 5, groups), 1)), _independent_rows(groups < 0, groups)
    (16.7, 20.0)
    """
    sizes = np.bincount(groups)
    sizes, number = sizes[sizes > 0].astype(np.float64), np.unique(groups).size
    share = float(differs.mean())
    if share in (0.0, 1.0) or number < 2:
        return float(differs.size / (sizes**2).sum() * differs.size)
    between = np.bincount(groups, weights=differs - share)
    variance = float((between**2).sum()) / differs.size**2 * number / (number - 1)
    found = share * (1 - share) / variance if variance else float(differs.size)
    return min(found, differs.size) * float(ndtri(LOOKED_AT) / stdtrit(number - 1, LOOKED_AT)) ** 2


def _interval(found: PredictiveMultiplicity, share: float, level: float) -> tuple[float, float]:
    """Interval of a share of the rows."""
    rows = found.size if found.independent is None else found.independent
    return wilson(share * rows, rows, level)


def _first_labels(predictions: Predictions, models: Sequence[str]) -> tuple[Codes, dict[str, Array]]:
    """Rows that every model has labelled, and the first label of each by each model."""
    firsts = {name: _first(predictions, name) for name in models}
    rows = np.arange(predictions.n)
    for own, _ in firsts.values():
        rows = np.intersect1d(rows, own)
    return rows, {name: output[np.searchsorted(own, rows)] for name, (own, output) in firsts.items()}


def _first(predictions: Predictions, model: str) -> tuple[Codes, Array]:
    outputs = predictions.of(model)
    rows, places = np.unique(outputs.row, return_index=True)
    return rows, outputs.output[places]


def multiplicity_record(found: PredictiveMultiplicity | None, level: float) -> dict[str, Any] | None:
    """Everything as plain data, with intervals of the shares."""
    if found is None:
        return None
    rows = found.size
    return {
        "models": list(found.models),
        "rows": rows,
        "ambiguity": found.ambiguity,
        "ambiguity_interval": list(_interval(found, found.ambiguity, level)),
        "ambiguous_rows": found.rows.tolist()[:50],
        "discrepancy": found.discrepancy,
        "discrepancy_interval": list(_interval(found, found.discrepancy, level)),
        "most_different": list(found.most_different),
        "level": level,
    }


def on_multiplicity(comparison: ModelComparison) -> Iterator[str]:
    """Say on how many rows the models that may be best disagree."""
    found = comparison.multiplicity()
    if found is None:
        return
    low, high = _interval(found, found.ambiguity, comparison.level)
    which = "the rows" if found.size == comparison.dataset.n else f"the {found.size:,} rows that all of them predicted"
    most = (
        f"; {listed(list(found.most_different))} differ most, on {100 * found.discrepancy:.1f} % (discrepancy)"
        if len(found.models) > 2
        else ""
    )
    yield (
        f"{listed(list(found.models))}, none of which is beaten, give {count_of(int(found.rows.size), 'row')} different "
        f"labels: {100 * found.ambiguity:.1f} % of {which} [{100 * low:.1f}, {100 * high:.1f}] (ambiguity, "
        f"{level_text(comparison.level)}){most}"
    )
