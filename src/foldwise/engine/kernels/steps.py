"""Read a pipeline's steps: what each does to the columns of every resample, or why it cannot be done for all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.table import is_sparse
from foldwise.engine.kernels.columns import MinMax, Numbers, Standard
from foldwise.engine.kernels.features import features, refuse_features
from foldwise.engine.kernels.shared import Block, Shared, sums_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.data import Dataset
    from foldwise.engine.kernels.columns import Columns, Node
    from foldwise.engine.kernels.sums import TrainingSums
    from foldwise.plans import Resamples

__all__ = ["STEPS", "Prepared", "refuse_steps"]


class UnfitStepError(Exception):
    """A step that cannot be done exactly for all resamples at once; its text says why."""


@final
@dataclass(frozen=True, eq=False)
class Prepared:
    """The steps of a pipeline, ready for any block of resamples."""

    shared: Shared
    node: Node
    resamples: Resamples

    @classmethod
    def of(cls, steps: Sequence[Any], dataset: Dataset, resamples: Resamples) -> Prepared:
        """Read the steps; they must have been found fit by `refuse_steps`."""
        shared = Shared(dataset.n)
        return cls(shared, _read(steps, dataset, shared), resamples)

    @cached_property
    def sums(self) -> TrainingSums:
        """Training sums of the shared columns."""
        return sums_of(self.shared, self.resamples)

    def __call__(self, start: int, stop: int) -> Columns:
        """Columns of resamples start … stop-1."""
        return self.node(Block(self.shared, self.resamples, self.sums, start, stop))


def refuse_steps(
    steps: Sequence[Any], dataset: Dataset, refuse_width: Callable[[int], str | None] | None = None
) -> str | None:
    """Say why the steps cannot be done for all resamples at once, or give too many columns, or None where they can."""
    try:
        node = _read(steps, dataset, Shared(dataset.n))
    except UnfitStepError as refusal:
        return str(refusal)
    return refuse_width(node.width) if refuse_width else None


def _read(steps: Sequence[Any], dataset: Dataset, shared: Shared) -> Node:
    if is_sparse(dataset.X):
        message = "the features are a sparse matrix"
        raise UnfitStepError(message)
    refusal = refuse_features(dataset)
    if refusal:
        raise UnfitStepError(refusal)
    node: Node = Numbers([shared.number(column) for column in np.ascontiguousarray(features(dataset).T)])
    for step in steps:
        node = _READERS[type(step).__name__](step, node)
    return node


def _standard(step: Any, node: Node) -> Node:  # noqa: ANN401
    return Standard(node, with_mean=bool(step.with_mean), with_std=bool(step.with_std))


def _min_max(step: Any, node: Node) -> Node:  # noqa: ANN401
    if step.clip:
        message = "MinMaxScaler(clip=True) is not linear"
        raise UnfitStepError(message)
    if not isinstance(node, Numbers):
        message = "MinMaxScaler after another step"
        raise UnfitStepError(message)
    low, high = (float(end) for end in step.feature_range)
    return MinMax(node, low, high)


_READERS: dict[str, Callable[[Any, Node], Node]] = {"StandardScaler": _standard, "MinMaxScaler": _min_max}
STEPS = tuple(_READERS)
"""Steps that can be read, by class name."""
