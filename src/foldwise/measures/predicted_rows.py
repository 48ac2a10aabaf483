"""The rows that each resample tested, with their classes and strata: the same for every model that predicted them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import cached_property, filled_at_once
from foldwise.measures.contributions.row_means import PredictionLayout, RowTests
from foldwise.measures.tallies.areas import sums_between
from foldwise.measures.tallies.tally import edges_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures.outcomes import Outcomes
    from foldwise.predictions import Predictions

__all__ = ["PredictedRows"]

ROWS_PER_BIN = 10
"""A real target is stratified in blocks of neighbouring values; bins of about that size stand for the blocks."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class PredictedRows:
    """Row and resample of each prediction, ordered by resample, and what follows from them.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes", "yes"], {"mine": ["no", "no", "yes"]})
    >>> tested = PredictedRows(table, table.of("mine").resample, table.of("mine").row)
    >>> tested.edges, tested.class_counts
    (array([0, 3]), array([1, 2]))
    """

    predictions: Predictions
    resample: Codes
    row: Codes
    uninformed: dict[Callable[[Outcomes], Floats], float] = field(default_factory=dict)
    """Mean of a loss where predictions know the shares of the classes only."""
    facts: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What the validity of an interval depends on, by the rows a measure rests on and its class (`intervals.ValidityFacts`)."""

    @cached_property
    def dependent(self) -> bool:
        """Whether rows come in groups or in time."""
        return self.predictions.groups is not None or self.predictions.time is not None

    @cached_property
    def plain(self) -> bool:
        """Whether rows are independent and equally weighted: without groups, time order or unequal weights."""
        weights = self.predictions.weights
        return not self.dependent and (weights is None or bool(weights.min() == weights.max()))

    @cached_property
    def edges(self) -> Codes:
        """Where the predictions of each resample start, and the end of the last (R + 1,)."""
        return edges_of(self.resample, self.predictions.resamples.count)

    @cached_property
    def repeat_edges(self) -> Codes:
        """Where the predictions of each repeat start, and the end of the last."""
        repeat = self.predictions.resamples.repeat
        starts = (repeat[1:] != repeat[:-1]).nonzero()[0] + 1
        return self.edges[np.concatenate([[0], starts, [repeat.size]])]

    @cached_property
    def sizes(self) -> Floats:
        """Weight of the predictions of each resample, their number where nothing is weighted (R,)."""
        weights = self.predictions.weights
        if weights is None:
            return (self.edges[1:] - self.edges[:-1]).astype(np.float64)
        return sums_between(weights[self.row], self.edges)

    @cached_property
    def counts(self) -> Codes | Floats:
        """How often each row of the dataset was tested (n,)."""
        return np.bincount(self.row, minlength=self.predictions.n)

    @cached_property
    def tests(self) -> RowTests:
        """Which rows of the dataset were tested, and how often."""
        return RowTests.of(self.counts)

    @cached_property
    def layout(self) -> PredictionLayout:
        """Which prediction is about which row, and in which resample."""
        return PredictionLayout(self.row, self.edges, self.tests, not self.dependent)

    @cached_property
    def codes(self) -> Codes:
        """Class of each row of the dataset (n,), as the compiled kernels take them."""
        return self.predictions.truth.astype(np.int64)

    @cached_property
    def positives(self) -> Mask:
        """Whether each row of the dataset is of the positive class (n,)."""
        return self.codes == self.predictions.positive

    @cached_property
    def classes(self) -> Codes:
        """Class of each of the rows that were tested; of a real target all are of one (m,)."""
        rows = self.tests.rows
        if not self.predictions.is_classification:
            return np.zeros(rows.size, dtype=np.int64)
        return self.codes if rows.size == self.codes.size else self.codes[rows]

    @cached_property
    def strata_of_tests(self) -> tuple[Codes, int]:
        """Class of each of the rows that were tested, and the number of classes, 1 of a real target."""
        return self.classes, max(1, len(self.predictions.classes))

    @cached_property
    def class_counts(self) -> Codes:
        """How many of the tested rows are of each class (C,)."""
        return np.bincount(self.classes, minlength=len(self.predictions.classes))

    @cached_property
    def strata(self) -> Codes:
        """Stratum of each row of the dataset: its class, or its bin of a real target (n,)."""
        truth = self.predictions.truth
        if self.predictions.is_classification:
            return truth
        ranks = np.empty(truth.size, dtype=np.int64)
        ranks[np.argsort(truth, kind="stable")] = np.arange(truth.size)
        return ranks // ROWS_PER_BIN
