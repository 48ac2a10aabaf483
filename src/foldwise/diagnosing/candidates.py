"""In-sample criteria of the model and its rivals, and how probable each is if one of them is true."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.diagnoses import akaike_weights, criteria_of, model_probabilities
from foldwise.diagnosing.in_sample_fit import in_sample_facts
from foldwise.engine import attempt
from foldwise.errors import FoldwiseError
from foldwise.reports import CandidateCriteria

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.diagnosing.subject import Subject

__all__ = ["criteria_of_candidates"]

LIKELIHOODS = {
    **dict.fromkeys(("LinearRegression", "Ridge", "Lasso", "ElasticNet"), "normal errors"),
    "LogisticRegression": "classes given the features",
    "PoissonRegressor": "counts given the features",
    "GaussianNB": "features and classes together",
}
"""What the likelihood of a family is of; only likelihoods of the same thing can be compared."""
NOT_KNOWN = "it has no likelihood with a known number of parameters"


def criteria_of_candidates(subject: Subject) -> tuple[CandidateCriteria, ...]:
    """Criteria of every candidate, the model itself first, with weights and posterior probabilities (METHODS F.3, F.4).

    Only candidates whose likelihood is of the same thing as the model's have a probability: that of naive Bayes is of the
    features too, and is on another scale.
    """
    subjects = [
        subject,
        *(replace(subject, name=name, model=rival, rivals={}) for name, rival in subject.rivals.items()),
    ]
    criteria = [_criteria(subject) for subject in subjects]
    kinds = [
        LIKELIHOODS.get(type(one.last).__name__, "") if not two.reason else ""
        for one, two in zip(subjects, criteria, strict=True)
    ]
    refusals = [_refused(one, kind, kinds[0]) for one, kind in zip(criteria, kinds, strict=True)]
    return _weighted(refusals)


def _criteria(subject: Subject) -> CandidateCriteria:
    """Criteria of one candidate fitted to all rows; a fit that fails is told."""
    nan = float("nan")
    try:
        facts = attempt(lambda: in_sample_facts(subject), subject.name, "all rows")
    except FoldwiseError as error:
        return CandidateCriteria(subject.name, nan, nan, nan, nan, reason=str(error))
    known = not np.isnan(facts.fit.parameters)
    values = {one.name: one.value for one in criteria_of(facts.fit) if one.value is not None and known}
    evidence = next((value for name, value, _ in facts.further if name == "evidence"), nan)
    aic, bic = values.get("aic", nan), values.get("bic", nan)
    reason = "" if np.isfinite(bic) else facts.fit.reason or NOT_KNOWN
    return CandidateCriteria(subject.name, facts.fit.parameters, aic, bic, evidence, reason=reason)


def _refused(one: CandidateCriteria, kind: str, own: str) -> CandidateCriteria:
    if one.reason or kind == own:
        return one
    return replace(one, reason=f"its likelihood is of {kind}, that of the model of {own or 'nothing that is known'}")


def _weighted(criteria: Sequence[CandidateCriteria]) -> tuple[CandidateCriteria, ...]:
    """Weights and probabilities among the candidates that can be compared."""
    names = [one.model for one in criteria if not one.reason]
    if len(names) < 2:
        return tuple(criteria)
    weights = _shares(criteria, names, "aic", akaike_weights)
    by_bic = _shares(criteria, names, "bic", akaike_weights)
    by_evidence = _shares(criteria, names, "evidence", model_probabilities)
    nan = float("nan")
    return tuple(
        replace(
            one,
            aic_weight=weights.get(one.model, nan),
            probability=by_bic.get(one.model, nan),
            by_evidence=by_evidence.get(one.model, nan),
        )
        for one in criteria
    )


def _shares(
    found: Sequence[CandidateCriteria],
    names: Sequence[str],
    field: str,
    shares: Callable[[dict[str, float]], dict[str, float]],
) -> dict[str, float]:
    """Shares of the candidates by one criterion, where all of them have it."""
    values = {one.model: float(getattr(one, field)) for one in found if one.model in names}
    return shares(values) if np.isfinite(list(values.values())).all() else {}
