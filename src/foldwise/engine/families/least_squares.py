"""Least squares: linear regression, ridge, and the classifier made of it."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Family
from foldwise.engine.features import features, refuse_features
from foldwise.engine.linalg.class_counts import count_classes
from foldwise.engine.linalg.design import Design, centre_of, scale_of
from foldwise.engine.linalg.linear_fits import answer
from foldwise.engine.linalg.problem import Problem
from foldwise.engine.linalg.solvers import LeastNorm, Penalty, whiten
from foldwise.engine.linalg.sums import class_sums
from foldwise.engine.pipelines.expansions import EXPANSIONS, expand, refuse_expansions
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.rows import TestRows
from foldwise.predictions import Outputs, ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["LeastSquares"]

EXACT_SOLVERS = ("auto", "svd", "cholesky")


@final
class LeastSquares(Family):
    """`LinearRegression`, `Ridge` and `RidgeClassifier`, also after polynomials and splines.

    The products of the rows give the coefficients of every resample; where a resample leaves out fewer rows than there
    are coefficients, the hat matrix of all rows gives the predictions. A resample whose columns are so close to collinear
    that the digits run out is left to the generic path.
    """

    name: ClassVar[str] = "least-squares"
    models: ClassVar[tuple[str, ...]] = ("LinearRegression", "Ridge", "RidgeClassifier")
    steps: ClassVar[tuple[str, ...]] = EXPANSIONS
    path: ClassVar[str] = "alpha"

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """Parameters that make the solution something other than a least-squares fit go the generic way."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if dataset.is_classification != (title == "RidgeClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        return (
            refuse_features(dataset)
            or refuse_expansions(steps, dataset.n, dataset.p)
            or _refuse_parameters(final)
            or _refuse_class_weight(final, dataset)
        )

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit all resamples and evaluate them at their test rows."""
        *steps, final = steps_in(model)
        X = expand(steps, features(dataset))
        seen, kept = training_classes(dataset, resamples, test)
        # The fit to the second of two classes is its score: written where it stays, it takes no memory twice.
        scores = np.empty((test.size, 2)) if len(dataset.classes) == 2 else None
        out = None if scores is None else scores[:, 1:]
        values, safe = answer(pose(final, X, dataset, seen), resamples, test, out)
        kept &= safe & trusted(final, X, resamples)
        return outputs_of(values if scores is None else scores, seen, test, kept)

    def predict_path(
        self, models: Sequence[Any], dataset: Dataset, resamples: Resamples, test: TestRows
    ) -> tuple[Outputs, ...]:
        """Sum the products of the rows once for all penalties."""
        from foldwise.engine.linalg.ridge_path import ridge_path  # made of the functions below

        alphas = [float(steps_in(model)[-1].alpha) for model in models]
        if min(alphas) <= 0:
            return super().predict_path(models, dataset, resamples, test)
        return ridge_path(models[0], dataset, resamples, test, alphas=alphas)


def training_classes(dataset: Dataset, resamples: Resamples, test: TestRows) -> tuple[Floats | None, Mask]:
    """How many rows of each class each resample trains on (R, C), None for values; and which resamples can be fitted."""
    kept = resamples.train_sizes > 0
    if not dataset.is_classification:
        return None, kept
    seen = count_classes(dataset, resamples, test, present=True)
    return seen, kept & ((seen > 0).sum(axis=1) > 1)


def outputs_of(values: Floats, seen: Floats | None, test: TestRows, kept: Mask) -> Outputs:
    """Answers of the resamples that are kept, from the fitted values (N, m); of two classes, the second column's."""
    if not kept.all():
        values, test = values[kept[test.resample]], test.keep(kept)
    place = test.resample, test.row
    if seen is None:
        return Outputs(*place, values[:, 0], None, ScoreKind.NONE, test.part, LeastSquares.name)
    output, scores = decide(values, (seen > 0) if np.any(seen == 0) else None, test.resample)
    return Outputs(*place, output, scores, ScoreKind.DECISION, test.part, LeastSquares.name)


def _refuse_parameters(final: Any) -> str | None:  # noqa: ANN401
    if final.positive:
        return "positive=True has no closed form"
    if type(final).__name__ == "LinearRegression":
        return None
    if final.solver not in EXACT_SOLVERS:
        return f"solver='{final.solver}' stops before the exact solution"
    return None if isinstance(final.alpha, Real) else "alpha is not a single number"


def _refuse_class_weight(final: Any, dataset: Dataset) -> str | None:  # noqa: ANN401
    weight = getattr(final, "class_weight", None)
    if isinstance(weight, dict) and weight and set(weight) != set(dataset.labels.tolist()):
        return "class_weight names other classes than the dataset has"
    return None


