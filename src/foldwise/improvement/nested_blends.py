"""Blends from shared base fits: the nested predictions of each, and the naive ones, whose weights saw the rows they are tested on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.predictions import Outputs, Part, ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.improvement.improvement_method import ImprovementCase, ImprovementMethod
    from foldwise.improvement.shared_fits import FoldFits, NestedRun
    from foldwise.plans import Resamples

__all__ = ["Blended", "blend_folds", "decided_outputs"]

ENGINE = "shared base fits"
"""What computed the predictions of a blend."""


@final
@dataclass(frozen=True, eq=False)
class Blended:
    """Predictions of a blend, nested and naive; the naive ones are None where nothing is fitted to combine base models."""

    outputs: Outputs
    naive: Outputs | None


def blend_folds(
    method: ImprovementMethod, nested_run: NestedRun, resamples: Resamples, case: ImprovementCase
) -> Blended:
    """Fit the combiner of a blend in every training set, and once more to the very predictions it is tested on.

    The nested predictions of a test set come from weights of its training set, whose rows the base models predicted out of
    fold. The naive ones come from weights fitted to the predictions of all test sets of a repeat.
    """
    base_runs = nested_run.only([name for name in method.bases(case) if name in nested_run.names])
    truth = case.dataset.truth
    nested = [
        method.combiner(fold.inner, truth[fold.inside], case, weights=_weights(case, fold.inside))(fold.columns)
        for fold in base_runs.folds
    ]
    naive = list(_naive(method, base_runs.folds, resamples, case)) if method.weighs else None
    return Blended(
        _outputs(method, base_runs.folds, nested, case),
        None if naive is None else _outputs(method, base_runs.folds, naive, case),
    )


def _weights(case: ImprovementCase, rows: Codes) -> Floats | None:
    """Weights of some rows; None where all count alike."""
    given = case.dataset.weights
    return None if given is None else np.asarray(given, dtype=np.float64)[rows]


def _naive(
    method: ImprovementMethod, folds: Sequence[FoldFits], resamples: Resamples, case: ImprovementCase
) -> Iterator[Floats]:
    """Predictions of every test set by weights fitted to the test sets of its repeat."""
    repeat = resamples.repeat
    for number in dict.fromkeys(repeat[[fold.resample for fold in folds]].tolist()):
        own = [fold for fold in folds if repeat[fold.resample] == number]
        columns = [np.concatenate(parts) for parts in zip(*(one.columns for one in own), strict=True)]
        rows = np.concatenate([one.rows for one in own])
        combine = method.combiner(columns, case.dataset.truth[rows], case, weights=_weights(case, rows))
        yield from (combine(one.columns) for one in own)


def _outputs(
    method: ImprovementMethod, folds: Sequence[FoldFits], predicted: Sequence[Floats], case: ImprovementCase
) -> Outputs:
    """Put the predictions of all test sets together."""
    rows = np.concatenate([fold.rows for fold in folds])
    resample = np.concatenate([np.full(fold.rows.size, fold.resample, dtype=np.intp) for fold in folds])
    values = np.concatenate(list(predicted))
    part = np.full(rows.size, Part.TEST, dtype=np.uint8)
    if not case.is_classification:
        return Outputs(resample, rows, values, None, ScoreKind.NONE, part, ENGINE)
    codes: Array = method.labels(values, case).astype(label_type(len(case.dataset.classes)))
    return Outputs(resample, rows, codes, values, ScoreKind.PROBABILITY, part, ENGINE)


def decided_outputs(method: ImprovementMethod, outputs: Outputs, case: ImprovementCase) -> Outputs:
    """The same predictions with other decisions, for a variant that takes the probabilities of the model as they are."""
    scores = outputs.scores if outputs.scores is not None else np.zeros((outputs.size, len(case.dataset.classes)))
    codes: Array = method.labels(scores, case).astype(label_type(len(case.dataset.classes)))
    return Outputs(
        outputs.resample, outputs.row, codes, outputs.scores, outputs.score_kind, outputs.part, outputs.engine
    )
