"""From the content of the target to classes or values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import freeze
from foldwise.data.checks.target import (
    check_classes_possible,
    check_numbers_possible,
    check_scale,
    check_target,
    check_varies,
)
from foldwise.data.content import Numbers, Texts
from foldwise.data.dataset import Task
from foldwise.errors import UnknownNameError

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.data.content import Content

__all__ = ["MAX_CLASSES", "decide_target"]

MAX_CLASSES = 20
"""A target of whole numbers is taken for classes up to this number of different ones."""


def decide_target(name: str, content: Content, task: str | None) -> tuple[Array, Task]:
    """Decide what is predicted: texts, truth values and up to 20 whole numbers are classes, all else is a value.

    Examples
    --------
    >>> decide_target("y", Numbers(np.array([1.0, 2.0, 1.0])), None)
    (array([1, 2, 1]), <Task.CLASSIFICATION: 'classification'>)
    >>> decide_target("y", Numbers(np.array([1.5, 2.0, 1.0])), None)
    (array([1.5, 2. , 1. ]), <Task.REGRESSION: 'regression'>)
    """
    check_target(name, content, task)
    chosen = _task(content) if task is None else _named_task(task)
    target = _classes(name, content) if chosen is Task.CLASSIFICATION else _values(name, content)
    return freeze(target), chosen


def _named_task(task: str) -> Task:
    if task not in tuple(Task):
        raise UnknownNameError.of("task", str(task), tuple(Task))
    return Task(task)


def _task(content: Content) -> Task:
    if isinstance(content, Texts):
        return Task.CLASSIFICATION
    few = isinstance(content, Numbers) and content.whole and content.levels <= MAX_CLASSES >= content.distinct.size
    return Task.CLASSIFICATION if few else Task.REGRESSION


def _classes(name: str, content: Content) -> Array:
    check_classes_possible(name, content)
    if isinstance(content, Texts):
        check_varies(name, content.names)
        return content.labels[content.codes]
    if isinstance(content, Numbers):
        check_varies(
            name,
            content.distinct.tolist() if content.exact is not None else [f"{value:.0f}" for value in content.distinct],
        )
        return content.labels
    return content.values


def _values(name: str, content: Content) -> Array:
    check_numbers_possible(name, content)
    values = content.labels[content.codes].astype(np.float64) if isinstance(content, Texts) else content.values
    if (values == values[0]).all():
        check_varies(name, [f"{values[0]:g}"])
    check_scale(name, values)
    return values
