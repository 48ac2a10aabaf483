"""The driver: from a family, its models and the resamples to predictions.

It owns what no family needs to know: sums over training sets and their audit, blocks of resamples, threads, memory, the
compiled pass where its preconditions hold, and which resamples are left to scikit-learn.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine.choose import fitted_together
from foldwise.engine.family import OutputArrays, Resampled, SumFit
from foldwise.engine.linalg.class_sums import TrainingClassSums
from foldwise.engine.pipelines.column_choice import on_columns
from foldwise.engine.single_fits.clock import CLOCK
from foldwise.engine.storage import TrainingSets
from foldwise.engine.threads import blocks, blocks_of_neighbours, in_threads, one_blas_thread
from foldwise.predictions import Outputs, ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import BlockFit, Family
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["left_to_generic", "predict", "predict_all"]

IN_CACHE = 1_000_000
"""Floats of one block of resamples: 8 MB, few enough to stay in cache."""
PARAMETERS_IN_CACHE = 50_000
"""Floats of the parameters of one block: arrays of 400 kB are used again by the allocator, larger ones are not."""
MOST_REPEATED = 100_000
"""Predictions from which on scores that all rows of a resample share are kept once per resample."""
ROW_TYPES = np.dtype(np.int64), np.dtype(np.int32)
LABEL_TYPES = np.dtype(np.int64), np.dtype(np.int8)
"""Types of row numbers and of labels that the compiled passes take."""


def predict_all(
    batched: Mapping[str, tuple[Any, Family]], dataset: Dataset, resamples: Resamples, test: TestRows, *, seed: int = 0
) -> dict[str, Outputs]:
    """Fit models, each with its family, on all resamples; those that differ only in the parameter of a path together.

    `test` has the rows of all resamples, or of a block of them where the families are `staged`.
    """
    training, clock = TrainingSets(resamples), CLOCK.get()
    outputs: dict[str, Outputs] = {}
    with one_blas_thread():
        for names in fitted_together(batched):
            family = batched[names[0]][1]
            models, columns = [batched[name][0] for name in names], dataset
            if type(models[0]).__name__ == "Pipeline":
                models, columns = on_columns(models, dataset)
            data = Resampled(columns, training, test, seed, names[0], tuple(names))
            start = perf_counter()
            outputs |= zip(names, predict(family, models, data), strict=True)
            if clock is not None:
                clock.add_together(names, test.count, perf_counter() - start)
    return {name: output.in_bytes(len(dataset.classes)) for name, output in outputs.items()}


def left_to_generic(predicted: Outputs | None, count: int, test: TestRows | None) -> Codes:
    """Resamples that no family has predicted."""
    if predicted is None or test is None:
        return np.arange(count)
    if predicted.resample is test.resample:
        return (test.starts[1:] == test.starts[:-1]).nonzero()[0]
    done = np.zeros(count, dtype=np.bool_)
    done[predicted.resample] = True
    return np.flatnonzero(~done)


def predict(family: Family, models: Sequence[Any], data: Resampled) -> tuple[Outputs, ...]:
    """Fit a model, or several that differ only in the parameter of a path, on all resamples and predict their test rows.

    A resample that cannot be done exactly (a class too small, collinear columns, no training rows) is left out of the
    predictions as a whole: the engine then fits it the generic way, with the generic errors and warnings.
    """
    fit = family.prepare(models, data)
    if isinstance(fit, SumFit):
        return (_predict_sums(fit, data, family.label),)
    scores, trusted = _fit_blocks(fit, data.test)
    if trusted.ndim == 1 or trusted.all():
        return tuple(_outputs(fit, *_keep(scores, data.test, trusted), range(len(models)), label=family.label))
    trusted_by_model = enumerate(
        _keep(scores[at], data.test, trusted_resamples) for at, trusted_resamples in enumerate(trusted)
    )
    return tuple(
        output
        for at, trusted_rows in trusted_by_model
        for output in _outputs(fit, *trusted_rows, [at], label=family.label)
    )


def _keep(scores: Floats, test: TestRows, trusted: Mask) -> tuple[Floats, TestRows]:
    """Scores and rows of the resamples that are trusted."""
    return (scores, test) if trusted.all() else (scores[..., trusted[test.resample], :], test.keep(trusted))


def _outputs(fit: BlockFit, scores: Floats, test: TestRows, numbers: Sequence[int], *, label: str) -> Iterator[Outputs]:
    """Predictions of the models with these places in the block."""
    resample = test.resample + test.first if test.first else test.resample
    for at in numbers:
        model_scores = scores[at] if scores.ndim == 3 else scores
        if fit.kind is ScoreKind.NONE:
            values = model_scores[:, 0].repeat(test.sizes) if fit.shared else np.ascontiguousarray(model_scores[:, 0])
            yield Outputs(resample, test.row, values, None, fit.kind, test.part, label)
            continue
        labels, probabilities = fit.decide(model_scores, test, at)
        if fit.shared and test.row.size > MOST_REPEATED and not test.first:
            yield Outputs(resample, test.row, labels, None, fit.kind, test.part, label).sharing(probabilities)
        else:
            row_probabilities = probabilities.repeat(test.sizes, axis=0) if fit.shared else probabilities
            yield Outputs(resample, test.row, labels, row_probabilities, fit.kind, test.part, label)


def _fit_blocks(fit: BlockFit, test: TestRows) -> tuple[Floats, Mask]:
    fit.begin()
    if not fit.together or fit.together >= test.count:
        return fit.scores(test)
    spans = blocks(test.count, fit.together)
    if fit.own_threads:
        pieces = [fit.scores(test.block(start, stop)) for start, stop in spans]
    else:
        pieces = in_threads(lambda start, stop: fit.scores(test.block(start, stop)), spans)
    scores, done = zip(*pieces, strict=True)
    return np.concatenate(scores, axis=-2), np.concatenate(done, axis=-1)


def _predict_sums(fit: SumFit, data: Resampled, name: str) -> Outputs:
    """Let the compiled pass predict what it may, then sum, fit and score block after block of the other resamples."""
    test, classes = data.test, fit.rows.classes
    size = test.size
    arrays = OutputArrays(
        np.empty(size, dtype=label_type(classes)),
        np.empty((size, classes)),
        np.zeros(test.count, dtype=np.bool_),
    )
    if test.row.dtype in ROW_TYPES and arrays.labels.dtype in LABEL_TYPES:
        fit.compiled(data, arrays)
    done = bool(arrays.done.all())
    if not done and fit.possible:
        _sum_blocks(fit, data, arrays)
        done = bool(arrays.done.all())
    place = test.resample, test.row, arrays.labels, arrays.probabilities
    whole = Outputs(*place, ScoreKind.PROBABILITY, test.part, name)
    return whole if done else whole.where(arrays.done[test.resample])


def _sum_blocks(fit: SumFit, data: Resampled, arrays: OutputArrays) -> None:
    """Fill in the resamples that are not done, and mark those whose fit is exact."""
    test, done, cost = data.test, arrays.done, fit.cost
    sums = TrainingClassSums(
        data.training, fit.rows, fit.statistics, data.dataset.weights, fit.centred, fit.products, fit.subtract
    )
    sums.prepare()

    def work(start: int, stop: int) -> Mask:
        block, predictions = test.block(start, stop), slice(test.starts[start], test.starts[stop])
        # A resample that lacks a class divides by zero, and is not trusted.
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            scores, trusted = _fit_sums(fit, sums, block)
            arrays.labels[predictions], arrays.probabilities[predictions] = fit.decide(scores)
        return trusted & _finite(arrays.probabilities[predictions], block)

    per_resample = (test.size / max(1, test.count) + 1) * cost.per_row + cost.per_resample
    spans = blocks_of_neighbours(~done, max(1, min(int(IN_CACHE / per_resample), PARAMETERS_IN_CACHE // cost.fitted)))
    numbers = per_resample * (test.count - np.count_nonzero(done))
    for (start, stop), block_sums in zip(spans, in_threads(work, spans, numbers=numbers), strict=True):
        done[start:stop] = block_sums


def _fit_sums(fit: SumFit, sums: TrainingClassSums, block: TestRows) -> tuple[Floats, Array]:
    """Fit and score a block; where a subtraction has cost too many digits, its rows are added up one by one."""
    summed = sums(block.first, block.last)
    fitted = fit.fit(summed)
    if fitted.doubtful is not None and fitted.doubtful.any():
        fitted = fit.fit(sums.again(summed, block.first, fitted.doubtful))
    covered = fit.covers(fitted.parameters, block)
    trusted = fitted.trusted if covered is None else fitted.trusted & covered
    return fit.score(fitted.parameters, fit.rows.X, block), trusted


def _finite(probabilities: Floats, test: TestRows) -> Mask:
    """Which resamples have no NaN among their probabilities: the generic path says what is wrong with the others."""
    if np.isfinite(probabilities.sum()):
        return np.ones(test.count, dtype=np.bool_)
    bad = ~np.isfinite(probabilities).all(axis=1)
    return np.bincount(test.resample[bad], minlength=test.count) == 0
