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
    from collections.abc import Iterator

    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

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
    models: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(one for kernel in FAMILIES for one in kernel.models))
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Anything but one block, and what the kernel of the learner refuses."""
        steps = steps_of(model)
        if len(steps.before) != 1 or [one[:2] for one in steps.before[0].transformers] != [("block", "passthrough")]:
            return "no block of columns"
        route = engine.choose(steps.final, block_of(model, dataset), resamples)
        return None if route.family is not None else route.reason

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Answer as the kernel of the learner does on the block."""
        final, block = steps_of(model).final, block_of(model, dataset)
        kernel = engine.choose(final, block, resamples).family
        if kernel is None:
            message = "the kernel of the learner refused the block after all"
            raise RuntimeError(message)
        return kernel.predict(final, block, resamples, test)


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
