"""A note on models that predict worse than the baseline does, by the test of the pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.comparisons import Pair, compare_pair
from foldwise.models import BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.measures import Measure
    from foldwise.predictions import Predictions

__all__ = ["worse_than_baseline"]


def worse_than_baseline(
    predictions: Predictions, models: Iterable[str], measure: Measure, level: float
) -> Iterator[str]:
    """Name every one of the models that is significantly worse than the baseline.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"))
    >>> list(worse_than_baseline(result.predictions, result.models[:1], result.measures[0], 0.95))
    []
    """
    for model in models:
        pair = Pair.of(predictions, model, BASELINE, measure)
        found = compare_pair(pair, level=level)
        if found is None or found.p_value > 1 - level:
            continue
        if measure.better(pair.b.value, pair.b.value + found.difference):
            interval = f" [{found.low:+.3g}, {found.high:+.3g}]" if found.has_interval else ""
            yield f"{model} is worse than the baseline: difference in {measure.name} {found.difference:+.3g}{interval}"
