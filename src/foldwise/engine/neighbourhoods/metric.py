"""The two metrics that neighbours are searched by."""

from __future__ import annotations

from typing import Any

__all__ = ["metric_of", "refuse_metric"]

METRICS = {
    "euclidean": "euclidean",
    "l2": "euclidean",
    "manhattan": "manhattan",
    "l1": "manhattan",
    "cityblock": "manhattan",
}
"""Names of metrics, and which of two they are."""


def metric_of(model: Any) -> str | None:  # noqa: ANN401
    """The metric of a model, by one of two names, or None."""
    if model.metric == "minkowski":
        return {1: "manhattan", 2: "euclidean"}.get(model.p)
    return METRICS.get(model.metric) if isinstance(model.metric, str) else None


def refuse_metric(model: Any) -> str | None:  # noqa: ANN401
    """Say which part of the metric or the weights is not known here."""
    if metric_of(model) is None:
        return f"the metric is neither euclidean nor manhattan: {model.metric!r} with p={model.p}"
    if model.metric_params:
        return "metric_params change the metric"
    return "weights is a function" if callable(model.weights) else None
