"""When the classes of rows in time first come: training rows that lack one cannot teach it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.phrases import count_of, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.plans.forward import Forward

__all__ = ["TrainingStart", "lacking_note", "training_start"]

FEWEST_OF_CLASS = 3
"""Rows of a class that the first training rows have, where there is such a start; fewer where there is none."""
LEAST_TESTED_SHARE, LEAST_TESTED_TIMES = 1 / 3, 5
"""Share of the times, and number of them, that are left to be tested; the share alone where no start leaves so many."""


class TrainingStart(NamedTuple):
    """How many of the first times a walk forward needs, so that every class is among its first training rows.

    `times` is 0 where the target has no classes. `late` are the classes that come too late for any start, and `first` is the time at which each
    of these comes.
    """

    times: int
    late: Codes
    first: Codes


def training_start(dataset: Dataset) -> TrainingStart:
    """Find the first start that has three rows of every class, two, or one, and leaves enough to be tested.

    That is a third of the times and five of them, or a third where there is no such start, and as many rows of two classes. Of classes with fewer than six rows half of them are enough.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> target = (np.arange(60) >= 20) & (np.arange(60) % 2 == 0)
    >>> training_start(Dataset(np.zeros((60, 1)), target, Task.CLASSIFICATION, order=np.arange(60))).times
    25
    """
    none = np.zeros(0, dtype=np.intp)
    if dataset.time_rank is None or not dataset.is_classification:
        return TrainingStart(0, none, none)
    times = int(dataset.time_rank.max()) + 1
    share = int(np.ceil(LEAST_TESTED_SHARE * times))
    enough = times - min(times - 1, max(LEAST_TESTED_TIMES, share))
    for rows, latest in (*((rows, enough) for rows in range(FEWEST_OF_CLASS, 0, -1)), (1, times - share)):
        starts, ends = _class_times(dataset, dataset.time_rank, rows)
        bound = min(latest, int(np.sort(ends)[-2:].min()))  # rows of two classes are left to be tested
        if starts.max() <= bound:
            return TrainingStart(int(starts.max()), none, none)
    late = np.flatnonzero(starts > bound)
    return TrainingStart(int(starts.max(initial=0, where=starts <= bound)), late, starts[late])


def _class_times(dataset: Dataset, rank: Codes, rows: int) -> tuple[Codes, Codes]:
    """How many of the first times hold so many rows of each class, and after how many times as many are left (C,).

    Half of the rows of a class are enough; of a class without rows both are 0.
    """
    starts, ends = np.zeros((2, len(dataset.classes)), dtype=np.intp)
    order = np.argsort(rank, kind="stable")
    codes = dataset.codes[order]
    for code in range(starts.size):
        places = rank[order[codes == code]]
        if places.size:
            wanted = min(rows, -(-places.size // 2))
            starts[code], ends[code] = places[wanted - 1] + 1, places[-wanted]
    return starts, ends


def lacking_note(plan: Forward, dataset: Dataset, train: Sequence[Codes]) -> str:
    """Say which classes the training rows of a walk forward lack, and which start has them; empty where they lack none."""
    if not dataset.is_classification:
        return ""
    there = np.array([np.bincount(dataset.codes[rows], minlength=len(dataset.classes)) > 0 for rows in train])
    lacking = np.flatnonzero((~there).any(axis=0) & (dataset.class_counts > 0))
    if not lacking.size:
        return ""
    named = listed([f"'{dataset.classes[code]}'" for code in lacking[:4]]) + (" and others" if lacking.size > 4 else "")
    sets, count, start = int((~there[:, lacking]).any(axis=1).sum()), len(train), training_start(dataset)
    which = f"all {count} training sets" if sets == count else f"{sets} of {count_of(count, 'training set')}"
    better = ""
    if not start.late.size and plan.window is None:
        initial = start.times + max(plan.gap, plan.horizon)
        most = 0 if dataset.time_rank is None else int(dataset.time_rank.max()) + 1 - initial  # blocks of one time
        whole = replace(plan, blocks=max(1, min(plan.blocks, most)), test=None, initial=initial)
        better = f": {whole} has every class from its first block on"
    return f"{which} of {plan} have no row of {'class' if lacking.size == 1 else 'classes'} {named}, which their fits cannot predict{better}"
