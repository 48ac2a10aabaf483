"""A rule: one cheap check, with a stable code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from foldwise.advice.advice import Advice, Severity

if TYPE_CHECKING:
    from foldwise.advice.case import Case

__all__ = ["DIAGNOSED", "EVERY_VERB", "Rule"]

EVERY_VERB = ("assess", "compare", "select", "improve", "certify", "diagnose")
"""Verbs that have a table of features and draw resamples."""
DIAGNOSED = ("diagnose",)
"""For checks that are made by `diagnose`."""


class Rule(ABC):
    """Checks a case and gives advice, or None. It never fits and never raises.

    `code` never changes its meaning; `summary` says in one sentence when there is advice, `verbs` are those that make the check.
    `of_rows` rules need the features, and are skipped where there are predictions only.
    """

    code: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    severity: ClassVar[Severity]
    verbs: ClassVar[tuple[str, ...]] = EVERY_VERB
    optimistic: ClassVar[bool] = False
    of_rows: ClassVar[bool] = False

    @abstractmethod
    def look(self, case: Case) -> Advice | None:
        """Say what was found, or None."""

    @property
    def name(self) -> str:
        """The code, by which catalogues list their members."""
        return self.code

    def advice(self, evidence: str, mend: str) -> Advice:
        """Put what was found together with what the rule says about itself."""
        return Advice(self.code, self.title, self.severity, evidence, mend, self.optimistic)
