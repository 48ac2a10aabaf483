"""scikit-learn's searches, their own code, with candidates that are fitted together where that gives the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.base import _fit_context
from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - without it the classes cannot be imported
from sklearn.model_selection import (
    GridSearchCV as SklearnGridSearchCV,
)
from sklearn.model_selection import (
    HalvingGridSearchCV as SklearnHalvingGridSearchCV,
)
from sklearn.model_selection import (
    HalvingRandomSearchCV as SklearnHalvingRandomSearchCV,
)
from sklearn.model_selection import (
    RandomizedSearchCV as SklearnRandomizedSearchCV,
)
from sklearn.model_selection._search import BaseSearchCV

from foldwise.errors import FoldwiseError
from foldwise.sklearn.calls import Call
from foldwise.sklearn.functions import rebound
from foldwise.sklearn.results import Accelerated, measure_of
from foldwise.sklearn.tasks import CallSession

if TYPE_CHECKING:
    from foldwise.sklearn.record import CallRecord
    from foldwise.typing import Given, Untyped

__all__ = ["GridSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV", "RandomizedSearchCV"]


class BatchedSearch(BaseSearchCV):  # type: ignore[misc]
    """Evaluates the candidates of a search together; everything else is scikit-learn's.

    Attributes
    ----------
    foldwise
        What else follows from the fits of the last round of candidates: `Accelerated`.
    honest_score_
        The score of the winner corrected for having been chosen; larger is better.
    """

    _foldwise: CallRecord | None = None

    def fit(self, X: Given, y: Given = None, **params: Given) -> Untyped:
        """Search, as scikit-learn does."""
        call = Call(type(self).__name__, params.get("groups"))
        session = CallSession(call.batch)
        names = {
            "Parallel": session.parallel,
            "delayed": session.delayed,
            "clone": session.clone,
            "product": session.product,
        }
        if isinstance(self, SklearnGridSearchCV | SklearnRandomizedSearchCV):  # halving takes rows out of the splits
            names["check_cv"] = session.check_cv_of_search
        own = _fit_context(prefer_skip_nested_validation=False)(rebound(BaseSearchCV.fit, names))
        self.__dict__.pop("_foldwise", None)
        found = own(self, X, y, **params)
        if call.kept is not None:
            self._foldwise = call.kept
        return found

    @property
    def foldwise(self) -> Accelerated:
        """What else follows from the same fits."""
        if self._foldwise is None:
            message = (
                f"the candidates of this {type(self).__name__} were not batched, so their predictions were not kept"
            )
            raise AttributeError(message)
        return Accelerated(self._foldwise)

    @property
    def honest_score_(self) -> float:
        """The winner's score, corrected for having been chosen (BBC); nothing is fitted again."""
        if not (hasattr(self, "scorer_") and isinstance(self.refit, bool | str)):
            message = "the search has no single score to correct"
            raise AttributeError(message)
        scorer = self.scorer_[self.refit] if isinstance(self.scorer_, dict) else self.scorer_
        accelerated = self.foldwise
        try:
            wanted = measure_of(scorer, classes=accelerated.record.batch.dataset.is_classification)
            return accelerated.honest_score(wanted, self.best_score_)
        except FoldwiseError as error:  # `hasattr` is to be told no
            raise AttributeError(str(error)) from error

    def __dir__(self) -> list[str]:
        """List what a search has beside scikit-learn's only where it has it, as estimators of 1.8 and later do."""
        more = () if self._foldwise is not None else ("foldwise", "honest_score_")
        return [name for name in super().__dir__() if name not in more]

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the predictions."""
        return {key: value for key, value in super().__getstate__().items() if key != "_foldwise"}


class GridSearchCV(SklearnGridSearchCV, BatchedSearch):  # type: ignore[misc]
    """scikit-learn's `GridSearchCV`, its candidates fitted together where that gives the same."""


class RandomizedSearchCV(SklearnRandomizedSearchCV, BatchedSearch):  # type: ignore[misc]
    """scikit-learn's `RandomizedSearchCV`, its candidates fitted together where that gives the same."""


class HalvingGridSearchCV(SklearnHalvingGridSearchCV, BatchedSearch):  # type: ignore[misc]
    """scikit-learn's `HalvingGridSearchCV`, its candidates fitted together where that gives the same."""


class HalvingRandomSearchCV(SklearnHalvingRandomSearchCV, BatchedSearch):  # type: ignore[misc]
    """scikit-learn's `HalvingRandomSearchCV`, its candidates fitted together where that gives the same."""
