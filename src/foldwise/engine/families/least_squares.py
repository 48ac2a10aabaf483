"""Least squares: linear regression, ridge, and the classifier made of it."""

from __future__ import annotations

from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import features, refuse_features, refuse_task
from foldwise.engine.linalg.design import Design, Problem, centre_of, scale_of
from foldwise.engine.linalg.least_squares import fitted_values
from foldwise.engine.linalg.solvers import LeastNorm, Penalty, whiten
from foldwise.engine.linalg.sums import class_indicators, count_classes
from foldwise.engine.pipelines.expansions import EXPANSIONS, expand, refuse_expansions
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.installed import SKLEARN
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["LeastSquares", "LinearFit", "refuse_parameters"]

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

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Parameters that make the solution something other than a least-squares fit go the generic way."""
        *steps, final = steps_in(model)
        return (
            refuse_task(final, dataset)
            or refuse_features(dataset)
            or refuse_expansions(steps, dataset.n, dataset.p)
            or refuse_parameters(final)
            or _refuse_class_weight(final, dataset)
        )

    def prepare(self, models: Sequence[Any], data: Resampled) -> LeastSquaresFit:
        """Take the steps before the model once for all penalties."""
        *steps, last = steps_in(models[0])
        alphas = [float(getattr(steps_in(model)[-1], "alpha", 0.0)) for model in models]
        return LeastSquaresFit(last, data, expand(steps, features(data.dataset)), alphas=alphas)


class LinearFit(BlockFit):
    """What linear fits have in common: values, or classes by the fitted ±1."""

    def __init__(self, model: Estimator, data: Resampled) -> None:
        self.model, self.data = model, data
        self.kind = ScoreKind.DECISION if data.dataset.is_classification else ScoreKind.NONE
        self.seen, self.fits = training_classes(data)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """Classes and their scores."""
        present = None if self.seen is None or self.seen.all() else self.seen > 0
        return labels_and_scores(scores, present, test.resample)


@final
class LeastSquaresFit(LinearFit):
    """Fits with one penalty, or with several that share the products of the rows."""

    def __init__(self, model: Estimator, data: Resampled, X: Floats, *, alphas: Sequence[float]) -> None:
        super().__init__(model, data)
        self.X, self.alphas = X, alphas

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Values (N, m); of two classes both columns, the second filled; of several penalties (K, N, m)."""
        dataset, training = self.data.dataset, self.data.training
        kept = self.fits & keeps_digits(self.model, self.X, training.sizes, alpha=min(self.alphas))
        problem = pose(self.model, self.X, dataset, seen=self.seen, penalty=min(self.alphas))
        if len(self.alphas) > 1:
            values, safe = self._path(problem, test)
            return values.reshape(test.size, len(self.alphas), -1).transpose(1, 0, 2), kept & safe
        # The fit to the second of two classes is its score: written where it stays, it takes no memory twice.
        both = np.empty((test.size, 2)) if len(dataset.classes) == 2 else None
        values, safe = fitted_values(problem, training, test, None if both is None else both[:, 1:])
        return values if both is None else both, kept & safe

    def _path(self, problem: Problem, test: TestRows) -> tuple[Floats, Mask]:
        """Fits that leave out few rows, which have a closed form, one by one; others share the products of the rows."""
        training = self.data.training
        if not training.complementary or test.most >= problem.design.terms:
            return fitted_values(replace(problem, solver=Penalty(tuple(self.alphas))), training, test)
        found = [fitted_values(replace(problem, solver=Penalty((alpha,))), training, test) for alpha in self.alphas]
        return np.concatenate([values for values, _ in found], axis=1), np.logical_and.reduce(
            [safe for _, safe in found]
        )


def training_classes(data: Resampled) -> tuple[Floats | None, Mask]:
    """How many rows of each class each resample trains on (R, C), None for values; and which resamples can be fitted."""
    kept = data.training.sizes > 0
    if not data.dataset.is_classification:
        return None, kept
    seen = count_classes(data, present=True)
    return seen, kept & ((seen > 0).sum(axis=1) > 1)


def refuse_parameters(final: Estimator) -> str | None:
    """Say which parameter has no closed form, or None."""
    if final.positive:
        return "positive=True has no closed form"
    if type(final).__name__ == "LinearRegression":
        return None
    if final.solver not in EXACT_SOLVERS:
        return f"solver='{final.solver}' stops before the exact solution"
    return None if isinstance(final.alpha, Real) else "alpha is not a single number"


def _refuse_class_weight(final: Estimator, dataset: Dataset) -> str | None:
    weight = getattr(final, "class_weight", None)
    if isinstance(weight, dict) and weight and set(weight) != set(dataset.labels.tolist()):
        return "class_weight names other classes than the dataset has"
    return None


def pose(final: Estimator, X: Floats, dataset: Dataset, *, seen: Floats | None, penalty: float) -> Problem:
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
    design = Design(X, Y, centre, scale_of(X, centre, penalty), offset, intercept, weights)
    return Problem(design, Penalty((penalty,)), reweight)


def keeps_digits(final: Estimator, X: Floats, sizes: Floats, *, alpha: float) -> Mask:
    """Where `Ridge` itself keeps its digits (R,).

    With fewer rows than columns it works with products of rows, which lose digits when the columns are long compared
    with the penalty.
    """
    few = sizes < X.shape[1]
    if type(final).__name__ == "LinearRegression" or final.solver == "svd" or not few.any():
        return np.ones(sizes.size, dtype=np.bool_)
    centre = centre_of(X) if final.fit_intercept else np.zeros(X.shape[1])
    longest = float(np.square(X - centre).sum())
    return ~few | (np.finfo(np.float64).eps * longest < 1e-9 * alpha)


def targets_of(dataset: Dataset) -> Floats:
    """The target as columns (n, m): its values; or ±1 for the second of two classes; or ±1 for each class."""
    if not dataset.is_classification:
        return dataset.truth[:, None]
    if len(dataset.classes) == 2:
        return np.where(dataset.codes == 1, 1.0, -1.0)[:, None]
    return 2.0 * class_indicators(dataset.codes, len(dataset.classes), None) - 1.0


def cut_of(final: Estimator) -> float:
    """Share of the largest singular value below which `LinearRegression` leaves a direction out."""
    return float(final.tol) if SKLEARN >= (1, 9) else float(np.finfo(np.float64).eps)


def shorten(X: Floats, centre: Floats) -> tuple[Floats, Floats]:
    """Turn rows that have more columns than there are rows, so that only n columns are left; lengths stay as they are."""
    left, sizes, _ = np.linalg.svd(X - centre, full_matrices=False)
    return left * sizes, np.zeros(sizes.size)


def _weights(final: Estimator, dataset: Dataset, seen: Floats | None) -> tuple[Floats | None, Estimator]:
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


def labels_and_scores(values: Floats, present: Mask | None, resample: Codes) -> tuple[Array, Floats]:
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
