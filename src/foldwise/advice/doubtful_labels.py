"""FW206: labels that confident predictions and the nearest rows contradict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.special import bdtrc

from foldwise.advice.advice import Severity
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.phrases import percent
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Predictions

__all__ = ["DoubtfulLabels"]

FEWEST_ROWS, MOST_COLUMNS, MOST_LOOKED = 100, 500, 2000
NEIGHBOURS = 20
"""Nearest rows whose labels are asked."""
CONFIDENT = 0.25
"""Share of the rows, those that are predicted with the most confidence, that are looked at."""
LEAST_RATIO, SEPARATE, SLOPE = 0.06, 0.14, 2.0
"""Error among them that overlapping classes are allowed, as a share of the error of all rows: how it rises with that error."""
CHANCE, MOST_P_VALUE, FEWEST_MISTAKES = 0.01, 0.01, 4
"""What chance adds to it; p-value and number of rows from which on it is said."""
MOST_ERROR = 0.33
"""Error rate from which on too little is known to contradict a label."""


@final
@dataclass(frozen=True)
class DoubtfulLabels(Rule):
    """Labels that are contradicted where predictions are the surest: by models that did not see the rows, and by the nearest rows.

    Confidence is the model's probability, the share of the class among the twenty nearest rows, or the mean of the two: the one
    that errs least. Where classes merely overlap, errors keep away from the quarter of the
    rows with the highest confidence: normal classes with errors of 16, 25 and 31 % have .07, .28 and .45 times as many there.
    Wrong labels are among all rows alike. Said where the quarter has more errors than overlap explains, at the 1 % level; four
    rows at least, and an error of 33 % at most.
    """

    code: ClassVar[str] = "FW206"
    title: ClassVar[str] = "labels that may be wrong"
    summary: ClassVar[str] = "labels are contradicted where predictions and the nearest rows are the surest"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Count the contradictions among the surest predictions."""
        table, dataset = case.predictions, case.dataset
        if table is None or dataset is None or not table.is_classification or table.n < FEWEST_ROWS:
            return None
        if not case.known or dataset.p > MOST_COLUMNS:
            return None
        rows, p = _probabilities(table)
        if rows.size < FEWEST_ROWS:
            return None
        rows, p = (rows, p) if rows.size <= MOST_LOOKED else _spaced(rows, p)
        shares = neighbour_shares(missing_filled(case.table[rows]), table.truth[rows], p.shape[1])
        q = min((p, shares, (p + shares) / 2), key=lambda one: (one.argmax(axis=1) != table.truth[rows]).mean())
        wrong = q.argmax(axis=1) != table.truth[rows]
        sure = np.argsort(-q.max(axis=1), kind="stable")[: int(CONFIDENT * rows.size)]
        count, error = int(wrong[sure].sum()), float(wrong.mean())
        if (
            count < FEWEST_MISTAKES
            or error > MOST_ERROR
            or bdtrc(count - 1, sure.size, by_overlap(error)) > MOST_P_VALUE
        ):
            return None
        listed = ", ".join(str(row) for row in rows[sure[wrong[sure]]][:5])
        text = (
            f"{count} of the {sure.size} surest predictions contradict the label ({percent(count / sure.size)}; {percent(error)} of all), "
            f"rows {listed}{', …' if count > 5 else ''}: where classes merely overlap, the surest are right"
        )
        return self.advice(text, "a look at the labels of these rows (diagnosis.suspects lists them)")


def by_overlap(error: float) -> float:
    """Error rate of the surest quarter that classes which overlap have at most, given the error rate of all rows.

    Examples
    --------
    >>> [round(by_overlap(one) / one, 2) for one in (0.1, 0.16, 0.25, 0.3)]
    [0.16, 0.16, 0.32, 0.41]
    """
    return (LEAST_RATIO + SLOPE * max(0.0, error - SEPARATE)) * error + CHANCE


def _spaced(rows: Codes, p: Floats) -> tuple[Codes, Floats]:
    """Some rows, evenly spaced."""
    kept = np.linspace(0, rows.size - 1, MOST_LOOKED).astype(np.intp)
    return rows[kept], p[kept]


def _probabilities(table: Predictions) -> tuple[Codes, Floats]:
    """Rows that the first model with probabilities predicted, and the mean of their probabilities."""
    for name in table.models:
        outputs = table.of(name)
        if name == "baseline" or outputs.scores is None or outputs.score_kind is not ScoreKind.PROBABILITY:
            continue
        sums = np.zeros((table.n, outputs.scores.shape[1]))
        np.add.at(sums, outputs.row, outputs.scores)
        times = np.bincount(outputs.row, minlength=table.n)
        rows = np.flatnonzero(times)
        return rows, sums[rows] / times[rows, None]
    return np.zeros(0, dtype=np.intp), np.zeros((0, 0))


def neighbour_shares(X: Floats, codes: Array, classes: int) -> Floats:
    """Share of each class among the nearest other rows, columns scaled by their spread (n, C).

    Examples
    --------
    >>> X = np.arange(60.0).reshape(-1, 1)
    >>> neighbour_shares(X, (X[:, 0] > 29).astype(int), 2)[[0, 59]].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    spread = X.std(axis=0)
    z = (X[:, spread > 0] - X[:, spread > 0].mean(axis=0)) / spread[spread > 0]
    squares = (z**2).sum(axis=1)
    away = squares[:, None] + squares - 2 * z @ z.T
    np.fill_diagonal(away, np.inf)
    nearest = np.argpartition(away, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
    found = np.asarray(codes)[nearest]
    return np.stack([(found == code).mean(axis=1) for code in range(classes)], axis=1)
