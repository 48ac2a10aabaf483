"""Error on training rows, in-sample estimates of it, and error on rows left out, side by side."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from foldwise.charts.figure import finished, interval_rows

if TYPE_CHECKING:
    from foldwise.reports import Diagnosis
    from foldwise.typing import Untyped

__all__ = ["optimism"]


def optimism(found: Diagnosis) -> Untyped:
    """Draw the error on training rows, what it is with its optimism added, and the error on rows left out.

    The optimism is that of a covariance penalty, where the in-sample criteria of the diagnosis have one.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("knn", foldwise.sample("breast-cancer"), plan="kfold(5)", parts="criteria")
    >>> optimism(found).to_dict()["description"].startswith("error: 0.02")
    True
    """
    finding, part = found.finding(), found.criteria
    ends = {} if finding.interval is None else {"low": finding.interval.low, "high": finding.interval.high}
    records: list[dict[str, Any]] = [{"label": "training rows", "value": found.training_error, "open": True}]
    if part is not None and not isnan(part.optimism):
        corrected = found.training_error + part.optimism
        records.append({"label": "with its optimism", "value": corrected, "open": True})
    records.append({"label": "rows left out", "value": finding.estimate.value, **ends})
    text = "; ".join(f"{record['value']:.3g} {record['label']}" for record in records)
    said = [f"{100 * found.level:g} % interval of the error on rows left out", "hollow: from the training rows alone"]
    name = found.measure.label
    return finished(interval_rows(records, name), "In-sample and resampled error", said, f"{name}: {text}.")
