"""Bias, variance and noise of the model, from models of bootstrap samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.advice import Case
from foldwise.diagnoses import (
    DECOMPOSITIONS,
    NOT_DECOMPOSED,
    Noise,
    RunKind,
    Runs,
    noise_of_replicates,
    replicates_of,
    shares_of_replicates,
)
from foldwise.diagnosing.part import WEIGHTED, DiagnosisPart, no_bootstrap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Codes
    from foldwise.diagnosing.subject import Subject

__all__ = ["BiasVariance", "main_method"]

FORMS = {"error": "kohavi-wolpert", "accuracy": "kohavi-wolpert", "mse": "squared", "rmse": "squared"}
"""Decomposition that belongs to a measure, where it does not have its name."""


def main_method(measure: str) -> str:
    """Name of the decomposition that belongs to a measure; empty where it has none.

    Examples
    --------
    >>> main_method("error"), main_method("brier"), main_method("mae")
    ('kohavi-wolpert', 'brier', '')
    """
    known = {decomposition.name for decomposition in DECOMPOSITIONS}
    return FORMS.get(measure, measure if measure in known else "")


@final
@dataclass(frozen=True)
class BiasVariance(DiagnosisPart):
    """Expected loss = bias + variance + noise, of the rows that models of bootstrap samples were not trained on.

    The form belongs to the measure: squared for mse, Kohavi and Wolpert's for the error, the Bregman splits for Brier and
    log loss. All other forms that the predictions allow come after it, by their names. It describes models of as many rows as
    there are, of which a bootstrap sample has 63 % distinct ones (METHODS E).
    """

    name: ClassVar[str] = "bias-variance"
    summary: ClassVar[str] = "bias, variance and noise of the loss, in every form it has"
    fields: ClassVar[tuple[str, ...]] = ("decompositions",)

    def refusal(self, subject: Subject) -> str:
        """Time order, few groups, weights, and losses that have no such sum."""
        if reason := no_bootstrap(subject):
            return reason
        if subject.dataset.weights is not None:
            return WEIGHTED
        if not main_method(subject.measure.name):
            reason = NOT_DECOMPOSED.get(subject.measure.name, "only squared, 0-1, Brier and log loss are taken apart")
            return f"'{subject.measure.name}' has no decomposition: {reason}"
        return ""

    def fits(self, subject: Subject) -> int:
        """One for each bootstrap sample, which instability shares."""
        return subject.samples

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Take the loss apart in every form."""
        table = subject.bootstrapped
        runs = [Runs.of_predictions(table, subject.name)]
        if subject.gives_probabilities:
            runs.append(Runs.of_predictions(table, subject.name, probabilities=True))
        first = main_method(subject.measure.name)
        decompositions = [
            method.decompose(with_noise(run, subject))
            for run in runs
            for method in DECOMPOSITIONS
            if method.kind is run.kind
        ]
        return {"decompositions": tuple(sorted(decompositions, key=lambda one: one.method != first))}


def with_noise(runs: Runs, subject: Subject) -> Runs:
    """The runs with what was declared of the noise, or what rows of equal features tell of it."""
    if subject.noise is None:
        return runs
    if not isinstance(subject.noise, str):
        return runs.with_noise(Noise(variance=float(subject.noise))) if runs.kind is RunKind.VALUES else runs
    cells = equal_rows(subject)
    if runs.kind is RunKind.VALUES:
        return runs.with_noise(noise_of_replicates(runs.truth, cells))
    return runs.with_noise(shares_of_replicates(runs.truth, cells, len(runs.classes)))


def equal_rows(subject: Subject) -> Codes:
    """Number the rows so that rows of equal features have one number."""
    table = Case("diagnose", subject.dataset).table
    return replicates_of(np.nan_to_num(table, nan=np.finfo(np.float64).max))
