"""FW209: errors of consecutive rows that are more alike than those of rows further apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.file_order import is_sorted
from foldwise.advice.likeness import residuals_of_target, room_for
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Predictions

__all__ = ["AlikeErrors"]

FEWEST_ROWS, FEWEST_VALUES, LEAST_SHARE = 100, 3, 0.9
"""Rows, distinct errors and share of rows with an error that are needed."""
NEAR_LAGS, FAR_LAGS = (1, 2, 3), tuple(range(25, 41))
"""Distances between rows whose errors are held against each other."""
LONG_RUNS = 8
"""Rows of one class in a row, on average, from which on the file is taken to be sorted by class."""
LEAST_DEVIATE, LEAST_DIFFERENCE = 4.5, 0.1
"""Standard deviations, and difference of the correlations, from which on it is said."""
MOST_ROWS = 5000
"""Rows, from the first one on, of which it is seen what the features leave of the target."""


@final
@dataclass(frozen=True)
class AlikeErrors(Rule):
    """Errors of rows that follow each other are correlated, more than those of rows 25 to 40 apart: time or groups forgotten.

    Errors of models that did not see the rows: value less prediction, or the indicator of the commonest class less its
    probability, ranked within each class where rows of one class follow each other. Beside them what a quadratic function of
    the features leaves of the target, since errors of a tree have noise of their own. A file that was sorted by a column
    has errors that are alike at either distance, and is no news; rows of one group or of one hour are alike at close quarters
    only. Said at 4.5 standard deviations where neither `groups` nor `order` is given.
    """

    code: ClassVar[str] = "FW209"
    title: ClassVar[str] = "errors of consecutive rows are alike"
    summary: ClassVar[str] = "errors of rows that follow each other are correlated: time or groups forgotten?"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Correlate the errors at both distances."""
        table = case.predictions
        if table is None or table.n < FEWEST_ROWS or table.groups is not None or table.time is not None:
            return None
        name = next((model for model in table.models if model != "baseline"), None)
        if name is None:
            return None
        if not table.is_classification and is_sorted(table.truth[:, None], np.zeros(table.n, dtype=np.intp))[0]:
            return None
        found = _apart(*_errors(table, name)) or _apart(*_left_over(case))
        if found is None:
            return None
        return self.advice(found, "order= with the time of each row, or groups= with what the rows share")


def _apart(what: str, errors: Floats) -> str | None:
    """Say by how much what is left of close rows is more alike than that of rows further apart; None where it is not."""
    if errors.size < FEWEST_ROWS or np.unique(errors).size < FEWEST_VALUES:
        return None
    near, far = _correlation(errors, NEAR_LAGS), _correlation(errors, FAR_LAGS)
    deviation = np.sqrt(1 / (len(NEAR_LAGS) * errors.size) + 1 / (len(FAR_LAGS) * errors.size))
    if near - far < max(LEAST_DIFFERENCE, LEAST_DEVIATE * deviation):
        return None
    return (
        f"{what} of rows up to {NEAR_LAGS[-1]} apart have a correlation of {near:.2f}, of rows {FAR_LAGS[0]} to {FAR_LAGS[-1]} apart of "
        f"{far:.2f} (z = {(near - far) / deviation:.0f}): rows in order of time or in groups make estimates optimistic"
    )


def _left_over(case: Case) -> tuple[str, Floats]:
    """Ranks of what the features leave of the target, or of the indicator of the commonest class; none of many features."""
    what = "targets, less what the features say of them,"
    dataset = case.dataset
    if dataset is None or not case.known or dataset.p > room_for(min(dataset.n, MOST_ROWS)):
        return what, np.zeros(0)
    truth = dataset.truth[:MOST_ROWS]
    codes = truth.astype(np.intp) if dataset.is_classification else np.zeros(truth.size, dtype=np.intp)
    target = (codes == np.bincount(codes).argmax()) if dataset.is_classification else truth
    numbers = missing_filled(case.rows(slice(0, MOST_ROWS)))
    return what, _ranked(residuals_of_target(numbers, target.astype(np.float64)), codes)


def _errors(table: Predictions, name: str) -> tuple[str, Floats]:
    """Ranks of the mean errors of all rows: one large error must not decide alone; none where rows lack predictions."""
    outputs = table.of(name)
    truth = table.truth[outputs.row]
    if not table.is_classification:
        each = truth - outputs.output
    elif outputs.scores is not None and outputs.score_kind is ScoreKind.PROBABILITY:
        each = _signed(truth, outputs.scores)
    else:
        each = _signed(truth, np.eye(len(table.classes) + 1)[outputs.output][:, : len(table.classes)])
    sums = np.bincount(outputs.row, weights=each, minlength=table.n)
    times = np.bincount(outputs.row, minlength=table.n)
    rows = np.flatnonzero(times)
    if rows.size < LEAST_SHARE * table.n:
        return "errors", np.zeros(0)
    codes = table.truth[rows].astype(np.intp) if table.is_classification else np.zeros(rows.size, dtype=np.intp)
    return "errors", _ranked(sums[rows] / times[rows], codes)


def _ranked(errors: Floats, codes: Codes) -> Floats:
    """Ranks of errors, within each class where rows of one class follow each other."""
    return ranks_within(errors, codes if _mean_run(codes) > LONG_RUNS else np.zeros_like(codes))


def _signed(truth: Array, scores: Floats) -> Floats:
    """Indicator of the commonest class less its probability."""
    most = int(np.bincount(truth).argmax())
    return np.asarray((truth == most) - scores[:, most], dtype=np.float64)


def ranks_within(errors: Floats, strata: Codes) -> Floats:
    """Ranks of errors among those of their stratum, from 0 to 1.

    Examples
    --------
    >>> ranks_within(np.array([5.0, 1.0, 3.0, 9.0]), np.array([0, 0, 1, 1])).tolist()
    [0.75, 0.25, 0.25, 0.75]
    """
    from scipy.stats import rankdata

    found = np.empty(errors.size)
    for one in np.unique(strata):
        mine = strata == one
        found[mine] = (rankdata(errors[mine]) - 0.5) / mine.sum()
    return found


def _mean_run(codes: Array) -> float:
    """Mean number of consecutive rows of one class."""
    return codes.size / (1 + int((np.diff(codes) != 0).sum()))


def _correlation(errors: Floats, distances: tuple[int, ...]) -> float:
    """Mean correlation of errors at some distances."""
    centred = (errors - errors.mean()) / errors.std()
    return float(np.mean([np.mean(centred[distance:] * centred[:-distance]) for distance in distances]))
