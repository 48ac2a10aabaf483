"""Every in-sample criterion by name, and all of them for one fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.diagnoses.criteria.aic import Aic, Aicc
from foldwise.diagnoses.criteria.bic import Bic
from foldwise.diagnoses.criteria.description_length import Mdl
from foldwise.diagnoses.criteria.gcv import Gcv
from foldwise.diagnoses.criteria.mallows_cp import MallowsCp
from foldwise.diagnoses.criteria.press import Press
from foldwise.errors import UnknownNameError
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleCriterion, InSampleFit

__all__ = ["CRITERIA", "CriterionValue", "criteria_of", "criterion"]

CRITERIA: tuple[InSampleCriterion, ...] = (Aic(), Aicc(), Bic(), Mdl(), MallowsCp(), Gcv(), Press())
"""Every in-sample criterion."""


@final
@dataclass(frozen=True)
class CriterionValue:
    """A criterion of one fit: its value, or why it has none; approximate for a penalised fit."""

    name: str
    value: float | None
    unit: str
    reason: str = ""
    approximate: bool = False


def criterion(name: str) -> InSampleCriterion:
    """Find an in-sample criterion by its name.

    Examples
    --------
    >>> criterion("bic").formula
    '-2 ln L + d ln n'
    """
    known = {one.name: one for one in CRITERIA}
    found = known.get(method_name(name))
    if found is None:
        raise UnknownNameError.of("in-sample criterion", name, known)
    return found


def criteria_of(fit: InSampleFit) -> tuple[CriterionValue, ...]:
    """Every criterion of one fit, with the reason where it is not defined; never a number that means nothing.

    Examples
    --------
    >>> from foldwise.diagnoses import NO_LIKELIHOOD, InSampleFit
    >>> found = criteria_of(InSampleFit(100, 12, reason=NO_LIKELIHOOD["svm"]))
    >>> found[0].value, found[0].reason
    (None, 'a support vector machine maximises a margin, not a likelihood')
    """
    return tuple(_value(one, fit) for one in CRITERIA)


def _value(one: InSampleCriterion, fit: InSampleFit) -> CriterionValue:
    reason = one.refusal(fit)
    value = one.value(fit) if reason is None else None
    return CriterionValue(one.name, value, one.unit, reason or "", reason is None and fit.approximate)
