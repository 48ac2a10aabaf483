"""All fits of one call at once: the splits become resamples, the candidates models, and the engine predicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.base import clone

from foldwise.engine import Batched, choose, parameter_names, predict_batched
from foldwise.plans import Partition, as_plan, draw
from foldwise.predictions import Part
from foldwise.sklearn.admission import NotBatched, as_rows, check_route, last_step_of_pipeline, refuse
from foldwise.sklearn.newton_ends import newton_margin, own_margins, squared_reach
from foldwise.sklearn.splits import FoldRows, Folds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine import Route
    from foldwise.plans import Resamples
    from foldwise.sklearn.fold_rows import SplitRows
    from foldwise.typing import Estimator, Given

__all__ = ["BatchRequest", "BatchedFits", "Splits", "fit_all"]

Splits = Sequence[tuple["Given", "Given"]] | Folds
"""Training and test rows of each split, or the parts that leave them out."""


@final
@dataclass(frozen=True, eq=False)
class BatchRequest:
    """What a call asks for: rows, an estimator, its settings, and splits."""

    estimator: Estimator
    X: Given
    y: Given
    splits: Splits
    candidates: Sequence[Mapping[str, Given] | None] = (None,)
    train: bool = False
    jobs: int | None = None


@final
@dataclass(frozen=True, eq=False)
class BatchedFits:
    """Predictions of every candidate on every split, by the number of the candidate.

    `layouts` keeps the rows of the splits by part and by the arrays that list them, `reaches` the distances of rows by the kinds of
    the steps before the last, `margins` those of single fits.
    """

    asked: BatchRequest
    dataset: Dataset
    resamples: Resamples
    models: Mapping[str, Estimator]
    found: Batched
    layouts: dict[tuple[int, int, int], SplitRows] = field(default_factory=dict)
    reaches: dict[tuple[type, ...], float] = field(default_factory=dict)
    margins: dict[tuple[str, int], Floats] = field(default_factory=dict)

    @cached_property
    def seen(self) -> Mask:
        """Whether each split trains on rows of each class (R, C)."""
        codes, count = self.dataset.codes, len(self.dataset.labels) if self.dataset.is_classification else 0
        if isinstance(self.resamples, Partition):
            k, parts = self.resamples.k, self.resamples.parts
            keys = (
                codes + count * (parts + k * np.arange(len(parts))[:, None]) if count else np.zeros((0,), dtype=np.intp)
            )
            held = np.bincount(keys.ravel(), minlength=len(parts) * k * count).reshape(len(parts) * k, count)
            return held < np.bincount(codes, minlength=count) if count else np.ones((len(parts) * k, 0), dtype=np.bool_)
        sets = [self.resamples.train_rows(r) for r in range(self.resamples.count)]
        if not count:
            return np.ones((len(sets), 0), dtype=np.bool_)
        return np.stack([np.bincount(codes[rows], minlength=count) > 0 for rows in sets])

    def margin(self, model: Estimator, scores: Floats | None) -> float | Floats:
        """By how much scores of a model may miss scikit-learn's, beside rounding, in all splits (R,); infinite where it is not known."""
        if type(last_step_of_pipeline(model)).__name__ != "LogisticRegression" or scores is None:
            return 0.0
        kinds = tuple(type(step) for _, step in getattr(model, "steps", ()))
        if kinds not in self.reaches:
            self.reaches[kinds] = squared_reach(model, self.dataset)
        margin = newton_margin(model, self.reaches[kinds], self.dataset.n, scores)
        return np.full(self.found.test.count, margin)

    def row_margins(self, name: str, split: int) -> Floats:
        """The same for one split and every row of the dataset (n,), by the curvature of its own fit."""
        if (name, split) not in self.margins:
            self.margins[name, split] = own_margins(self.models[name], self.dataset, self.resamples.train_rows(split))
        return self.margins[name, split]

    @cached_property
    def tested(self) -> tuple[int, ...]:
        """Parts whose rows are predicted: test rows first."""
        return (Part.TEST, Part.TRAIN) if self.asked.train else (Part.TEST,)


