"""The checks of rows, plan and predictions, as a part of the diagnosis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

from foldwise.advice import Case, look_at
from foldwise.diagnoses import label_suspects
from foldwise.diagnosing.part import DiagnosisPart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnoses import LabelSuspects
    from foldwise.diagnosing.subject import Subject

__all__ = ["ChecksPart"]


@final
@dataclass(frozen=True)
class ChecksPart(DiagnosisPart):
    """Every check with a stable code (`foldwise checks`), and the rows whose labels may be wrong."""

    name: ClassVar[str] = "checks"
    summary: ClassVar[str] = "checks of rows, plan and predictions; labels that may be wrong"
    fields: ClassVar[tuple[str, ...]] = ("checks", "suspects")
    after: ClassVar[tuple[str, ...]] = ("complexity-curve",)

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:
        """Ask every rule."""
        case = Case(
            "diagnose",
            subject.dataset,
            subject.resamples,
            subject.held_out,
            measures=(subject.measure,),
            candidates=before.get("candidates"),
            new_rows=subject.new_rows,
        )
        return {"checks": look_at(case), "suspects": _suspects(subject)}


def _suspects(subject: Subject) -> LabelSuspects | None:
    """Rows whose label may be wrong, numbered as in the dataset; None without probabilities that tell anything."""
    if not subject.dataset.is_classification or not subject.gives_probabilities:
        return None
    if subject.error >= subject.baseline_error:
        return None
    rows, scores = subject.probabilities
    suspects = label_suspects(subject.dataset.codes[rows], scores)
    return type(suspects)(rows[suspects.rows], suspects.suggested, suspects.own, suspects.counts)
