"""Scores of every candidate on every split, and what scikit-learn would return of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.predictions import Part
from foldwise.sklearn.fold_rows import predictions_of
from foldwise.sklearn.scorers import is_of_outputs, score_candidates, scorers_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.sklearn.batch import BatchedFits
    from foldwise.sklearn.tasks import DelayedFit
    from foldwise.typing import Given, Untyped

__all__ = ["ScoreTable", "score_tables", "without_ties"]

TIE_TOLERANCE = 1e-10
"""Relative difference of mean scores below which rounding may say which candidate is better."""


@final
@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of one candidate: by part and scorer; which splits are sure; rows tested: a value for each split."""

    scores: dict[int, dict[str, list[float]]]
    sure: list[bool]
    sizes: list[int]

    def results(
        self, like: DelayedFit, parameters: Given, times: tuple[float, float], task: Callable[[int], Untyped]
    ) -> list[Untyped]:
        """Give what `_fit_and_score` would return of each split to tasks `like` this one; the `task` where it is left."""
        asked, (fit_time, score_time) = like.kwargs, times
        columns: dict[str, Given] = {"fit_error": repeat(None)}
        if asked.get("return_times"):
            columns |= {"fit_time": repeat(fit_time), "score_time": repeat(score_time)}
        if asked.get("return_parameters"):
            columns["parameters"] = repeat(parameters)
        columns["test_scores"] = self._of(Part.TEST)
        if asked.get("return_train_score"):
            columns["train_scores"] = self._of(Part.TRAIN)
        if asked.get("return_n_test_samples"):
            columns["n_test_samples"] = self.sizes
        found: list[Untyped] = [
            dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=False)
        ]
        if not all(self.sure):
            found = [one if sure else task(at) for at, (one, sure) in enumerate(zip(found, self.sure, strict=True))]
        return found

    def _of(self, part: int) -> Sequence[Given]:
        scores = self.scores[part]
        if len(scores) == 1 and "" in scores:
            return scores[""]
        return [dict(zip(scores, values, strict=True)) for values in zip(*scores.values(), strict=True)]


def score_tables(batch: BatchedFits, scorer: Untyped) -> dict[str, ScoreTable]:
    """Score all candidates that have predictions, by their names; those that predict the same rows together."""
    alike: dict[tuple[int, int], list[str]] = {}
    for name, outputs in batch.found.outputs.items():
        alike.setdefault((id(outputs.resample), id(outputs.row)), []).append(name)
    found: dict[str, ScoreTable] = {}
    for names in alike.values():
        found |= zip(names, _tables(batch, names, scorer), strict=True)
    return found


def _tables(batch: BatchedFits, names: Sequence[str], scorer: Untyped) -> list[ScoreTable]:
    shape = len(names), batch.found.test.count
    scores: dict[int, dict[str, list[list[float]]]] = {}
    sure, sizes = np.ones(shape, dtype=np.bool_), np.zeros(0, dtype=np.intp)
    for part in batch.tested:
        views = [predictions_of(batch, name, part) for name in names]
        sizes = views[0].sizes if part == Part.TEST else sizes
        scores[part] = {}
        for key, one in scorers_in(scorer).items():
            values, good = score_candidates(one, views, batch.asked.y)
            scores[part][key] = np.broadcast_to(values, shape).tolist()
            sure &= good
    tested = sizes.tolist()
    return [
        ScoreTable({part: {key: of[at] for key, of in score.items()} for part, score in scores.items()}, good, tested)
        for at, good in enumerate(sure.tolist())
    ]


def without_ties(tables: dict[str, ScoreTable], batch: BatchedFits, scorer: Untyped) -> dict[str, ScoreTable]:
    """Drop candidates whose mean test scores are so near that rounding ranks them; shares of labels are the same in every digit."""
    labelled = batch.dataset.is_classification
    rounded = [key for key, one in scorers_in(scorer).items() if not (labelled and is_of_outputs(one))]
    left: set[str] = set()
    names = list(tables)
    for key in rounded if len(names) > 1 else ():
        values = np.array([tables[name].scores[Part.TEST][key] for name in names])
        values[~np.array([tables[name].sure for name in names])] = np.nan
        means = np.nan_to_num(np.sum(values, axis=1) / values.shape[1], nan=np.inf)
        order = np.argsort(means)
        ranked = means[order]
        with np.errstate(invalid="ignore"):
            near = np.diff(ranked) <= TIE_TOLERANCE * np.maximum(1.0, np.abs(ranked[1:]))
        left |= {names[at] for at in (*order[1:][near], *order[:-1][near])}
    return {name: table for name, table in tables.items() if name not in left}
