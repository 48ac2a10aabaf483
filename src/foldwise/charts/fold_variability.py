"""How a measure varies over folds and repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.charts.figure import ACCENT, SECOND, STEP, WIDTH, finished, thinned
from foldwise.errors import need_charts
from foldwise.measures import ModelScores
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.typing import Untyped

__all__ = ["fold_variability"]

MOST_DOTS = 200
"""Resamples of a model that are drawn one by one."""


def fold_variability(predictions: Predictions, measure: Measure) -> Untyped:
    """Draw the measure of every model in every resample, and its mean over each repeat of the plan.

    The spread over folds is no interval: folds share training rows.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5, repeats=2)", measures="error")
    >>> fold_variability(found.predictions, found.measures[0]).to_dict()["description"]
    'Error of 2 models in 10 resamples of 2 repeats.'
    """
    need_charts()
    import altair as alt

    folds: list[dict[str, Any]] = []
    repeats: list[dict[str, Any]] = []
    for model in predictions.models:
        scores = np.asarray(ModelScores(predictions, model, measure).scores, dtype=np.float64)
        repeat = predictions.resamples.repeat
        kept = thinned(scores.size, MOST_DOTS)
        folds += [
            {"model": model, "value": float(scores[at]), "repeat": int(repeat[at]) + 1}
            for at in kept
            if np.isfinite(scores[at])
        ]
        for one in range(predictions.resamples.repeats):
            own = scores[repeat == one]
            own = own[np.isfinite(own)]
            if own.size and one < MOST_DOTS:
                repeats.append({"model": model, "value": float(own.mean()), "repeat": one + 1})
    x = alt.X("value:Q", title=measure.label, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5))
    y = alt.Y("model:N", title=None, sort=list(predictions.models))
    tips = [alt.Tooltip("model:N"), alt.Tooltip("repeat:Q"), alt.Tooltip("value:Q", format=".4~g")]
    layers = [
        alt.Chart(alt.InlineData(values=folds))
        .mark_tick(color=ACCENT, opacity=0.45, thickness=1.5, size=15)
        .encode(x=x, y=y, tooltip=tips),
        alt.Chart(alt.InlineData(values=repeats))
        .mark_point(filled=True, color=SECOND, size=45, opacity=0.9)
        .encode(x=x, y=y, tooltip=tips),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=max(60, STEP * len(predictions.models)))
    said = [
        "strokes: single resamples; points: means of the repeats of the plan",
        "their spread is no interval: folds share training rows",
    ]
    count, times = predictions.resamples.count, predictions.resamples.repeats
    description = (
        f"{beginning(measure.label)} of {len(predictions.models)} models in {count} resamples of {times} repeats."
    )
    return finished(chart, f"{beginning(measure.label)} by fold and repeat", said, description)