def fit_all(asked: BatchRequest) -> BatchedFits:
    """Let the engine predict all splits of all candidates that a family takes.

    Raises
    ------
    NotBatched
        Where none can be batched.
    """
    dataset = as_rows(asked.estimator, asked.X, asked.y)
    resamples = resamples_of(asked.splits, dataset)
    lists = [] if isinstance(asked.splits, Folds) else [one for one, _ in asked.splits if not isinstance(one, FoldRows)]
    if asked.train and any(np.unique(train).size < len(train) for train in lists):
        refuse("training sets hold rows twice, and are scored")
    ordered = not any(np.any(np.diff(train) <= 0) for train in lists)
    models = {str(at): with_parameters(asked.estimator, candidate) for at, candidate in enumerate(asked.candidates)}
    routes, reasons = _routes(models, dataset, resamples, ordered=ordered)
    if not routes:
        refuse(next(iter(reasons.values())))
    jobs = 1 if asked.jobs is None else asked.jobs
    found = predict_batched(dataset, routes, resamples, train=asked.train, jobs=jobs)
    return BatchedFits(asked, dataset, resamples, models, found)


def _routes(
    models: Mapping[str, Estimator], dataset: Dataset, resamples: Resamples, *, ordered: bool
) -> tuple[dict[str, Route], dict[str, str]]:
    """Ways of the models that a family takes, and why the others have none."""
    routes, reasons = {}, {}
    for name, model in models.items():
        route = choose(model, dataset, resamples)
        try:
            check_route(route, dataset, ordered=ordered)
        except NotBatched as refused:
            reasons[name] = str(refused)
        else:
            routes[name] = route
    return routes, reasons


def with_parameters(estimator: Estimator, settings: Mapping[str, Given] | None) -> Estimator:
    """Give an estimator with other settings, as scikit-learn's searches set them.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> with_parameters(Ridge(), {"alpha": 2.0})
    Ridge(alpha=2.0)
    """
    if not settings:
        return estimator
    own = parameter_names(type(estimator))
    if all(key in own and isinstance(value, int | float | str | None) for key, value in settings.items()):
        changed = object.__new__(type(estimator))  # a copy would ask which release has pickled it
        vars(changed).update({**vars(estimator), **settings})
        return changed
    return clone(estimator).set_params(**clone(dict(settings), safe=False))


def resamples_of(splits: Splits, dataset: Dataset) -> Resamples:
    """Make resamples of splits: parts where they are parts, else lists of rows.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> rows = np.arange(150)
    >>> resamples_of([(rows[:75], rows[75:]), (rows[75:], rows[:75])], sample("iris")).plan
    'kfold(2)'
    """
    folds = splits if isinstance(splits, Folds) else _folds(splits)
    if isinstance(folds, Folds):
        parts, k = folds.parts, folds.k
        repeats = f", repeats={len(parts)}" if len(parts) > 1 else ""
        plan = "loo" if k == dataset.n and not repeats else f"kfold({k}{repeats})"
        return Partition(parts, k, plan=plan, note="rows from scikit-learn's cv")
    pairs = [tuple(side.rows if isinstance(side, FoldRows) else _row_numbers(side) for side in pair) for pair in splits]  # type: ignore[union-attr]
    if any(len(train) == 0 or len(test) == 0 or np.unique(test).size < len(test) for train, test in pairs):
        refuse("a split has no rows to train on, or none to test, or tests rows twice")
    return draw(as_plan(pairs), dataset, 0)


def _row_numbers(side: Given) -> Given:
    """Rows of a split; refuse what is no list or array of their numbers."""
    if (
        not isinstance(side, list | np.ndarray)
        or np.asarray(side).dtype.kind not in "iu"
        or np.any(np.asarray(side) < 0)
    ):
        refuse("rows of a split are not given by their numbers")
    return side


def _folds(splits: Sequence[tuple[Given, Given]]) -> Folds | None:
    """Part numbers of all splits, where they are all folds of whole partitions in order."""
    if not all(isinstance(test, FoldRows) for _, test in splits):
        return None
    k = splits[0][1].folds.k
    firsts = [test.folds for _, test in splits[::k]]
    whole = len(splits) == k * len(firsts) and all(
        test.folds is firsts[at // k] and test.number == at % k for at, (_, test) in enumerate(splits)
    )
    return Folds(np.concatenate([folds.parts for folds in firsts]), k) if whole else None
