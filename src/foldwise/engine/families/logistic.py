"""Logistic regression: all resamples go to their optimum together, from the optimum of all rows."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.logistic import PairFits
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import is_weighted
from foldwise.engine.linalg.newton import Likelihood, logistic_or_softmax, minimise, row_products
from foldwise.engine.linalg.sums import class_indicators, count_classes
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.storage import all_rows
from foldwise.engine.threads import blocks
from foldwise.installed import SKLEARN
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.pipelines.columns import Columns
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["Logistic"]

EARLY_STOPPING = ("lbfgs", "newton-cg")
"""Solvers whose stopping rule may end them well before the optimum, when columns are of unequal size."""
SOLVERS = (*EARLY_STOPPING, "newton-cholesky")
NO_L1 = (0,) if SKLEARN >= (1, 8) else (0, None)
"""Values of `l1_ratio` that leave the penalty as it is."""
LARGEST_DIFFERENCE = 0.05
"""How far scikit-learn's probabilities may be from its optimum; with its default `tol` they are within 0.02 on scaled rows."""
IN_CACHE = 320_000
"""Numbers of the resamples that are fitted together."""
MOST_PARAMETERS = 300
"""Parameters up to which a Hessian per resample costs less than scikit-learn's way."""


@final
class Logistic(Family):
    """`LogisticRegression` with an L2 penalty or none, for two classes or more, also after preprocessing.

    Every resample is brought to its optimum, to about nine digits of its probabilities. scikit-learn's own solver stops
    at `tol`, with the default 1e-3 to 1e-2 from the same optimum.
    """

    name: ClassVar[str] = "logistic"
    models: ClassVar[tuple[str, ...]] = ("LogisticRegression",)
    steps: ClassVar[tuple[str, ...]] = STEPS
    path: ClassVar[str] = "C"

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Another penalty, a solver that penalises the constant or does not converge fully, or too many parameters."""
        *steps, final = steps_in(model)
        return (
            _refuse_parameters(final, dataset)
            or _refuse_release(final, dataset, resamples)
            or refuse_steps(steps, dataset, lambda width: _refuse_size(width, dataset))
        )

    def differing(self, model: Estimator) -> tuple[str, ...]:
        """Penalties of models that go to their optimum; where others stop has to be found out for each of them."""
        together = model.solver not in EARLY_STOPPING and model.penalty is not None and np.isfinite(model.C)
        return super().differing(model) if together else ()

    def prepare(self, models: Sequence[Any], data: Resampled) -> BlockFit:
        """Read the steps; two classes and columns that are scaled one by one have a compiled search."""
        *steps, last = steps_in(models[0])
        prepared = Prepared.of(steps, data)
        if len(models) > 1:
            finals = [steps_in(model)[-1] for model in models]
            pairs = PairFits.of(last, data.dataset, prepared, 1.0)
            if pairs is not None:
                return CompiledLogisticPath(np.array([penalty_of(final) for final in finals]), data, pairs)
            return LogisticFits([LogisticFit(final, data, prepared) for final in finals])
        pairs = PairFits.of(last, data.dataset, prepared, penalty_of(last))
        return LogisticFit(last, data, prepared) if pairs is None else CompiledLogisticFit(last, data, pairs)


def _refuse_parameters(final: Estimator, dataset: Dataset) -> str | None:
    if not dataset.is_classification:
        return f"LogisticRegression does not fit a {dataset.task} target"
    if final.penalty not in ("deprecated", "l2", None) or final.l1_ratio not in NO_L1:
        return "only an L2 penalty or none keeps the function smooth"
    if final.solver not in SOLVERS:
        return f"solver='{final.solver}' does not go to the same optimum as the others"
    if final.dual or final.warm_start:
        return f"LogisticRegression(dual={final.dual}, warm_start={final.warm_start}) is fitted in another way"
    return _refuse_classes(final, dataset)


def _refuse_classes(final: Estimator, dataset: Dataset) -> str | None:
    if getattr(final, "multi_class", "deprecated") not in ("deprecated", "auto"):
        return f"multi_class='{final.multi_class}' fits the classes in another way"
    if SKLEARN < (1, 7) and final.solver == "newton-cholesky" and len(dataset.labels) > 2:
        return "newton-cholesky of this release of scikit-learn fits one class after the other"
    weight = final.class_weight
    if isinstance(weight, dict) and not set(weight) <= set(dataset.labels.tolist()):
        return "class_weight names other classes than the dataset has"
    return None


def _refuse_release(final: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say that this release balances classes by numbers of rows, not by their weights, or None."""
    if SKLEARN < (1, 7) and final.class_weight == "balanced" and is_weighted(dataset, resamples):
        return "class_weight='balanced' of this release of scikit-learn leaves the weights of rows aside"
    return None


