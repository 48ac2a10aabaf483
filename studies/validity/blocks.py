"""Models that look at a block of the columns.

Two models that are equal by construction are one learner on two blocks of columns, and `compare` wants them on one dataset.
"""

from __future__ import annotations

from typing import Any

__all__ = ["on_block"]


def on_block(model: Any, first: int, stop: int) -> Any:  # noqa: ANN401 - estimators
    """Make the model look at columns first … stop-1 only; the engine fits it to those columns on all resamples at once.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> on_block(GaussianNB(), 2, 4).steps[0][1].transformers
    [('block', 'passthrough', [2, 3])]
    """
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline

    return make_pipeline(ColumnTransformer([("block", "passthrough", list(range(first, stop)))]), model)
