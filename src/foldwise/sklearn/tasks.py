"""The fits that a function of scikit-learn is about to do: caught before they are done, and batched where that is possible."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, final

from sklearn.base import clone
from sklearn.model_selection import check_cv
from sklearn.utils.parallel import Parallel, delayed

from foldwise.sklearn.splits import FoldRows, FoldSeries, fold_splitter, folds_are_parts, quick_splitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from foldwise.typing import Given, Untyped

__all__ = ["CallSession", "DelayedFit", "TaskGrid", "TaskRunner", "each_fold"]


@final
@dataclass(frozen=True, eq=False)
class DelayedFit:
    """One call that scikit-learn would make, its estimator not cloned yet."""

    function: Untyped
    args: tuple[Given, ...]
    kwargs: dict[str, Given]

    @property
    def series(self) -> FoldSeries | None:
        """All folds, where this task stands for the fits of all of them."""
        train = self.kwargs.get("train")
        return train if isinstance(train, FoldSeries) else None

    @property
    def grid(self) -> TaskGrid | None:
        """All candidates and splits, where this task stands for all fits of a search."""
        parameters = self.kwargs.get("parameters")
        return parameters if isinstance(parameters, TaskGrid) else None

    def on(self, train: Given, test: Given, **more: Given) -> DelayedFit:
        """Give the task for one of the splits."""
        return DelayedFit(self.function, self.args, {**self.kwargs, "train": train, "test": test, **more})

    def as_sklearn(self) -> Untyped:
        """Give the call as scikit-learn would have made it."""
        (estimator, *rest), kwargs = self.listed()
        return delayed(self.function)(clone(estimator), *rest, **kwargs)

    def listed(self) -> tuple[list[Given], dict[str, Given]]:
        """Arguments, with rows as lists."""
        return [_listed(value) for value in self.args], {key: _listed(value) for key, value in self.kwargs.items()}


@final
@dataclass(eq=False)
class TaskGrid:
    """All candidates of a search and all splits: one task of scikit-learn stands for the fits of each to each."""

    candidates: list[Given]
    splits: list[tuple[Given, Given]]
    contexts: list[Given] = field(default_factory=list)
    """What scikit-learn calls callbacks with, task by task; made for tasks that are left to it."""

    def task(self, whole: DelayedFit, candidate: int, split: int) -> DelayedFit:
        """Give the task of one fit, from that which stands for all."""
        told: dict[str, Given] = {
            "parameters": self.candidates[candidate],
            "candidate_progress": (candidate, len(self.candidates)),
            "split_progress": (split, len(self.splits)),
        }
        if whole.kwargs.get("callback_ctx") is not None:
            told["callback_ctx"] = self._contexts(whole)[candidate * len(self.splits) + split]
        return whole.on(*self.splits[split], **told)

    def tasks(self, whole: DelayedFit) -> Iterator[DelayedFit]:
        """Yield the tasks of all fits."""
        for candidate in range(len(self.candidates)):
            for split in range(len(self.splits)):
                yield self.task(whole, candidate, split)

    def _contexts(self, whole: DelayedFit) -> list[Given]:
        if not self.contexts:
            first, count = whole.kwargs["callback_ctx"], len(self.candidates) * len(self.splits)
            more = (first.parent.subcontext(task_name=first.task_name, task_id=at) for at in range(1, count))
            self.contexts = [first, *more]
        return self.contexts


def each_fold(tasks: Iterable[DelayedFit]) -> Iterator[DelayedFit]:
    """Yield one task for every fit, where one stands for all."""
    for task in tasks:
        if task.grid is not None:
            yield from task.grid.tasks(task)
        elif task.series is not None:
            yield from (task.on(*pair) for pair in task.series.pairs())
        else:
            yield task


def _listed(value: Given) -> Given:
    return value.rows if isinstance(value, FoldRows) else value


@final
class TaskRunner:
    """Stands where scikit-learn has `Parallel`: offers all calls to `batch`, and leaves the others to scikit-learn's own."""

    def __init__(
        self, batch: Callable[[DelayedFit, Iterator[DelayedFit], int | None], Untyped], options: dict[str, Given]
    ) -> None:
        self.batch, self.options = batch, options
        self.inside = False
        self.real: Untyped = None

    def __call__(self, tasks: Iterable[DelayedFit]) -> list[Untyped]:
        """Do all calls, in order."""
        calls = iter(tasks)
        first = next(calls, None)
        if first is None:
            return self._really(())
        # scikit-learn draws folds between fits: only where all can be batched is it asked for all of them at once.
        found = self.batch(first, calls, self.options.get("n_jobs"))
        if not isinstance(found, list):
            return self._really(each_fold(chain([first], calls)))
        left = [at for at, one in enumerate(found) if type(one) is DelayedFit]
        if left:
            for at, done in zip(left, self._really(found[at] for at in left), strict=True):
                found[at] = done
        return found

    def _really(self, tasks: Iterable[DelayedFit]) -> list[Untyped]:
        if self.real is None:
            self.real = Parallel(**self.options)
            if self.inside:
                self.real.__enter__()
        return self.real(task.as_sklearn() for task in tasks)

    def __enter__(self) -> TaskRunner:
        """Keep the workers, should any be needed, until the end."""
        self.inside = True
        return self

    def __exit__(self, *error: object) -> None:
        """End the workers."""
        if self.real is not None:
            self.real.__exit__(*error)


class CallSession:
    """What the code of scikit-learn is given in place of `Parallel`, `delayed`, `clone`, `product` and `check_cv`, for one call."""

    def __init__(self, batch: Callable[[DelayedFit, Iterator[DelayedFit], int | None], Untyped]) -> None:
        self.batch = batch
        self.expecting = False

    def parallel(self, **options: Given) -> TaskRunner:
        """Stand in for `Parallel`."""
        return TaskRunner(self.batch, options)

    def delayed(self, function: Untyped) -> Callable[..., DelayedFit]:
        """Stand in for `delayed`: the estimator, which scikit-learn now clones, is taken as it is."""
        self.expecting = True
        return lambda *args, **kwargs: DelayedFit(function, args, kwargs)

    def clone(self, estimator: Given, *, safe: bool = True) -> Given:
        """Stand in for `clone`: an estimator is cloned when its fit is left to scikit-learn."""
        if self.expecting:
            self.expecting = False
            return estimator
        return clone(estimator, safe=safe)

    def product(self, candidates: Iterable[tuple[int, Given]], splits: Iterable[tuple[int, Given]]) -> list[Given]:
        """Stand in for `product` of numbered candidates and splits: one pair stands for all."""
        grid = TaskGrid([one for _, one in candidates], [one for _, one in splits])
        return [((0, grid), (0, (grid, grid)))] if grid.candidates and grid.splits else []

    def check_cv(self, *args: Given, **kwargs: Given) -> Untyped:
        """Stand in for `check_cv`, which gives a splitter back as it is."""
        cv = args[0] if args else None
        return quick_splitter(cv if folds_are_parts(cv) else check_cv(*args, **kwargs))

    def check_cv_of_search(self, *args: Given, **kwargs: Given) -> Untyped:
        """Stand in for `check_cv` in a search, which counts the splits."""
        return fold_splitter(check_cv(*args, **kwargs))
