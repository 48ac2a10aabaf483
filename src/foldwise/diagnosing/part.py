"""A part of a diagnosis: what it finds, where it has nothing to say, and what it costs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnosing.subject import Subject

__all__ = ["WEIGHTED", "DiagnosisPart", "no_bootstrap"]

WEIGHTED = "all rows count alike in it, and these rows have weights"
FEWEST_GROUPS = 5
"""Groups below which bootstrap samples without a group hardly differ from each other."""


def no_bootstrap(subject: Subject) -> str:
    """Why models of bootstrap samples say nothing about their spread; empty where they do."""
    if subject.dataset.order is not None:
        return "models of bootstrap samples would be trained on the future of the rows they are tested on"
    groups = subject.dataset.group_codes
    count = FEWEST_GROUPS if groups is None else len(set(groups.tolist()))
    if count < FEWEST_GROUPS:
        return (
            f"bootstrap samples of {count} groups hardly differ from each other; {FEWEST_GROUPS} groups are the least"
        )
    return ""


class DiagnosisPart(ABC):
    """One part of a diagnosis.

    `name` is what it is asked for by, `summary` one line for the catalogue, `tasks` what it is for in words, `fields` the
    names of the fields of `Diagnosis` that it fills, `after` the parts whose findings it looks at.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    tasks: ClassVar[str] = "both"
    fields: ClassVar[tuple[str, ...]] = ()
    after: ClassVar[tuple[str, ...]] = ()

    def refusal(self, subject: Subject) -> str:  # noqa: ARG002 - for those that have something to say
        """Why there is nothing to find here; empty where there is."""
        return ""

    def fits(self, subject: Subject) -> int:  # noqa: ARG002 - for those that fit
        """Number of fits of its own."""
        return 0

    @abstractmethod
    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:
        """Fields of the diagnosis, by name; `before` are those that were found already."""
