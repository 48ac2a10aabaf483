"""Run the candidates of a selection, all at once or repeat by repeat with the hopeless ones dropped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import run
from foldwise.errors import InputError, MeasureError, PlanError
from foldwise.estimates import best_of, row_summands, values_of_sums
from foldwise.measures import CountMeasure, LossMeasure, ModelScores, SumMeasure
from foldwise.plans import Partition
from foldwise.predictions import Outputs, Predictions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Mask
    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.selection.candidates import Candidate

__all__ = ["Trials", "run_rounds", "run_trials", "without_failed"]

LEAST_WIN_SHARE = 0.01
"""A candidate is dropped when it wins against the best in fewer than this share of bootstrap samples."""
KEEP_ONE_IN = 3
"""Of so many candidates successive halving keeps one in each round."""
DRAWS = 500
"""Bootstrap samples in which candidates are held against the best."""


@final
@dataclass(frozen=True, eq=False)
class Trials:
    """Predictions of the candidates tried to the end, those dropped on the way, the fits it took, and why some failed."""

    predictions: Predictions
    dropped: tuple[str, ...]
    fits: int
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def words_of_dropped(self) -> str:
        """Say what BBC does not know; with one candidate left it has nothing to correct for."""
        words = "1 candidate was" if len(self.dropped) == 1 else f"{len(self.dropped)} candidates were"
        if len(self.predictions.models) == 1:
            return f"{words} dropped early and one is left, so bbc corrects nothing: correction='nested' does"
        return f"{words} dropped early; the correction knows only those that were left"


def run_trials(dataset: Dataset, candidates: Sequence[Candidate], resamples: Resamples, settings: Settings) -> Trials:
    """Try every candidate on every resample."""
    predictions = run(dataset, {candidate.name: candidate.model for candidate in candidates}, resamples, settings)
    sound, failed = without_failed(predictions)
    return Trials(sound, (), resamples.count * len(candidates), failed)


def without_failed(predictions: Predictions) -> tuple[Predictions, dict[str, str]]:
    """Leave out candidates of which a fit failed, for they were not tested on all rows, and say why it failed."""
    causes: dict[str, str] = {}
    for failure in predictions.failures:
        causes.setdefault(failure.model, failure.cause)
    sound = [name for name in predictions.models if name not in causes]
    if not sound:
        name, cause = next(iter(causes.items()))
        message = f"fits of every candidate failed; the first, '{name}': {cause}"
        raise InputError(message)
    return (predictions.only(*sound) if causes else predictions), causes


def run_rounds(
    dataset: Dataset,
    candidates: Sequence[Candidate],
    resamples: Resamples,
    settings: Settings,
    *,
    measure: Measure,
    halving: bool,
) -> Trials:
    """Try the candidates repeat by repeat; after each, drop the hopeless ones (BBCD) or all but the best third."""
    if not isinstance(resamples, Partition) or resamples.repeats < 2:
        message = f"candidates are dropped between the repeats of a plan, and {resamples.plan} has one"
        raise PlanError(message, hint="plan='kfold(10, repeats=3)'")
    if not halving and not isinstance(measure, LossMeasure | CountMeasure | SumMeasure):
        message = f"candidates are dropped by a bootstrap of sums over rows, and {measure.name} is not such a sum"
        raise MeasureError(message, hint="search='halving', or measure='error'")
    left, pieces, fits = list(candidates), [], 0
    failed: dict[str, str] = {}
    for number in range(resamples.repeats):
        once = Partition(resamples.parts[number : number + 1], resamples.k, plan=resamples.plan)
        predictions, causes = without_failed(run(dataset, {one.name: one.model for one in left}, once, settings))
        pieces.append(predictions)
        fits += once.count * len(left)
        failed |= causes
        left = [one for one in left if one.name not in causes]
        if number + 1 < resamples.repeats and len(left) > 1:
            keep = best_third(pieces, left, measure) if halving else not_dropped(pieces, left, measure, settings.seed)
            left = [one for one, kept in zip(left, keep, strict=True) if kept]
    dropped = tuple(
        candidate.name for candidate in candidates if candidate not in left and candidate.name not in failed
    )
    return Trials(join(pieces, [one.name for one in left], resamples), dropped, fits, failed)


def join(pieces: Sequence[Predictions], names: Sequence[str], resamples: Partition) -> Predictions:
    """Put the repeats together for the candidates that are left."""
    outputs = {
        name: Outputs.join(
            [
                replace(piece.outputs[name], resample=piece.outputs[name].resample + number * resamples.k)
                for number, piece in enumerate(pieces)
            ]
        )
        for name in names
    }
    return replace(pieces[0], outputs=outputs, resamples=resamples, failures=())


def best_third(pieces: Sequence[Predictions], left: Sequence[Candidate], measure: Measure) -> Mask:
    """Successive halving: keep the better third, at least one."""
    values = np.mean([[ModelScores(piece, one.name, measure).value for one in left] for piece in pieces], axis=0)
    keep = max(1, -(-len(left) // KEEP_ONE_IN))
    order = []
    remaining = values.astype(np.float64)
    for _ in range(keep):
        winner = int(best_of(remaining, measure))
        order.append(winner)
        remaining[winner] = np.nan
    return np.isin(np.arange(len(left)), order)


def not_dropped(pieces: Sequence[Predictions], left: Sequence[Candidate], measure: Measure, seed: int) -> Mask:
    """BBCD: keep what is at least as good as the best in 1 % of bootstrap samples of the rows (METHODS B.9)."""
    scored = [[ModelScores(piece, one.name, measure) for one in left] for piece in pieces]
    tables = np.mean([[row_summands(one) for one in row] for row in scored], axis=0)
    n, width = tables.shape[1:]
    rng = np.random.default_rng([seed, len(pieces)])
    counts = rng.multinomial(n, np.full(n, 1 / n), size=DRAWS).astype(np.float64)
    flat = np.moveaxis(tables, 0, 1).reshape(n, -1)
    values = values_of_sums(scored[0][0], (counts @ flat).reshape(DRAWS, len(left), width))
    best = int(best_of(values_of_sums(scored[0][0], tables.sum(axis=1)), measure))
    sign = 1.0 if measure.better(0.0, 1.0) else -1.0
    wins = np.mean(sign * values <= sign * values[:, [best]], axis=0)
    return wins >= LEAST_WIN_SHARE
