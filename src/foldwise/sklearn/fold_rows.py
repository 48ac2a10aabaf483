"""Predictions of one candidate laid out by split: what scorers look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.predictions import Part, ScoreKind
from foldwise.sklearn.admission import last_step_of_pipeline

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.predictions import Outputs
    from foldwise.sklearn.batch import BatchedFits
    from foldwise.typing import Estimator

__all__ = ["FoldPredictions", "SplitRows", "predictions_of", "stack"]

SCORE_TOLERANCE = 1e-9
"""Relative difference of two scores below which rounding may say which is larger."""

LOG_ODDS_TOLERANCE = 1e-4
"""The same for logarithms of odds that were worked out from probabilities, which near 0 and 1 have few digits."""

NO_LABELS = np.zeros(0)


@final
@dataclass(frozen=True, eq=False)
class SplitRows:
    """The test rows, or the training rows, of all splits: the same for every candidate.

    Parameters
    ----------
    truth
        Class codes or values of the rows (N,).
    row
        Row of the dataset (N,).
    starts
        Where the rows of each split start, and the end of the last (R + 1,).
    """

    truth: Array
    row: Codes
    starts: Codes

    @cached_property
    def sizes(self) -> Codes:
        """Rows of each split (R,)."""
        return np.diff(self.starts)

    @cached_property
    def done(self) -> Mask:
        """Splits that were predicted (R,); those that were not have no rows."""
        return self.sizes > 0

    @cached_property
    def _every(self) -> bool:
        return bool(self.done.all())

    def sums(self, values: Array) -> Floats:
        """Sums of numbers (…, N) over the rows of each split (…, R)."""
        if self._every:
            return np.add.reduceat(values, self.starts[:-1], axis=-1, dtype=np.float64)
        filled = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
        filled[..., :-1] = values
        return np.where(self.done, np.add.reduceat(filled, self.starts[:-1], axis=-1), 0.0)

    @cached_property
    def spread(self) -> Floats:
        """Squared distances of the values from their mean in each split, summed (R,)."""
        means = self.sums(self.truth) / self.sizes
        return self.sums((self.truth - np.repeat(means, self.sizes)) ** 2)


@final
@dataclass(frozen=True, eq=False)
class FoldPredictions:
    """Predictions of the test rows, or the training rows, of all splits.

    Parameters
    ----------
    model
        The estimator, not fitted.
    rows
        The rows of each split.
    output
        What was predicted (N,); of several candidates (K, N).
    scores
        Probabilities or decision scores (N, C); None where there are none. Of several candidates (K, N, C).
    labels
        Class labels (C,).
    seen
        Whether a split trains on rows of each class (R, C); of no meaning for values.
    exact
        Whether scores are counts over counts, so that equal ones are equal in scikit-learn too.
    margin
        By how much scores may miss scikit-learn's, beside rounding, in each split (R,) or in all; of several candidates (K, R).
    tighter
        For each candidate, what gives smaller margins of all rows of the dataset (n,) in a split, at some cost.
    """

    model: Estimator
    rows: SplitRows
    output: Array
    scores: Floats | None
    kind: ScoreKind
    labels: Array
    seen: Mask
    exact: bool
    margin: float | Floats = 0.0
    tighter: Sequence[Callable[[int], Floats]] = ()

    @property
    def truth(self) -> Array:
        """Class codes or values of the rows (N,)."""
        return self.rows.truth

    @property
    def starts(self) -> Codes:
        """Where the rows of each split start, and the end of the last (R + 1,)."""
        return self.rows.starts

    @property
    def sizes(self) -> Codes:
        """Rows of each split (R,)."""
        return self.rows.sizes

    @property
    def done(self) -> Mask:
        """Splits that were predicted (R,)."""
        return self.rows.done

    def sums(self, values: Array) -> Floats:
        """Sums of numbers (…, N) over the rows of each split (…, R)."""
        return self.rows.sums(values)

    def all_hold(self, holds: Mask) -> Mask:
        """Splits all of whose rows have a property (…, N) → (…, R)."""
        if holds.all():
            return np.ones((*holds.shape[:-1], self.done.size), dtype=np.bool_)
        return self.sums(~holds) == 0

    @cached_property
    def clear(self) -> Mask:
        """Splits of whose labels none hangs on rounding (R,)."""
        if self.scores is None or self.exact:
            return self.done
        if self.scores.shape[-1] == 2:
            first, second = self.scores[..., 0], self.scores[..., 1]
            # Probabilities differ by at most half of the logarithm of their odds, of which the margin is.
            apart, share = (np.abs(second), 1.0) if self.kind is ScoreKind.DECISION else (np.abs(second - first), 0.5)
            return self._settled(lambda margin: self.all_hold(apart > np.maximum(SCORE_TOLERANCE, share * margin)))
        top = np.partition(self.scores, -2, axis=-1)[..., -2:]
        apart, size = top[..., 1] - top[..., 0], np.maximum(1.0, np.abs(top[..., 1]))
        return self._settled(lambda margin: self.all_hold(apart > np.maximum(SCORE_TOLERANCE, 2 * margin) * size))

    def _settled(self, holds: Callable[[float | Floats], Mask]) -> Mask:
        """Splits for which something holds that is asked with the margin of each row (…, R); in doubt, with tighter ones."""
        if isinstance(self.margin, float):
            return self.done & holds(self.margin)
        margins = np.repeat(self.margin, self.sizes, axis=-1)
        found = self.done & holds(margins)
        doubtful = np.argwhere(~found & self.done & np.isfinite(self.margin)).tolist()
        for place in doubtful:
            split, mine = place[-1], slice(self.starts[place[-1]], self.starts[place[-1] + 1])
            candidate = sum(place[:-1])  # the first of one
            margins.reshape(-1, margins.shape[-1])[candidate, mine] = self.tighter[candidate](split)[
                self.rows.row[mine]
            ]
        return self.done & holds(margins) if doubtful else found

    @cached_property
    def all_classes(self) -> Mask:
        """Splits that train on every class (R,)."""
        return self.done & self.seen.all(axis=1)

    @cached_property
    def valued(self) -> Mask:
        """Splits whose scores are scikit-learn's up to rounding, and not in their order alone (R,)."""
        return self.all_classes & np.asarray(self.margin <= SCORE_TOLERANCE)

    @cached_property
    def _from_probabilities(self) -> bool:
        """Whether decisions are logarithms of odds, worked out from probabilities."""
        return self.kind is ScoreKind.PROBABILITY and hasattr(last_step_of_pipeline(self.model), "decision_function")

    @cached_property
    def ranking(self) -> Floats | None:
        """What scikit-learn ranks rows of two classes by (N,): decisions where the estimator has them, else probabilities."""
        if self.scores is None or self.scores.shape[1] != 2:
            return None
        if self._from_probabilities:
            with np.errstate(divide="ignore"):
                return np.log(self.scores[:, 1]) - np.log(self.scores[:, 0])
        return self.scores[:, 1]

    @cached_property
    def well_ranked(self) -> Mask:
        """Splits in which no two rows of different classes have scores so near that rounding may order them (R,)."""
        ranking = self.ranking
        if ranking is None:
            return np.zeros_like(self.done)
        split = np.repeat(np.arange(self.done.size), self.sizes)
        order = np.lexsort((ranking, split))
        ranked, truth, split = ranking[order], self.truth[order], split[order]
        unlike = (truth[1:] != truth[:-1]) & (split[1:] == split[:-1])
        if self.exact:
            return self.all_classes

        def far(margin: float | Floats) -> Mask:
            both = 2 * margin if isinstance(margin, float) else margin[order][1:] + margin[order][:-1]
            with np.errstate(invalid="ignore"):
                tolerance = LOG_ODDS_TOLERANCE if self._from_probabilities else SCORE_TOLERANCE
                least = tolerance * np.maximum(np.abs(ranked[1:]), np.abs(ranked[:-1])) + both
                near = ~(np.diff(ranked) > least) | ~np.isfinite(ranked[1:]) | ~np.isfinite(ranked[:-1])
            return np.bincount(split[1:][unlike & near], minlength=self.done.size) == 0

        return self.all_classes & self._settled(far)


