"""Gaussian naive Bayes: class means and variances of all training sets by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.normals import CompiledNormals
from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.linalg.moments import ClassMoments, ClassRows
from foldwise.engine.linalg.scores import CompiledScorer, answer_classes, normal_scores
from foldwise.engine.priors import log_priors, refuse_priors

if TYPE_CHECKING:
    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.moments import Moments
    from foldwise.engine.linalg.scores import Answers
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["GaussianBayes"]

ACCURATE = 1e-12
"""Largest share of a variance that rounding may have moved before the training rows are gone through again."""


@final
class GaussianBayes(Family):
    """`GaussianNB`, with `priors`, `var_smoothing` and sample weights."""

    name: ClassVar[str] = "gaussian-nb"
    models: ClassVar[tuple[str, ...]] = ("GaussianNB",)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """Features must be finite numbers, and priors must fit the classes."""
        return refuse_features(dataset) or refuse_priors(model.priors, dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit and score block after block of resamples."""
        fit = Fit(model, dataset, resamples)
        numbers = dataset.p * len(dataset.labels)
        return answer_classes(fit, test, name=self.name, classes=len(dataset.labels), width=2 * numbers, fitted=numbers)


@final
@dataclass(frozen=True, eq=False)
class Fit(CompiledScorer):
    """Fits blocks of resamples."""

    model: Any
    dataset: Dataset
    resamples: Resamples

    @cached_property
    def rows(self) -> ClassRows:
        """The rows by class."""
        return ClassRows(features(self.dataset), self.dataset.codes, len(self.dataset.labels))

    @cached_property
    def plain(self) -> ClassMoments:
        """Moments without weights: how many rows a class has, and what `var_smoothing` is a share of."""
        return ClassMoments(self.resamples, self.rows, present=True)

    @cached_property
    def weighted(self) -> ClassMoments | None:
        """Moments with weights, where there are any."""
        if not is_weighted(self.dataset, self.resamples):
            return None
        return ClassMoments(self.resamples, self.rows, self.dataset.weights)

    def compiled(self, test: TestRows, answers: Answers) -> None:
        """Answer the ordinary resamples in one go; where some are left, sum the rows before the blocks are handed out.

        Else one thread would sum then, and the others would wait.
        """
        if self.weighted is None:
            model = self.model
            quick = CompiledNormals(self.rows, self.plain, model.priors, model.var_smoothing, ACCURATE)
            quick(test, answers)
        if not answers.done.all():
            for moments in (self.plain, self.weighted):
                if moments is not None:
                    moments.sums  # noqa: B018 - kept once it was asked for

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Fit a block and give the joint log-likelihoods of its test."""
        plain, smoothing = self._plain(test)
        moments = plain if self.weighted is None else self._weighted(test, self.weighted, smoothing)
        variances = moments.variances + smoothing[:, None, None]
        there = plain.weights > 0
        logs = log_priors(self.model.priors, moments.weights)
        # A class with rows but no weight, or a variance that may be zero, is scikit-learn's to refuse or warn about.
        done = there.any(axis=1) & ((there == (moments.weights > 0)) & ~np.isnan(logs)).all(axis=1)
        sure = (variances > self.rows.nothing) | ~there[:, :, None]
        done &= sure.reshape(len(sure), -1).all(axis=1)
        if not (there.all() and done.all()):
            variances = np.where(there[:, :, None] & done[:, None, None], variances, 1.0)
        offsets = logs - 0.5 * np.log(2 * np.pi * variances).sum(axis=2)
        means = self.rows.centres + moments.shifts
        return normal_scores(test, self.rows.X, means, 1 / variances, offsets), done

    def _plain(self, test: TestRows) -> tuple[Moments, Floats]:
        """Moments without weights, and the smoothing of each resample (B,)."""
        moments = self.plain(test.first, test.last)
        smoothing = self._smoothing(moments)
        wrong = is_doubtful(moments, smoothing)
        if wrong.any():
            moments = self.plain.repaired(moments, test.first, wrong)
            smoothing = self._smoothing(moments)
        return moments, smoothing

    def _weighted(self, test: TestRows, weighted: ClassMoments, smoothing: Floats) -> Moments:
        moments = weighted(test.first, test.last)
        wrong = is_doubtful(moments, smoothing)
        return weighted.repaired(moments, test.first, wrong) if wrong.any() else moments

    def _smoothing(self, moments: Moments) -> Floats:
        """`var_smoothing` times the largest variance of a column over the whole training set (B,)."""
        total = np.maximum(moments.weights.sum(axis=1), 1.0)[:, None]
        shares = moments.weights / total
        away = moments.shifts + (self.rows.centres - self.rows.centre)
        away -= np.einsum("bc,bcp->bp", shares, away)[:, None, :]  # squared about the mean: no digits may cancel
        spread = np.einsum("bc,bcp->bp", shares, moments.variances + away * away)
        return self.model.var_smoothing * spread.max(axis=1)


def is_doubtful(moments: Moments, smoothing: Floats) -> Mask:
    """Whether rounding may have moved a smoothed variance by more than it should (B,)."""
    variances = moments.variances + smoothing[:, None, None]
    doubtful: Mask = (moments.doubt > ACCURATE * variances) & (moments.weights > 0)[:, :, None]
    return np.asarray(doubtful.reshape(len(doubtful), -1).any(axis=1))