def _refuse_size(width: int, dataset: Dataset) -> str | None:
    classes = len(dataset.labels)
    count = (width + 1) * (classes if classes > 2 else 1)
    return f"{count} parameters are too many for Newton's method" if count > MOST_PARAMETERS else None


def fit_quietly(final: Estimator, values: Floats, codes: Codes, weights: Floats) -> Estimator:
    """Fit scikit-learn's own to all rows; None where it did not converge, or warned."""
    from sklearn import config_context
    from sklearn.base import clone
    from sklearn.exceptions import ConvergenceWarning

    model = clone(final).set_params(class_weight=None)  # the weights have those of the classes in them
    with config_context(skip_parameter_validation=True, assume_finite=True), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("error", ConvergenceWarning)
        try:
            return model.fit(values, codes, sample_weight=weights)
        except (ValueError, ConvergenceWarning):
            return None


def penalty_of(final: Estimator) -> float:
    """Factor of ½ Σ β² beside Σ weights · log-loss."""
    return 0.0 if final.penalty is None else 1.0 / float(final.C)


def labels_and_probabilities(scores: Floats) -> tuple[Array, Floats]:
    """Labels and probabilities for scores (N, m)."""
    if scores.shape[1] == 1:
        labels = (scores[:, 0] > 0).astype(label_type(2))
        second = logistic_or_softmax(scores)
        return labels, np.concatenate([1.0 - second, second], axis=1)
    return scores.argmax(axis=1).astype(label_type(scores.shape[1])), logistic_or_softmax(scores)


@final
@dataclass(frozen=True, eq=False)
class FullDataFit:
    """The fit to all rows: its parameters (k, m), their maps to shared columns (q, k), weights of the rows (n,)."""

    theta: Floats
    maps: Floats
    weights: Floats
    reached: bool
    """Whether this is the optimum."""

    @property
    def coefficients(self) -> Floats:
        """Coefficients of the shared columns (q, m)."""
        return self.maps @ self.theta

    def start(self, maps: Floats) -> Floats:
        """Parameters that give about the same coefficients by other maps (B, q, k): each column on its own (B, k, m)."""
        share = np.einsum("qk,bqk->bk", self.maps, maps)
        size = np.einsum("bqk,bqk->bk", maps, maps)
        return np.asarray((share / np.where(size > 0, size, 1.0))[:, :, None] * self.theta)


class LogOddsFit(BlockFit):
    """Fits whose scores give labels and probabilities."""

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """Labels and probabilities."""
        return labels_and_probabilities(scores)


def has_all_classes(data: Resampled) -> Mask:
    """Resamples that have rows of every class: with fewer classes it is another model (R,)."""
    return np.asarray(np.all(count_classes(data, present=True), axis=1))


@final
@dataclass(frozen=True, eq=False)
class CompiledLogisticFit(LogOddsFit):
    """Two classes, all resamples in one compiled pass."""

    final: Any
    data: Resampled
    pairs: PairFits

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Scores of the second class (N, 1), and which resamples were done (R,)."""
        start = self._start()
        if start is None:
            return np.zeros((test.size, 1)), np.zeros(test.count, dtype=np.bool_)
        scores, reached = self.pairs.scores(start, test)
        return scores, reached & has_all_classes(self.data)

    def _start(self) -> Floats | None:
        """Coefficients for all rows; None where scikit-learn stops short of its optimum."""
        pairs, early = self.pairs, self.final.solver in EARLY_STOPPING
        start = np.zeros(pairs.prepared.node.width + 1)
        if early:
            model = fit_quietly(self.final, pairs.values, self.data.dataset.codes, pairs.whole_weights)
            if model is None or len(model.coef_) != 1:
                return None
            start = pairs.start(model)
        found, reached = pairs.whole(start)
        scores = pairs.rows[:, : start.size] @ np.column_stack([start, found])
        apart = np.ptp(logistic_or_softmax(scores[..., None]), axis=1)
        return None if early and not (reached and apart.max() <= LARGEST_DIFFERENCE) else found


@final
@dataclass(frozen=True, eq=False)
class CompiledLogisticPath(LogOddsFit):
    """Two classes, all resamples and several penalties in one compiled pass: those of a resample one after the other."""

    penalties: Floats
    data: Resampled
    pairs: PairFits

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Scores of the second class for each penalty (K, N, 1), and which fits were done (K, R)."""
        falling, order = np.unique(-self.penalties, return_inverse=True)
        scores, reached = self.pairs.path_scores(-falling, test)
        return scores.T[order][..., None], reached.T[order] & has_all_classes(self.data)


