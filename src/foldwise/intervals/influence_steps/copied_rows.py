"""By how much fits to bootstrap samples are worse than fits to the same rows without copies."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import ModelScores

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.intervals.interval import Interval
    from foldwise.predictions import Outputs, Predictions

__all__ = ["copied_rows_bias", "extended_by_copies"]


def copied_rows_bias(scored: ModelScores) -> float:
    """What copies of rows add to the measure under a bootstrap plan; 0 where the model was not fitted without them.

    A bootstrap sample repeats rows, and a fit to all rows sees each once. Five nearest neighbours of a row are about three different ones
    then, and no sample shows a fit without copies. So the model is also fitted to the different rows of some of the samples, and both are tested on
    the same rows: the difference is what copies do, whatever the model (METHODS N.35). Samples of which either fit failed are left out.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import measure
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> models = {"5-nn": KNeighborsClassifier(5), "nb": GaussianNB()}
    >>> found = foldwise.assess(models, foldwise.sample("iris"), plan="bootstrap(200)", measures="brier", seed=1)
    >>> [round(copied_rows_bias(ModelScores(found.predictions, name, measure("brier"))), 3) for name in models]
    [0.01, 0.0]
    """
    predictions, once = scored.predictions, scored.predictions.sampled
    if scored.resamples.kind != "bootstrap" or once is None or scored.model not in once.outputs:
        return 0.0
    drawn, without = scored.outputs.where(scored.outputs.resample < once.resamples.count), once.outputs[scored.model]
    both = np.intersect1d(drawn.resample, without.resample)
    if not both.size:
        return 0.0
    bias = _value_of(scored, predictions, drawn, both) - _value_of(scored, once, without, both)
    return bias if isfinite(bias) else 0.0


def _value_of(scored: ModelScores, table: Predictions, outputs: Outputs, resamples: Codes) -> float:
    """The measure on some resamples of one table of predictions of the model."""
    tested = {scored.model: outputs.where(np.isin(outputs.resample, resamples))}
    some = replace(table, outputs=tested, apparent={}, sampled=None, bootstrapped=None, failures=())
    return ModelScores(some, scored.model, scored.measure).value


def extended_by_copies(made: Interval, scored: ModelScores) -> Interval:
    """The interval, extended to the side of fits without copies by what copies add, within the range of the measure."""
    bias, measure = copied_rows_bias(scored), scored.measure
    top = measure.top(len(scored.predictions.classes))
    return replace(made, low=max(measure.low, made.low - max(0.0, bias)), high=min(top, made.high - min(0.0, bias)))
