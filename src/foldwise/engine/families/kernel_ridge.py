"""Kernel ridge regression, and Gaussian processes whose kernel is fixed."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import features, is_weighted, refuse_features, refuse_task
from foldwise.engine.linalg.kernel_system import KernelSystem, solve_system
from foldwise.engine.linalg.sums import training_sums
from foldwise.engine.pipelines.expansions import EXPANSIONS, expand, refuse_expansions
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.threads import blocks
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["KernelRegression"]

KERNEL_NAMES = ("cosine", "laplacian", "linear", "poly", "polynomial", "rbf", "sigmoid")
"""Kernels whose value for two rows depends on no other row."""
MOST_ROWS = 4000
"""Rows whose kernel matrix and its inverse are kept: a quarter of a gigabyte."""
LARGEST_SQUARED_NORM = 1e7
"""γ‖x‖² up to which a squared distance from sums of squares leaves nine digits of exp(-γd²)."""
COUNTS_HELD = 4_000_000
"""Counts of rows looked at together."""
NEGLIGIBLE_KERNEL = 1e-12
"""Kernel of two rows that have nothing to do with each other."""


@final
class KernelRegression(Family):
    """`KernelRidge`, and `GaussianProcessRegressor` without an optimizer.

    The kernel matrix is made once. Where resamples leave rows out, the inverse of the whole gives the predictions; where
    they count rows, each factors its part. A matrix too close to singular to leave eight digits goes the generic way.
    """

    name: ClassVar[str] = "kernel-fits"
    models: ClassVar[tuple[str, ...]] = ("KernelRidge", "GaussianProcessRegressor")
    steps: ClassVar[tuple[str, ...]] = EXPANSIONS

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Kernels that are fitted themselves, and matrices that do not fit in memory, go the generic way."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if refusal := refuse_task(final, dataset):
            return refusal
        if dataset.n > MOST_ROWS:
            return f"the kernel matrix of {dataset.n} rows does not fit in memory at once"
        if not isinstance(final.alpha, Real) or final.alpha == 0:
            return "alpha is not a single number above 0"
        refusal = _refuse_ridge(final) if title == "KernelRidge" else _refuse_process(final, dataset, resamples)
        return refusal or refuse_features(dataset) or refuse_expansions(steps, dataset.n, dataset.p)

    def prepare(self, models: Sequence[Any], data: Resampled) -> KernelFit:
        """Take the steps before the model."""
        *steps, last = steps_in(models[0])
        return KernelFit(last, expand(steps, features(data.dataset)), data)


@final
@dataclass(frozen=True, eq=False)
class KernelFit(BlockFit):
    """All resamples from one kernel matrix."""

    model: Any
    X: Floats
    data: Resampled
    kind = ScoreKind.NONE

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Values (N, 1)."""
        y, training = self.data.dataset.truth, self.data.training
        kept = training.sizes > 0
        matrix = _matrix(self.model, self.X, self.data.dataset.weights)
        far = _far_rows(self.model, self.X)
        if far.size:
            kept = kept & ~meets_far_rows(far, matrix[0], training, test)
        if type(self.model).__name__ == "KernelRidge" or not self.model.normalize_y:
            values, safe = solve_system(KernelSystem(*matrix, y[:, None]), training, test)
            return values, kept & safe
        middle = float(y.mean())
        means = training_sums(training, (y - middle)[:, None])[:, 0] / np.where(kept, training.sizes, 1)
        # A process is linear in its target: taking off the mean is taking off its multiple of a target of ones.
        targets = np.stack([y - middle, np.ones(y.size)], axis=1)
        values, safe = solve_system(KernelSystem(*matrix, targets), training, test)
        own = means[test.resample]
        return (middle + own + values[:, 0] - own * values[:, 1])[:, None], kept & safe


def _far_rows(model: Estimator, X: Floats) -> Codes:
    """Rows so far from zero that ‖x‖² + ‖y‖² - 2xy, scikit-learn's squared distance, leaves too few digits to `rbf`."""
    if type(model).__name__ != "KernelRidge" or model.kernel != "rbf":
        return np.zeros(0, dtype=np.intp)
    gamma = 1 / X.shape[1] if model.gamma is None else float(model.gamma)
    return np.flatnonzero(abs(gamma) * np.einsum("ij,ij->i", X, X) > LARGEST_SQUARED_NORM)


def meets_far_rows(far: Codes, kernel: Floats, training: TrainingSets, test: TestRows) -> Mask:
    """Which resamples hold a far row against another that is near it, or predict one that they train on (R,).

    Two ways to compute such a distance differ, so that only scikit-learn gives scikit-learn's.
    """
    near = kernel[far] > NEGLIGIBLE_KERNEL  # (f, n)
    asked = np.zeros((training.count, far.size), dtype=np.bool_)
    at = np.searchsorted(far, test.row)
    found = far[np.minimum(at, far.size - 1)] == test.row
    asked[test.resample[found], at[found]] = True
    met = np.zeros(training.count, dtype=np.bool_)
    for start, stop in blocks(training.count, max(1, COUNTS_HELD // training.n)):
        trained = training.counts(start, stop) > 0
        partners = trained.astype(np.float64) @ near.T
        unsure = (asked[start:stop] & (partners > 0)) | (trained[:, far] & (partners > 1))
        met[start:stop] = unsure.any(axis=1)
    return met


def _refuse_ridge(model: Estimator) -> str | None:
    return None if model.kernel in KERNEL_NAMES else "the kernel is not one that is known by name"


def _refuse_process(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    if is_weighted(dataset, resamples):
        return "GaussianProcessRegressor takes no sample_weight"
    kernel = model.kernel
    if model.optimizer is not None and (kernel is None or kernel.n_dims > 0):
        return "the kernel is fitted to each training set"
    if kernel is not None and not all(
        type(part).__module__ == "sklearn.gaussian_process.kernels" for part in _parts(kernel)
    ):
        return "the kernel is not one of scikit-learn's"
    if kernel is not None and not kernel.requires_vector_input:
        return "the kernel does not take rows of numbers"
    return None if model.n_targets in (None, 1) else f"n_targets={model.n_targets}, but there is one target"


def _parts(kernel: Estimator) -> list[Estimator]:
    """The kernel and all kernels it is made of."""
    return [kernel, *(part for part in kernel.get_params(deep=True).values() if hasattr(part, "requires_vector_input"))]


def _matrix(model: Estimator, X: Floats, weights: Floats | None) -> tuple[Floats, Floats]:
    """Kernel matrix without noise (n, n), and the noise of each row (n,)."""
    if type(model).__name__ == "KernelRidge":
        from sklearn.metrics.pairwise import pairwise_kernels

        own = {"gamma": model.gamma, "degree": model.degree, "coef0": model.coef0}
        with np.errstate(divide="ignore"):
            noise = np.full(len(X), float(model.alpha)) if weights is None else float(model.alpha) / weights
        return pairwise_kernels(X, metric=model.kernel, filter_params=True, **own), noise
    from sklearn.base import clone
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel

    kernel = ConstantKernel() * RBF() if model.kernel is None else clone(model.kernel)
    # Given twice, the rows have no noise in common; given once, each has its own.
    plain = kernel(X, X)
    return plain, np.diagonal(kernel(X)) - np.diagonal(plain) + float(model.alpha)
