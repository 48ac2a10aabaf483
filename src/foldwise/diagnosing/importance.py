"""Permutation importance of the columns, over resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.data import column_names, is_sparse, take_rows
from foldwise.diagnoses import importance_of
from foldwise.diagnosing.part import DiagnosisPart
from foldwise.engine import FittedModels
from foldwise.measures import Outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.arrays import Codes, Floats
    from foldwise.data import Table
    from foldwise.diagnosing.subject import Subject
    from foldwise.predictions import ScoreKind

__all__ = ["ImportancePart"]

RESAMPLES, PERMUTATIONS = 10, 5
MOST_COLUMNS, MOST_TESTED = 200, 1000
"""Columns up to which each is permuted, and test rows of a resample that are looked at."""


@final
@dataclass(frozen=True)
class ImportancePart(DiagnosisPart):
    """Rise of the loss where a column is permuted among the test rows, for the models of up to ten resamples.

    A column is permuted five times for each model. The interval is the corrected t over resamples, since their training sets
    overlap.
    """

    name: ClassVar[str] = "importance"
    summary: ClassVar[str] = "permutation importance of the columns over resamples, with intervals"
    fields: ClassVar[tuple[str, ...]] = ("importance",)

    def refusal(self, subject: Subject) -> str:
        """Sparse matrices, many columns, and plans of one resample."""
        if is_sparse(subject.dataset.X):
            return "columns of a sparse matrix are not permuted"
        if subject.dataset.p > MOST_COLUMNS:
            return f"there are {subject.dataset.p:,} columns, and up to {MOST_COLUMNS} are permuted one by one"
        if subject.resamples.count < 2:
            return f"{subject.plan} has one resample, and an interval needs two"
        if subject.resamples.test_rows(0).size < 2:
            return f"{subject.plan} tests single rows, among which nothing can be permuted"
        return ""

    def fits(self, subject: Subject) -> int:
        """One for each resample that is looked at."""
        return min(RESAMPLES, subject.resamples.count)

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Fit the models of the first resamples again, and let them predict permuted rows."""
        resamples, rng = subject.resamples, np.random.default_rng([subject.settings.seed, 17])
        models = FittedModels(subject.dataset, {subject.name: subject.model}, resamples, subject.settings.seed)
        failed = {failure.resample for failure in subject.held_out.failures if failure.model == subject.name}
        usable = [r for r in range(resamples.count) if r not in failed and resamples.test_rows(r).size > 1]
        rises, shares = [], []
        for r in usable[:RESAMPLES]:
            rows = resamples.test_rows(r)
            rows = rows if rows.size <= MOST_TESTED else np.sort(rng.choice(rows, MOST_TESTED, replace=False))
            loss = _loss_of(subject, models.predictor(subject.name, r), rows)
            rises.append(column_rises(take_rows(subject.dataset.X, rows), loss, rng))
            shares.append(resamples.test_rows(r).size / max(1, resamples.train_rows(r).size))
            subject.count.take(len(rises), RESAMPLES, subject.name)
        subject.count.close(len(rises))
        importance = importance_of(
            column_names(subject.dataset.X),
            np.array(rises),
            test_share=float(np.mean(shares)),
            permutations=PERMUTATIONS,
            level=subject.level,
        )
        return {"importance": importance}


def _loss_of(
    subject: Subject, predict: Callable[[Table], tuple[Any, Floats | None, ScoreKind]], rows: Codes
) -> Callable[[Table], Floats]:
    """What gives the mean loss of copies of the test rows, one number for each copy."""
    predictions, dataset = subject.held_out, subject.dataset
    weights = np.ones(rows.size) if dataset.weights is None else np.asarray(dataset.weights, dtype=np.float64)[rows]

    def losses(table: Table) -> Floats:
        output, scores, kind = predict(table)
        copies = len(output) // rows.size
        outcomes = Outcomes(
            truth=np.tile(dataset.truth[rows], copies),
            output=output,
            scores=scores,
            score_kind=kind,
            classes=len(predictions.classes),
            positive=predictions.positive,
            costs=predictions.costs,
            names=predictions.classes,
        )
        each = subject.measure.loss(outcomes).reshape(copies, rows.size)
        return np.asarray(each @ weights / weights.sum(), dtype=np.float64)

    return losses


def column_rises(table: Table, loss: Callable[[Table], Floats], rng: np.random.Generator) -> Floats:
    """Mean rise of the loss over the permutations of each column (p,)."""
    n, p = table.shape
    own = float(loss(table)[0])
    copies = take_rows(table, np.tile(np.arange(n), PERMUTATIONS))
    rises = np.zeros(p)
    for place in range(p):
        order = np.concatenate([at * n + rng.permutation(n) for at in range(PERMUTATIONS)])
        rises[place] = float(loss(with_column(copies, place, order)).mean()) - own
    return rises


def with_column(table: Table, place: int, order: Codes) -> Table:
    """A copy of a table with the values of one column in another order."""
    if isinstance(table, np.ndarray):
        copy = table.copy()
        copy[:, place] = table[order, place]
        return copy
    if hasattr(table, "iloc"):
        changed = table.copy()
        changed.isetitem(place, table.iloc[order, place].array)
        return changed
    import narwhals as nw

    frame = nw.from_native(table)
    name = frame.columns[place]
    return frame.with_columns(frame[name][order.tolist()].alias(name)).to_native()
