"""The complexity curve: training and left-out error against the parameter that governs the complexity of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnosing.complexity_grid import complexity_grid
from foldwise.diagnosing.part import DiagnosisPart
from foldwise.errors import InputError
from foldwise.evaluation import Request, evaluate
from foldwise.measures import ModelScores
from foldwise.plans import as_plan, default_plan, draw
from foldwise.predictions import Part
from foldwise.reports import ComplexityCurve
from foldwise.selection import Candidate, named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnosing.subject import Subject
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator

__all__ = ["ComplexityPart"]

PARTS = 5
"""Parts of the cross-validation of every value of the parameter."""


@final
@dataclass(frozen=True)
class ComplexityPart(DiagnosisPart):
    """Training and left-out error of the model from simple to complex, the other parameters as they are.

    `foldwise select --curve` draws the same curve over values of one's own.
    """

    name: ClassVar[str] = "complexity-curve"
    summary: ClassVar[str] = "training and left-out error from simple to complex"
    fields: ClassVar[tuple[str, ...]] = ("complexity", "candidates")

    def refusal(self, subject: Subject) -> str:
        """Models without a parameter that is known to govern their complexity."""
        if complexity_grid(subject.model, subject.dataset.n) is None:
            return "no parameter is known to govern the complexity of this model; foldwise select --curve takes one"
        if subject.dataset.n < 2 * PARTS:
            return f"{subject.dataset.n} rows are too few to leave parts of them out; {2 * PARTS} are the least"
        return ""

    def fits(self, subject: Subject) -> int:
        """Every value on every part."""
        grid = complexity_grid(subject.model, subject.dataset.n)
        return 0 if grid is None else PARTS * len(grid[1])

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Fit every value."""
        grid = complexity_grid(subject.model, subject.dataset.n)
        if grid is None:
            return {}
        name, values = grid
        candidates = named(seeded_copy(subject.model, subject.settings.seed), [{name: value} for value in values])
        models = {candidate.name: candidate.model for candidate in candidates}
        resamples = draw(_plan(subject), subject.dataset, subject.settings.seed)
        predictions = subject.fit(models, resamples, train=True)
        failed = {failure.model for failure in predictions.failures}
        fitted_candidates = [candidate for candidate in candidates if candidate.name not in failed]
        if len(fitted_candidates) < 2:
            message = f"fewer than two values of {name} could be fitted: {predictions.failures[0].cause}"
            raise InputError(message)
        return {
            "complexity": _curve(subject, predictions, name, fitted_candidates),
            "candidates": predictions.only(*(one.name for one in fitted_candidates)),
        }


def seeded_copy(model: Estimator, seed: int) -> Estimator:
    """A copy whose open seeds are set, so that values are told apart by what they do and not by the draws of their models.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> seeded_copy(DecisionTreeClassifier(), 3)
    DecisionTreeClassifier(random_state=3)
    """
    from sklearn.base import clone

    own = model.get_params() if hasattr(model, "get_params") else {}
    seeds = {key: seed for key, value in own.items() if key.split("__")[-1] == "random_state" and value is None}
    return clone(model).set_params(**seeds) if seeds else model


def _plan(subject: Subject) -> Plan:
    dataset = subject.dataset
    if dataset.time_rank is not None:
        return default_plan(dataset)[0]
    if dataset.group_codes is not None:
        return as_plan(f"group-kfold({min(PARTS, int(dataset.group_codes.max()) + 1)})")
    return as_plan(f"kfold({PARTS})")


def _curve(subject: Subject, predictions: Predictions, name: str, candidates: list[Candidate]) -> ComplexityCurve:
    training, left_out = (
        tuple(float(ModelScores(predictions, one.name, subject.measure, part).value) for one in candidates)
        for part in (Part.TRAIN, Part.TEST)
    )
    values = tuple(one.settings[name] for one in candidates)
    best = values[int(np.nanargmin(left_out))]
    return ComplexityCurve(
        name, values, training, left_out, best, subject.measure.name, _ends(subject, predictions, candidates)
    )


def _ends(subject: Subject, predictions: Predictions, candidates: list[Candidate]) -> tuple[tuple[float, float], ...]:
    """Intervals of the errors on rows left out; none where any has none."""
    names = [one.name for one in candidates]
    request = Request(level=subject.level, spare=frozenset({subject.measure.name}))
    intervals = {one.model: one.interval for one in evaluate(predictions.only(*names), (subject.measure,), request)}
    ends = tuple((one.low, one.high) for name in names if (one := intervals.get(name)) is not None)
    return ends if len(ends) == len(names) else ()
