"""FW208: a measure without a value in some of the resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.measures import ModelScores

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["UndefinedMeasure"]

ONE_BY_ONE = ("loo", "lpo", "leave-pair-out", "resubstitution")
"""Plans whose test sets are too small to hold every class, by intention."""


@final
@dataclass(frozen=True)
class UndefinedMeasure(Rule):
    """A measure has no value in some resamples, or a class is missing from some test sets, where its recall and AUC have none.

    Resamples without a value are left out of a mean, which then tells of the others only.
    """

    code: ClassVar[str] = "FW208"
    title: ClassVar[str] = "measure undefined in some resamples"
    summary: ClassVar[str] = "a measure has no value in some resamples, or a class is missing from some test sets"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Count resamples without a value, then test sets without a class."""
        told = _without_value(case) or _without_class(case)
        return (
            None
            if not told
            else self.advice(told, "fewer parts, such as plan='kfold(5, repeats=3)', or one pooled measure")
        )


def _without_value(case: Case) -> str:
    table = case.predictions
    if table is None:
        return ""
    for measure in case.measures:
        for name in table.models:
            if not table.of(name).size:
                continue
            missing = int(np.isnan(np.asarray(ModelScores(table, name, measure).scores)).sum())
            if missing:
                return f"{measure.label} of '{name}' has no value in {missing} of {table.resamples.count} resamples"
    return ""


def _without_class(case: Case) -> str:
    dataset, resamples = case.dataset, case.resamples
    if dataset is None or resamples is None or not dataset.is_classification or resamples.kind in ONE_BY_ONE:
        return ""
    classes = len(dataset.classes)
    held = np.zeros((resamples.count, classes), dtype=np.bool_)
    for r in range(resamples.count):
        held[r, dataset.codes[resamples.test_rows(r)]] = True
    short = int((~held).any(axis=1).sum())
    if not short:
        return ""
    rarest = int((~held).sum(axis=0).argmax())
    return (
        f"{short} of {resamples.count} test sets lack a class, most often '{dataset.classes[rarest]}': its recall, its "
        "precision and AUC have no value there"
    )