def pose(final: Any, X: Floats, dataset: Dataset, seen: Floats | None) -> Problem:  # noqa: ANN401
    """Set the problem up in coordinates that keep the digits."""
    weights, reweight = _weights(final, dataset, seen)
    intercept = bool(final.fit_intercept)
    Y = targets_of(dataset)
    offset = Y.mean(axis=0) if intercept else np.zeros(Y.shape[1])
    if type(final).__name__ == "LinearRegression":
        basis = whiten(X, weights, intercept=intercept)
        scale = np.full(
            basis.rows.shape[1], np.sqrt(len(X) if weights is None else weights.sum())
        )  # as long as the ones
        design = Design(basis.rows, Y, np.zeros(scale.size), scale, offset, intercept, weights)
        return Problem(design, LeastNorm(basis, cut_of(final)))
    centre = centre_of(X) if intercept else np.zeros(X.shape[1])
    if X.shape[1] > X.shape[0]:
        X, centre = shorten(X, centre)
    penalty = float(final.alpha)
    design = Design(X, Y, centre, scale_of(X, centre, penalty), offset, intercept, weights)
    return Problem(design, Penalty(penalty), reweight)


def trusted(final: Any, X: Floats, resamples: Resamples) -> Mask:  # noqa: ANN401
    """Where `Ridge` itself keeps its digits (R,).

    With fewer rows than columns it works with products of rows, which lose digits when the columns are long compared
    with the penalty.
    """
    few = resamples.train_sizes < X.shape[1]
    if type(final).__name__ == "LinearRegression" or final.solver == "svd" or not few.any():
        return np.ones(resamples.count, dtype=np.bool_)
    centre = centre_of(X) if final.fit_intercept else np.zeros(X.shape[1])
    longest = float(np.square(X - centre).sum())
    return ~few | (np.finfo(np.float64).eps * longest < 1e-9 * float(final.alpha))


def targets_of(dataset: Dataset) -> Floats:
    """The target as columns (n, m): its values; or ±1 for the second of two classes; or ±1 for each class."""
    if not dataset.is_classification:
        return dataset.truth[:, None]
    if len(dataset.classes) == 2:
        return np.where(dataset.codes == 1, 1.0, -1.0)[:, None]
    return 2.0 * class_sums(dataset.codes, len(dataset.classes), None) - 1.0


def cut_of(final: Any) -> float:  # noqa: ANN401
    """Share of the largest singular value below which `LinearRegression` leaves a direction out."""
    import sklearn

    release = tuple(int(part) for part in sklearn.__version__.split(".")[:2])
    return float(final.tol) if release >= (1, 9) else float(np.finfo(np.float64).eps)


def shorten(X: Floats, centre: Floats) -> tuple[Floats, Floats]:
    """Turn rows that have more columns than there are rows, so that only n columns are left; lengths stay as they are."""
    left, sizes, _ = np.linalg.svd(X - centre, full_matrices=False)
    return left * sizes, np.zeros(sizes.size)


def _weights(final: Any, dataset: Dataset, seen: Floats | None) -> tuple[Floats | None, Any]:  # noqa: ANN401
    """Weights of the rows, and their factors per resample where the classes are balanced."""
    weight = getattr(final, "class_weight", None)
    if not weight or seen is None:
        return dataset.weights, None
    if isinstance(weight, dict):
        by_class = np.array([weight[label] for label in dataset.labels.tolist()], dtype=np.float64)
        own = by_class[dataset.codes]
        return own if dataset.weights is None else own * dataset.weights, None
    classes = (seen > 0).sum(axis=1, keepdims=True)
    factors = seen.sum(axis=1, keepdims=True) / (classes * np.where(seen > 0, seen, 1.0))  # (R, C)
    return dataset.weights, lambda start, stop: factors[start:stop, dataset.codes]


def decide(values: Floats, present: Mask | None, resample: Codes) -> tuple[Array, Floats]:
    """Classes and scores (N, C) from the fitted ±1; a class that the training rows lack scores below all others.

    Of two classes only the second is fitted: the last column of `values`.
    """
    if values.shape[1] <= 2:
        scores = values if values.shape[1] == 2 else np.repeat(values, 2, axis=1)
        np.negative(scores[:, 1], out=scores[:, 0])
        return (scores[:, 1] > 0).astype(label_type(2)), scores
    if present is None:
        return values.argmax(axis=1).astype(label_type(values.shape[1])), values
    known = present[resample]
    lowest = np.where(known, values, np.inf).min(axis=1, keepdims=True)
    scores = np.where(known, values, lowest - 1)
    return scores.argmax(axis=1).astype(label_type(scores.shape[1])), scores