def predictions_of(batch: BatchedFits, name: str, part: int = Part.TEST) -> FoldPredictions:
    """Lay out the predictions of a candidate."""
    outputs, dataset = batch.found.outputs[name], batch.dataset
    model, family = batch.models[name], batch.found.routes[name].name
    mine = outputs.part == part if batch.asked.train else slice(None)
    scores = None if outputs.scores is None else outputs.scores[mine]
    return FoldPredictions(
        model=model,
        rows=_rows_of(batch, outputs, part, mine),
        output=outputs.output[mine],
        scores=scores,
        kind=outputs.score_kind,
        labels=dataset.labels if dataset.is_classification else NO_LABELS,
        seen=batch.seen,
        exact=family in ("trees", "dummy")
        or ("neighbours" in family and last_step_of_pipeline(model).weights == "uniform"),
        margin=batch.margin(model, scores),
        tighter=(partial(batch.row_margins, name),),
    )


def stack(found: Sequence[FoldPredictions]) -> FoldPredictions:
    """Predictions of several candidates for the same rows: labels or values (K, N), scores (K, N, C) where they decide."""
    first = found[0]
    needed = first.scores is not None and not first.exact
    scores = np.stack([one.scores for one in found if one.scores is not None]) if needed else None
    known = all(isinstance(one.margin, float) for one in found)
    margin = 0.0 if known else np.stack([np.broadcast_to(one.margin, first.done.shape) for one in found])
    output, tighter = np.stack([one.output for one in found]), [way for one in found for way in one.tighter]
    return replace(first, output=output, scores=scores, margin=margin, tighter=tighter)


def _rows_of(batch: BatchedFits, outputs: Outputs, part: int, mine: Mask | slice) -> SplitRows:
    """Give the rows that were predicted; candidates that share them share what follows from them."""
    key = part, id(outputs.resample), id(outputs.row)
    if key not in batch.layouts:
        resample, row = outputs.resample[mine], outputs.row[mine]
        starts = np.searchsorted(resample, np.arange(batch.found.test.count + 1, dtype=resample.dtype))
        batch.layouts[key] = SplitRows(batch.dataset.truth[row], row, starts)
    return batch.layouts[key]
