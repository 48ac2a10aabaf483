"""In-sample criteria of the model, beside its resampled error."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnoses import (
    CovariancePenalty,
    CriterionValue,
    bic_evidence,
    binary_covariance_penalty,
    covariance_penalty,
    criteria_of,
)
from foldwise.diagnosing.candidates import criteria_of_candidates
from foldwise.diagnosing.in_sample_fit import in_sample_facts
from foldwise.diagnosing.part import WEIGHTED, DiagnosisPart
from foldwise.engine import attempt
from foldwise.reports import InSampleCriteria

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats
    from foldwise.diagnosing.in_sample_fit import InSampleFacts
    from foldwise.diagnosing.subject import Subject

__all__ = ["CriteriaPart"]

DRAWS, MOST_ROWS = 20, 5000
UNKNOWN = "the number of parameters is not known"
SATURATED = "there are as many effective parameters as rows, or no error on the training rows"
"""Targets that are drawn for a covariance penalty, and rows up to which they are."""


@final
@dataclass(frozen=True)
class CriteriaPart(DiagnosisPart):
    """AIC, AICc, BIC, MDL, Cp, GCV, PRESS and the evidence where they are defined, with the reason where not (METHODS F).

    Where the number of parameters is not known, targets are perturbed and fitted again, which gives it for squared error; for
    two classes with probabilities it gives what the training error is too small by.
    """

    name: ClassVar[str] = "criteria"
    summary: ClassVar[str] = "in-sample criteria, or why they are not defined"
    fields: ClassVar[tuple[str, ...]] = ("criteria",)

    def refusal(self, subject: Subject) -> str:
        """Weights."""
        return WEIGHTED if subject.dataset.weights is not None else ""

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Look at the model fitted to all rows."""
        facts = attempt(lambda: in_sample_facts(subject), subject.name, "all rows")
        penalty = None
        if np.isnan(facts.fit.parameters) and subject.dataset.n <= MOST_ROWS:
            penalty = attempt(lambda: perturbed(subject), subject.name, "perturbed targets")
        if penalty is not None and not subject.dataset.is_classification:
            sigma2 = oob_variance(subject)
            fit = replace(facts.fit, parameters=penalty.parameters, noise_variance=sigma2)
            facts = replace(facts, fit=fit, how=f"covariance penalty, {DRAWS} perturbed targets")
        return {
            "criteria": InSampleCriteria(
                values=(*_values(facts), *(CriterionValue(name, value, unit) for name, value, unit in facts.further)),
                parameters=facts.fit.parameters,
                how=facts.how,
                training_error=subject.training_error,
                resampled_error=subject.error,
                optimism=float("nan") if penalty is None else penalty.optimism,
                candidates=criteria_of_candidates(subject) if subject.rivals else (),
            )
        }


def _values(facts: InSampleFacts) -> tuple[CriterionValue, ...]:
    """Criteria of the fit, those that need parameters only where they are known; and the evidence that BIC approximates."""
    unknown = UNKNOWN if np.isnan(facts.fit.parameters) else SATURATED
    values = [
        replace(one, value=None, reason=one.reason or unknown, approximate=False)
        if one.value is not None and (unknown == UNKNOWN or not np.isfinite(one.value))
        else one
        for one in criteria_of(facts.fit)
    ]
    bic = next(value for value in values if value.name == "bic")
    if bic.value is not None and not any(name == "evidence" for name, *_ in facts.further):
        values.append(CriterionValue("evidence", bic_evidence(bic.value), "nats, by BIC", approximate=True))
    return tuple(values)


def oob_variance(subject: Subject) -> float:
    """Mean squared error on rows left out: the noise and whatever bias the model has, so that penalties lean to caution."""
    outputs = subject.held_out.of(subject.name)
    return float(np.mean((outputs.output - subject.dataset.truth[outputs.row]) ** 2))


def perturbed(subject: Subject) -> CovariancePenalty | None:
    """Fit perturbed targets; None for classes other than two with probabilities."""
    from sklearn.base import clone

    seed, X = subject.settings.seed, subject.dataset.X
    if not subject.dataset.is_classification:

        def fitted(target: Floats) -> Floats:
            return np.asarray(clone(subject.model).fit(X, target).predict(X), dtype=np.float64).reshape(-1)

        centre = np.asarray(subject.final.predict(X), dtype=np.float64).reshape(-1)
        noise = float(np.sqrt(oob_variance(subject)))
        return covariance_penalty(fitted, centre, noise, draws=DRAWS, seed=seed) if noise > 0 else None
    if len(subject.dataset.classes) != 2 or not subject.gives_probabilities:
        return None
    rows, scores = subject.probabilities
    p = np.full(subject.dataset.n, float(np.mean(subject.dataset.truth)))
    p[rows] = scores[:, 1]

    def chances(labels: Floats) -> Floats:
        if labels.min() == labels.max():
            return labels
        found = clone(subject.model).fit(X, labels.astype(np.intp)).predict_proba(X)
        return np.asarray(found[:, 1], dtype=np.float64)

    return binary_covariance_penalty(chances, np.clip(p, 0, 1), draws=DRAWS, seed=seed)
