"""Base models fitted once for all blends: on every training set, and inside it without each of its folds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import run
from foldwise.plans import PairsOut, Partition, RowLists, as_plan, draw
from foldwise.predictions import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs, Predictions
    from foldwise.typing import Estimator

__all__ = ["FoldFits", "NestedRun", "first_causes", "fold_pairs_fit", "nested_fits"]

FEWEST_PARTS, MOST_PARTS = 3, 20
"""Parts of a partition between which its own parts serve as inner folds."""
MOST_CELLS = 40_000_000
"""Numbers that are held at a time."""


@final
@dataclass(frozen=True, eq=False)
class FoldFits:
    """What base models predict for one training set.

    Parameters
    ----------
    resample
        Number of the outer resample.
    rows
        Its test rows (N,).
    columns
        Predictions of these by each base model fitted to the whole training set: (N,) or (N, C).
    inside
        Rows of the training set that were predicted out of fold (m,).
    inner
        Their predictions by each base model fitted to the training set without their fold: (m,) or (m, C).
    """

    resample: int
    rows: Codes
    columns: tuple[Floats, ...]
    inside: Codes
    inner: tuple[Floats, ...]


@final
@dataclass(frozen=True, eq=False)
class NestedRun:
    """Predictions for every outer resample, which base models made them, why others failed, and how many fits it took."""

    folds: tuple[FoldFits, ...]
    names: tuple[str, ...]
    fits: int
    failed: Mapping[str, str] = field(default_factory=dict)

    def only(self, names: Sequence[str]) -> NestedRun:
        """The same for some of the base models."""
        at = [self.names.index(name) for name in names]
        folds = [
            replace(fold, columns=tuple(fold.columns[i] for i in at), inner=tuple(fold.inner[i] for i in at))
            for fold in self.folds
        ]
        return replace(self, folds=tuple(folds), names=tuple(names))


def fold_pairs_fit(resamples: Resamples) -> bool:
    """Whether the parts of the plan can be the inner folds: a fit without two parts then serves two training sets."""
    return isinstance(resamples, Partition) and FEWEST_PARTS <= resamples.k <= MOST_PARTS


def nested_fits(
    dataset: Dataset,
    models: Mapping[str, Estimator],
    resamples: Resamples,
    settings: Settings,
    *,
    inner: str | None = None,
) -> NestedRun:
    """Fit base models to every training set and inside it without each fold, in as few runs of the engine as memory allows.

    Where the resamples are k parts, the other parts of a training set are its folds: the fit without parts i and j
    predicts part j for training set i and part i for training set j. Otherwise every training set is cut by the `inner`
    plan; copies of a row in a bootstrap sample stay together.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.engine import Settings
    >>> from foldwise.models import as_models
    >>> from foldwise.plans import as_plan, draw
    >>> iris = foldwise.sample("iris")
    >>> parts = draw(as_plan("kfold(5)"), iris, 0)
    >>> found = nested_fits(iris, as_models("lda, knn", iris), parts, Settings(progress=None))
    >>> found.fits, found.folds[0].rows.size, found.folds[0].inner[0].shape
    (30, 30, (120, 3))
    """
    quiet = replace(settings, train=False)
    if isinstance(resamples, Partition) and fold_pairs_fit(resamples):
        return _of_pairs(dataset, models, resamples, quiet)
    return _of_lists(dataset, models, resamples, quiet, inner=inner)


def _of_pairs(dataset: Dataset, models: Mapping[str, Estimator], resamples: Partition, settings: Settings) -> NestedRun:
    cells = resamples.k * dataset.n * max(1, len(dataset.classes)) * len(models)
    block = max(1, MOST_CELLS // cells)
    folds: list[FoldFits] = []
    fits, failed, kept = 0, dict[str, str](), dict(models)
    for first in range(0, resamples.repeats, block):
        pairs = PairsOut(resamples.parts[first : first + block], resamples.k, unit=resamples.unit)
        predictions = run(dataset, kept, pairs, settings)
        fits += pairs.count * len(kept)
        failed |= first_causes(predictions)
        if failed.keys() & kept.keys():
            kept = {name: model for name, model in kept.items() if name not in failed}
            folds = [_without(fold, list(predictions.models), failed) for fold in folds]
        tables = [_by_part_left_out(predictions, name, pairs) for name in kept]
        folds += _pair_folds(tables, resamples, first, len(pairs.parts))
    return NestedRun(tuple(folds), tuple(kept), fits, failed)


def _without(fold: FoldFits, names: Sequence[str], failed: Mapping[str, str]) -> FoldFits:
    at = [place for place, name in enumerate(names) if name not in failed]
    return replace(fold, columns=tuple(fold.columns[i] for i in at), inner=tuple(fold.inner[i] for i in at))


def first_causes(predictions: Predictions) -> dict[str, str]:
    """Why the first failed fit of each model failed."""
    causes: dict[str, str] = {}
    for failure in predictions.failures:
        causes.setdefault(failure.model, failure.cause)
    return causes


def _by_part_left_out(predictions: Predictions, name: str, pairs: PairsOut) -> Floats:
    """Predictions by repeat, part left out, and row: by the fit without that part and without the part of the row itself."""
    outputs = predictions.of(name)
    columns = _columns(outputs, predictions)
    repeat, which = np.divmod(outputs.resample, len(pairs.left_out))
    first, second = pairs.left_out[which].T
    own = pairs.parts[repeat, outputs.row]
    table = np.full((len(pairs.parts), pairs.k, pairs.n, *columns.shape[1:]), np.nan)
    table[repeat, np.where(own == first, second, first), outputs.row] = columns
    return table


def _columns(outputs: Outputs, predictions: Predictions) -> Floats:
    """Values (N,), or one column for each class (N, C)."""
    if not predictions.is_classification:
        return outputs.output.astype(np.float64)
    from foldwise.ensembles import class_columns

    return class_columns(outputs, len(predictions.classes))


def _pair_folds(tables: Sequence[Floats], resamples: Partition, first: int, count: int) -> Iterator[FoldFits]:
    for repeat in range(count):
        parts = resamples.parts[first + repeat]
        for part in range(resamples.k):
            rows, inside = np.flatnonzero(parts == part), np.flatnonzero(parts != part)
            own = [table[repeat, part] for table in tables]
            yield FoldFits(
                (first + repeat) * resamples.k + part,
                rows,
                tuple(one[rows] for one in own),
                inside,
                tuple(one[inside] for one in own),
            )


def _of_lists(
    dataset: Dataset,
    models: Mapping[str, Estimator],
    resamples: Resamples,
    settings: Settings,
    *,
    inner: str | None,
) -> NestedRun:
    """Cut every training set by a plan of its own; the fit to the whole set comes after those without its folds."""
    train: list[Codes] = []
    test: list[Codes] = []
    ends: list[int] = []
    for r in range(resamples.count):
        rows = resamples.train_rows(r)
        for inside, outside in _inner_rows(dataset, rows, inner, settings.seed):
            train.append(rows[np.isin(rows, inside)])
            test.append(outside)
        train.append(rows)
        test.append(resamples.test_rows(r))
        ends.append(len(train))
    lists = RowLists(tuple(train), tuple(test), dataset.n, overlap=resamples.overlapping, unit=resamples.unit)
    predictions = run(dataset, models, lists, settings)
    failed = first_causes(predictions)
    kept = [name for name in models if name not in failed]
    tables = [_by_resample(predictions, name) for name in kept]
    starts = [0, *ends[:-1]]
    spans = enumerate(zip(starts, ends, strict=True)) if kept else ()
    folds = tuple(_list_fold(tables, r, start, end) for r, (start, end) in spans)
    return NestedRun(folds, tuple(kept), lists.count * len(models), failed)


def _inner_rows(dataset: Dataset, rows: Codes, inner: str | None, seed: int) -> Iterator[tuple[Codes, Codes]]:
    """Training and test rows of the folds of one training set, as rows of the dataset."""
    from foldwise.ensembles import inner_plan

    distinct = np.unique(rows)
    own = dataset.subset(distinct)
    plan = as_plan(inner_plan(inner, own.n, own.groups, own.order))
    drawn = draw(plan, own, seed)
    for s in range(drawn.count):
        yield distinct[drawn.train_rows(s)], distinct[drawn.test_rows(s)]


def _by_resample(predictions: Predictions, name: str) -> list[tuple[Codes, Floats]]:
    """Rows and predictions of every resample."""
    outputs = predictions.of(name, Part.TEST)
    ends = np.searchsorted(outputs.resample, np.arange(predictions.resamples.count + 1))
    columns: Array = _columns(outputs, predictions)
    return [(outputs.row[a:b], columns[a:b]) for a, b in pairwise(ends.tolist())]


def _list_fold(tables: Sequence[list[tuple[Codes, Floats]]], r: int, start: int, end: int) -> FoldFits:
    """Put the folds of one training set together; a row that several folds test counts as often."""
    rows = tables[0][end - 1][0]
    inside = np.concatenate([table for table, _ in tables[0][start : end - 1]])
    columns = tuple(table[end - 1][1] for table in tables)
    inner = tuple(np.concatenate([one for _, one in table[start : end - 1]]) for table in tables)
    return FoldFits(r, rows, columns, inside, inner)
