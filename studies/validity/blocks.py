"""Models that look at a block of the columns, batched as the same models on a dataset of that block are.

Two models that are equal by construction are one learner on two blocks of columns, and `compare` wants them on one dataset.
A pipeline of a column selection and the learner says that. The engine batches such pipelines for some learners only, so
the study adds a kernel that hands the block to the kernel of the learner itself. Predictions are the same.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, final

from foldwise.engine.catalogue import FAMILIES, Family
from foldwise.engine.pipelines.pipeline import steps_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.data import Dataset
    from foldwise.engine.family import BlockFit, Resampled, SumFit
    from foldwise.plans import Resamples

engine = import_module("foldwise.engine.choose")
"""The module; the package has a function of that name."""
STEP = "ColumnTransformer"


def on_block(model: Any, first: int, stop: int) -> Any:  # noqa: ANN401 - estimators
    """Make the model look at columns first … stop-1 only."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline

    return make_pipeline(ColumnTransformer([("block", "passthrough", list(range(first, stop)))]), model)


@final
class OnBlock(Family):
    """A selection of columns before any model that has a kernel."""

    name: ClassVar[str] = "on-block"
    models: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(one for family in FAMILIES for one in family.models))
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Anything but one block, and what the kernel of the learner refuses."""
        steps = steps_of(model)
        if len(steps.before) != 1 or [one[:2] for one in steps.before[0].transformers] != [("block", "passthrough")]:
            return "no block of columns"
        route = engine.choose(steps.final, block_of(model, dataset), resamples)
        return None if route.family is not None else route.reason

    def prepare(self, models: Sequence[Any], data: Resampled) -> SumFit | BlockFit:
        """Fit as the family of the learner does on the block."""
        last, block = steps_of(models[0]).final, block_of(models[0], data.dataset)
        family = engine.choose(last, block, data.training.resamples).family
        if family is None:
            message = "the family of the learner refused the block after all"
            raise RuntimeError(message)
        return family.prepare([last], replace(data, dataset=block))


def block_of(model: Any, dataset: Dataset) -> Dataset:  # noqa: ANN401
    """The dataset with the columns of the block only."""
    columns = steps_of(model).before[0].transformers[0][2]
    return replace(dataset, X=dataset.X[:, columns[0] : columns[-1] + 1])


@contextmanager
def batched() -> Iterator[None]:
    """Let the engine of this process batch blocks for a while."""
    known = engine.FAMILIES
    engine.FAMILIES = (OnBlock(), *known)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        engine.FAMILIES = known  # type: ignore[attr-defined]
