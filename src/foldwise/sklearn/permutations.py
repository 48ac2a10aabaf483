"""`permutation_test_score`: every shuffled target is a call of its own, batched if the first is."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.model_selection import _validation, check_cv
from sklearn.utils.parallel import Parallel, delayed

from foldwise.sklearn.admission import NotBatched, check_estimator
from foldwise.sklearn.record import note_call
from foldwise.sklearn.splits import QuickSplitter, quick_splitter
from foldwise.sklearn.tasks import DelayedFit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from foldwise.sklearn.calls import Call
    from foldwise.typing import Given, Untyped

__all__ = ["Permutations"]


@final
class Permutations:
    """Mean scores for the target as it is and for shuffled ones."""

    def __init__(self, call: Call, own: Callable[..., Untyped]) -> None:
        self.call, self.own = call, own
        self.batched: bool | None = None
        """Whether the target as it is was batched, which decides for all; None where that is not known yet."""

    def score(self, *arguments: Given, **params: Given) -> Given:
        """Stand in for `_permutation_test_score`, which is given estimator, X, y, cv and scorer."""
        estimator, X, y, cv, scorer = arguments
        try:  # a stream of random numbers that splits and fits share must be used in scikit-learn's order
            check_estimator(estimator)
        except NotBatched as refused:
            note_call(self.call.name, estimator, str(refused))
            return self.own(estimator, X, y, cv, scorer, **params)
        quick, given = quick_splitter(cv), params["split_params"]
        splits = quick.series(X, y, **given).pairs() if isinstance(quick, QuickSplitter) else cv.split(X, y, **given)
        asked = {"fit_params": params["fit_params"], "score_params": params["score_params"], "error_score": "raise"}
        drawn = []

        def task(train: Given, test: Given) -> DelayedFit:
            drawn.append((train, test))
            return DelayedFit(
                _validation._fit_and_score, (estimator, X, y), {"scorer": scorer, "train": train, "test": test, **asked}
            )

        calls = (task(train, test) for train, test in splits)
        first = next(calls, None)
        found: Untyped = None if first is None else self.call.batch(first, calls, 1)
        done = isinstance(found, list) and not any(isinstance(one, DelayedFit) for one in found)
        self.batched = done if self.batched is None else self.batched
        if done:
            return np.mean([one["test_scores"] for one in found])
        pairs = [tuple(getattr(side, "rows", side) for side in pair) for pair in (*drawn, *splits)]
        return self.own(estimator, X, y, check_cv(pairs), scorer, **params)

    def delayed(self, function: Untyped) -> Untyped:
        """Stand in for `delayed`."""
        return delayed(self.own) if not self.batched else lambda *args, **kwargs: (function, args, kwargs)

    def parallel(self, **options: Given) -> Callable[[Iterable[Untyped]], list[Untyped]]:
        """Stand in for `Parallel`: one after the other where they are batched."""
        if not self.batched:
            return Parallel(**options)
        return lambda tasks: [function(*args, **kwargs) for function, args, kwargs in tasks]
