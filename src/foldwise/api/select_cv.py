"""`SelectCV`: the selection as a scikit-learn estimator, so that it can be nested, piped and assessed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import MetaEstimatorMixin, clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, indexable

from foldwise.errors import several_targets
from foldwise.installed import BaseEstimator, get_tags, validate_data
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import (
        ArrayLike,
        ColumnLike,
        CostsLike,
        Given,
        Label,
        MeasureLike,
        Models,
        PlanLike,
        Space,
        Study,
        TableLike,
        Untyped,
    )

__all__ = ["SelectCV"]


def _default_plan(groups: ColumnLike | None) -> str:
    """Five parts; a group is never cut apart."""
    if groups is None:
        return "kfold(5)"
    return f"group-kfold({min(5, np.unique(np.asarray(groups)).size)})"


def _fitted_has(method: str) -> Untyped:
    def check(self: SelectCV) -> bool:
        inner = getattr(self, "best_estimator_", None) or self.estimator
        getattr(inner, method)
        return True

    return available_if(check)


class SelectCV(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Choose settings by resampling the rows it is fitted to, then fit the chosen model to all of them.

    Parameters
    ----------
    estimator
        The model whose parameters are searched.
    space
        Values of each parameter, from simple to complex.
    plan
        How the rows are resampled; by default in five parts, by groups where `fit` is given groups.
    measure
        What is optimised; the error, or the root mean squared error.
    search
        ``grid`` or ``random``.
    draws
        Number of random settings.
    rule
        ``best`` or ``one-se``.
    positive, costs
        As for `select`: the class that recall, precision and the like are about, and what mistakes cost.
    seed
        Seed of everything.
    engine, on_failure
        As for `select`: ``generic`` fits every resample on its own, ``record`` leaves out a candidate of which a fit fails.

    Attributes
    ----------
    best_params_
        The chosen settings.
    best_estimator_
        The chosen model, fitted to all rows.
    cv_results_, best_index_, best_score_, n_splits_
        As of scikit-learn's searches: settings and scores of every candidate, which of them was chosen, and its score, where
        larger is better: a measure of which less is better has a minus sign.
    corrected_score_, corrected_low_, corrected_high_
        Estimate for the chosen model, corrected for the selection, and its 95 % interval.
    naive_score_
        Estimate from the resamples that chose it, not corrected: optimistic as a rule.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> chosen = SelectCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}).fit(X, y)
    >>> 0 <= chosen.corrected_score_ <= 0.1
    True
    """

    @renamed()
    def __init__(  # noqa: PLR0913 - the settings of an estimator are its parameters
        self,
        estimator: Models,
        space: Space | None = None,
        *,
        plan: PlanLike | None = None,
        measure: MeasureLike | None = None,
        search: str | Study = "grid",
        draws: int = 20,
        rule: str = "best",
        positive: Label = None,
        costs: CostsLike | None = None,
        seed: int = 0,
        engine: str = "auto",
        on_failure: str = "raise",
    ) -> None:
        self.estimator = estimator
        self.space = space
        self.plan = plan
        self.measure = measure
        self.search = search
        self.draws = draws
        self.rule = rule
        self.positive = positive
        self.costs = costs
        self.seed = seed
        self.engine = engine
        self.on_failure = on_failure

    def fit(
        self,
        X: TableLike,
        y: ColumnLike | None = None,
        *,
        groups: ColumnLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Choose and fit."""
        from foldwise.api.select import select
        from foldwise.selection import cv_results

        if y is None:
            message = f"This {type(self).__name__} estimator requires y to be passed, but the target y is None."
            raise ValueError(message)
        shape: tuple[int, ...] = getattr(y, "shape", ())
        if len(shape) == 2 and shape[1] > 1:
            received = f"y has {shape[1]:,} columns"
            raise several_targets(received)
        X, target = self._checked(X, y)
        selection = select(
            self.estimator,
            self.space,
            X,
            target,
            plan=_default_plan(groups) if self.plan is None else self.plan,
            measure=self.measure,
            search=self.search,
            draws=self.draws,
            rule=self.rule,
            groups=groups,
            weights=sample_weight,
            positive=self.positive,
            costs=self.costs,
            task=self._task(),
            seed=self.seed,
            jobs=1,
            engine=self.engine,
            on_failure=self.on_failure,
            progress=False,
        )
        self.best_params_ = dict(selection.best_settings)
        self.cv_results_ = cv_results(selection)
        self.best_index_ = list(selection.settings).index(selection.chosen)
        self.best_score_ = float(self.cv_results_["mean_test_score"][self.best_index_])
        self.n_splits_ = selection.predictions.resamples.count
        self.best_name_ = selection.chosen
        self.corrected_score_ = selection.corrected.estimate.value
        if selection.corrected.interval is not None:
            self.corrected_low_, self.corrected_high_ = (
                selection.corrected.interval.low,
                selection.corrected.interval.high,
            )
        self.naive_score_ = selection.naive.estimate.value
        self.best_estimator_ = selection.model
        if hasattr(selection.model, "classes_"):
            self.classes_ = selection.model.classes_
        return self

    def _checked(self, X: Given, y: Given) -> tuple[Any, Array]:
        """Refuse what scikit-learn's own estimators refuse; a frame goes to the model as it is."""
        if self._task() == "classification":
            check_classification_targets(y)
            if np.unique(np.asarray(y)).size < 2:
                message = "the target holds one class only, so there is nothing to select"
                raise ValueError(message)
        if hasattr(X, "columns"):
            X, y = indexable(X, y)
            validate_data(self, X, skip_check_array=True)
            return X, np.asarray(y)
        inner = self.__sklearn_tags__().input_tags
        dtype = None if inner.string or inner.categorical else "numeric"
        X, target = validate_data(self, X, y, accept_sparse=True, dtype=dtype, ensure_min_samples=4)
        return X, target

    def _task(self) -> str | None:
        from sklearn.base import is_classifier, is_regressor

        one = self.estimator
        if isinstance(one, type) or not hasattr(one, "fit"):  # names, several models, or what is no model at all
            return None
        return "classification" if is_classifier(one) else "regression" if is_regressor(one) else None

    def predict(self, X: TableLike) -> Array:
        """Ask the chosen model."""
        check_is_fitted(self)
        return self.best_estimator_.predict(X)

    @_fitted_has("predict_proba")  # type: ignore[untyped-decorator]
    def predict_proba(self, X: TableLike) -> Floats:
        """Ask the chosen model for probabilities."""
        check_is_fitted(self)
        return self.best_estimator_.predict_proba(X)

    @_fitted_has("decision_function")  # type: ignore[untyped-decorator]
    def decision_function(self, X: TableLike) -> Floats:
        """Ask the chosen model for decision scores."""
        check_is_fitted(self)
        return self.best_estimator_.decision_function(X)

    def score(self, X: TableLike, y: ColumnLike | None) -> float:
        """Score the chosen model the way it scores itself."""
        check_is_fitted(self)
        return float(self.best_estimator_.score(X, y))

    def __sklearn_tags__(self) -> Untyped:
        """Be what the searched model is."""
        tags = super().__sklearn_tags__()
        if hasattr(self.estimator, "__sklearn_tags__") or hasattr(self.estimator, "_get_tags"):  # the latter before 1.6
            inner = get_tags(clone(self.estimator))
            tags.estimator_type = inner.estimator_type
            tags.classifier_tags = inner.classifier_tags
            tags.regressor_tags = inner.regressor_tags
            tags.target_tags = inner.target_tags
            tags.target_tags.multi_output = False
            tags.input_tags = inner.input_tags
        return tags
