"""Every part of a diagnosis by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data.checks import shown
from foldwise.diagnosing.bias_variance import BiasVariance
from foldwise.diagnosing.calibration import CalibrationPart
from foldwise.diagnosing.capacity import CapacityPart
from foldwise.diagnosing.checks import ChecksPart
from foldwise.diagnosing.complexity_curve import ComplexityPart
from foldwise.diagnosing.criteria import CriteriaPart
from foldwise.diagnosing.fit_kind import FitPart
from foldwise.diagnosing.importance import ImportancePart
from foldwise.diagnosing.instability import InstabilityPart
from foldwise.diagnosing.learning_curve import LearningCurvePart
from foldwise.diagnosing.slices import SlicesPart
from foldwise.errors import InputError, UnknownNameError
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from foldwise.diagnosing.part import DiagnosisPart
    from foldwise.typing import Given

__all__ = ["PARTS", "parts_called"]

PARTS: tuple[DiagnosisPart, ...] = (
    BiasVariance(),
    InstabilityPart(),
    LearningCurvePart(),
    ComplexityPart(),
    FitPart(),
    CriteriaPart(),
    CapacityPart(),
    CalibrationPart(),
    SlicesPart(),
    ImportancePart(),
    ChecksPart(),
)
"""Every part, in the order in which they are found."""


def parts_called(names: Given = None) -> tuple[DiagnosisPart, ...]:
    """The parts of these names, in their order; all where none are named.

    Examples
    --------
    >>> [one.name for one in parts_called("checks, slices")]
    ['slices', 'checks']
    """
    if names is None:
        return PARTS
    listed = names.split(",") if isinstance(names, str) else names
    if not isinstance(listed, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in listed):
        message = f"parts are names, not {shown(names)}"
        raise InputError(message, hint="parts=['bias-variance', 'learning-curve']")
    known = {part.name for part in PARTS}
    wanted = {method_name(word.strip()) for one in listed for word in one.split(",") if word.strip()}
    for name in sorted(wanted - known):
        raise UnknownNameError.of("part of a diagnosis", name, sorted(known))
    if not wanted:
        message = "no part of a diagnosis is named"
        raise InputError(message, hint=f"one of {', '.join(part.name for part in PARTS)}")
    return tuple(part for part in PARTS if part.name in wanted)