@final
class LogisticFits(LogOddsFit):
    """Several penalties, one after the other."""

    def __init__(self, fits: Sequence[LogisticFit]) -> None:
        self.fits, self.together = fits, fits[0].together

    def begin(self) -> None:
        """Fit all rows with each penalty."""
        for fit in self.fits:
            fit.begin()

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Scores for each penalty (K, N, m), and which fits were done (K, B)."""
        scores, done = zip(*(fit.scores(test) for fit in self.fits), strict=True)
        return np.stack(scores), np.stack(done)


@final
@dataclass(frozen=True, eq=False)
class LogisticFit(LogOddsFit):
    """Blocks of resamples go to their optimum together."""

    final: Any
    data: Resampled
    prepared: Prepared

    @cached_property
    def together(self) -> int:  # type: ignore[override]
        """Resamples whose numbers stay in cache."""
        m = self.targets.shape[1]
        numbers = self.data.dataset.n * m * 4 + ((self.prepared.node.width + 1) * m) ** 2 * 4
        return max(1, IN_CACHE // numbers)

    @cached_property
    def targets(self) -> Floats:
        """Indicators of the second of two classes (n, 1), or of each of several (n, C)."""
        table = class_indicators(self.data.dataset.codes, len(self.data.dataset.labels), None)
        return table if table.shape[1] > 2 else np.ascontiguousarray(table[:, 1:])

    @cached_property
    def table(self) -> Floats:
        """The constant and the shared columns (n, q), and a row of zeros, number n, which stands for no row."""
        shared = self.prepared.shared.table
        table = np.zeros((len(shared) + 1, shared.shape[1] + 1))
        table[:-1, 0] = 1.0
        table[:-1, 1:] = shared
        return table

    def begin(self) -> None:
        """Fit all rows, and count the classes."""
        if self.whole is not None and self.data.training.complementary:
            self.base  # noqa: B018 - kept once it was worked out
        self.present  # noqa: B018

    @cached_property
    def present(self) -> Mask:
        """Resamples that have rows of every class (R,)."""
        return has_all_classes(self.data)

    @cached_property
    def whole(self) -> FullDataFit | None:
        """The fit to all rows, where every resample starts; None where scikit-learn stops short of its optimum."""
        everything = all_rows(self.data.dataset.n)
        columns = Prepared(self.prepared.shared, self.prepared.node, everything)(0, 1)
        likelihood = self.likelihood(columns, everything, 0, 1)
        start = self._probe(columns, likelihood)
        if start is None:
            return None
        theta, reached = minimise(likelihood, start, likelihood.curvature(start))
        apart = np.abs(self._shares(likelihood, theta) - self._shares(likelihood, start)) if reached.all() else np.inf
        if self.final.solver in EARLY_STOPPING and np.max(apart) > LARGEST_DIFFERENCE:
            return None
        return FullDataFit(theta[0], likelihood.maps[0], likelihood.weights[:, 0], reached=bool(reached.all()))

    def _shares(self, likelihood: Likelihood, theta: Floats) -> Floats:
        return logistic_or_softmax(likelihood.table @ likelihood.maps[0] @ theta[0])

    def _probe(self, columns: Columns, likelihood: Likelihood) -> Floats | None:
        """Parameters to start from (1, k, m): where the solver's own stopping rule counts, scikit-learn's own fit."""
        m, intercept = likelihood.outputs, int(self.final.fit_intercept)
        start = np.zeros((1, likelihood.maps.shape[2], m))
        if self.final.solver not in EARLY_STOPPING:
            return start
        values = columns.values(self.prepared.shared.table, 0)
        model = fit_quietly(self.final, values, self.data.dataset.codes, likelihood.weights[:, 0])
        if model is None or model.coef_.shape[0] != m:
            return None
        start[0, intercept:] = model.coef_.T
        start[0, :intercept] = model.intercept_ + model.coef_ @ columns.constants[0]
        return start

    def likelihood(self, columns: Columns, training: TrainingSets, start: int, stop: int) -> Likelihood:
        """What is minimised in resamples start … stop-1."""
        maps = columns.parameters(intercept=bool(self.final.fit_intercept))
        penalties = np.full(maps.shape[2], penalty_of(self.final))
        penalties[: int(self.final.fit_intercept)] = 0.0
        weights = self.weights(training.counts(start, stop))
        return Likelihood(self.table[:-1], maps, weights, self.targets, penalties)

    def weights(self, counts: Array) -> Floats:
        """Weights of the rows (n, B) for training counts (B, n): times those of the dataset and of the classes."""
        weights = np.ascontiguousarray(counts.T, dtype=np.float64)
        if self.data.dataset.weights is not None:
            weights *= self.data.dataset.weights[:, None]
        factors = self.final.class_weight
        if factors is None:
            return weights
        labels = self.data.dataset.labels.tolist()
        if isinstance(factors, dict):
            by_class = np.array([factors.get(label, 1.0) for label in labels], dtype=np.float64)
            return weights * by_class[self.data.dataset.codes][:, None]
        sums = class_indicators(self.data.dataset.codes, len(labels), None).T @ weights  # (C, B)
        by_class = sums.sum(axis=0) / (len(labels) * np.where(sums > 0, sums, 1.0))
        return weights * by_class[self.data.dataset.codes]

    def curvature(self, likelihood: Likelihood, theta: Floats, test: TestRows) -> Floats:
        """Second derivatives at the start; where only the tested rows are left out, those of all rows minus theirs."""
        if not self.data.training.complementary:
            return likelihood.curvature(theta)
        rows = test.stack(0, test.count, self.data.dataset.n)
        shares, weights, total = self.base
        return total - row_products(self.table[rows], shares[rows], weights[rows])

    @cached_property
    def base(self) -> tuple[Floats, Floats, Floats]:
        """Probabilities and weights of the rows at the optimum of all rows, and the second derivatives there."""
        whole = self.whole
        if whole is None:
            message = "there is no fit to all rows"
            raise TypeError(message)
        shares = logistic_or_softmax(self.table @ whole.coefficients)
        weights = np.append(whole.weights, 0.0)
        return shares, weights, row_products(self.table, shares, weights)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Scores of the test rows of a block (N, m), and which resamples were done (B,)."""
        if self.whole is None:
            return np.zeros((test.size, self.targets.shape[1])), np.zeros(test.count, dtype=np.bool_)
        columns = self.prepared(test.first, test.last)
        likelihood = self.likelihood(columns, self.data.training, test.first, test.last)
        theta = self.whole.start(likelihood.maps)
        found, reached = minimise(likelihood, theta, self.curvature(likelihood, theta, test))
        done = reached & columns.exact & self.present[test.first : test.last]
        return self._evaluate(likelihood.maps @ found, test), done

    def _evaluate(self, coefficients: Floats, test: TestRows) -> Floats:
        """Scores of the test rows under coefficients of the shared columns (B, q, m)."""
        count, q, m = coefficients.shape
        if test.size * 8 > count * self.data.dataset.n:
            flat = np.ascontiguousarray(coefficients.transpose(1, 0, 2)).reshape(q, -1)
            return (self.table @ flat).reshape(-1, count, m)[test.row, test.resample]
        return np.concatenate(
            [
                np.einsum("nq,nqm->nm", self.table[test.row[a:b]], coefficients[test.resample[a:b]])
                for a, b in blocks(test.size, max(1, IN_CACHE // (q * m)))
            ]
            or [np.zeros((0, m))]
        )
