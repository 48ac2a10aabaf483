"""What a model family gives the driver: the models it accepts, and how they are fitted on all resamples at once.

A fit has one of two shapes. A `SumFit` is a function of sums over the training rows of each class: the driver adds them up.
A `BlockFit` is anything else: neighbours, kernels, iterations, least squares.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, final

import numpy as np

from foldwise.cached import Abstract, filled_at_once
from foldwise.engine.linalg.scores import posteriors
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.class_rows import ClassRows
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["BlockFit", "Cost", "Family", "Fitted", "OutputArrays", "Parameters", "Resampled", "SumFit"]

Parameters: TypeAlias = Any
"""Whatever a family scores rows with: what its `fit` gave."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Resampled:
    """A dataset, the training sets of its resamples, and the rows at which their fits are evaluated.

    `seed` and `name`, which is what the user calls the model, are where the draws of a model with an open seed come from.
    """

    dataset: Dataset
    training: TrainingSets
    test: TestRows
    seed: int = 0
    name: str = "model"
    names: tuple[str, ...] = ()
    """What the user calls the models that are fitted together, where they are several."""

    @classmethod
    def of(cls, dataset: Dataset, resamples: Resamples, *, train: bool = False) -> Resampled:
        """Lay out the test rows, and with `train` the training rows too."""
        return cls(dataset, TrainingSets(resamples), TestRows.of(resamples, train=train))

    @property
    def weighted(self) -> bool:
        """Whether the rows have weights, or the resamples give them some."""
        return self.dataset.weights is not None or self.training.weighted

    def row_weights(self, start: int, stop: int) -> Floats:
        """How often each row is in training sets start … stop-1, times its weight (B, n)."""
        counts = self.training.counts(start, stop).astype(np.float64)
        return counts if self.dataset.weights is None else counts * self.dataset.weights


class Family(Abstract):
    """Gives the same predictions as the generic path, for the models it accepts.

    `models` names the estimators (class names of scikit-learn), `steps` the preprocessing it can take before them in a
    pipeline. `path` is the parameter whose values are fitted together, such as the penalty of a ridge regression, empty where there is none;
    `members` is one that counts the members of an ensemble: those of a smaller one are the first of a larger one with the
    same seed, where that was given.
    `exactness` is ``exact``, or ``equivalent`` where scikit-learn itself decides ties by draws or by rounding. `cheap`
    says that hundreds of fits beside the plan cost next to nothing, `staged` that the fits of one repeat of the plan may
    take long, so that they are done before those of the next: the fit must then take any block of resamples. `divisible` says
    that it does, so that long runs can be kept block by block.
    """

    name: ClassVar[str]
    models: ClassVar[tuple[str, ...]]
    steps: ClassVar[tuple[str, ...]] = ()
    path: ClassVar[str] = ""
    members: ClassVar[str] = ""
    exactness: ClassVar[str] = "exact"
    cheap: ClassVar[bool] = True
    staged: ClassVar[bool] = False
    divisible: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """What results say about how a model was fitted."""
        return self.name if self.exactness == "exact" else f"{self.name} ({self.exactness})"

    def differing(self, model: Estimator) -> tuple[str, ...]:
        """Parameters in which a model may differ from others that are fitted together with it; none where it is on its own."""
        if self.members:
            return () if model.random_state is None else (self.members,)
        value = getattr(model, self.path, None) if self.path else None
        return (self.path,) if isinstance(value, int | float) and value > 0 else ()

    @abstractmethod
    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Say why this model or these data must go the generic way, or None when the family can do them."""

    @abstractmethod
    def prepare(self, models: Sequence[Any], data: Resampled) -> SumFit | BlockFit:
        """Look at the model, a pipeline where there are steps, and the data once.

        There are several models where they differ in the parameters of `differing` alone.
        """


class Cost(NamedTuple):
    """Floats that a fit reads or writes: they decide how many resamples are fitted together, and by how many threads.

    `fitted` are those that the fit of one resample consists of, where all of a block are worked on together.
    """

    per_row: int
    per_resample: int = 0
    fitted: int = 1


class Fitted(NamedTuple):
    """Parameters of a block of resamples.

    Parameters
    ----------
    parameters
        Whatever the family scores rows with.
    trusted
        Resamples whose fit is exact; the others are left to scikit-learn, with its errors and warnings (B,).
    doubtful
        Resamples whose sums have lost digits to a subtraction and are to be added up row by row (B,), or None.
    """

    parameters: Parameters
    trusted: ApiArray
    doubtful: ApiArray | None = None


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class OutputArrays:
    """Arrays that a pass over the resamples fills: labels (N,), probabilities (N, C), and which resamples are done (R,)."""

    labels: Array
    probabilities: Floats
    done: Mask


class SumFit(Abstract):
    """A classifier that is a function of sums over the training rows of each class.

    It is three pure functions over arrays: `statistics` of rows, `fit` from their sums over the training rows to
    parameters, and `score` of rows under parameters. They are written against the array API: the arrays may be of any
    library and on any device, as long as all are of the same. With `products` the sums are those of z zᵀ over the statistics z,
    with `centred` rows are measured from the mean of their class over all rows, and without `subtract` sums are never
    subtracted from those of all rows.
    """

    products: ClassVar[bool] = False
    centred: ClassVar[bool] = True
    subtract: bool = True
    rows: ClassRows
    """The rows of each class."""

    @property
    @abstractmethod
    def cost(self) -> Cost:
        """What it costs."""

    @abstractmethod
    def statistics(self, x: ApiArray, c: int) -> ApiArray:
        """Numbers that are summed over the training rows, of some rows of class c (N, p) → (N, m)."""

    @abstractmethod
    def fit(self, sums: ClassSums) -> Fitted:
        """Parameters of a block of resamples from their sums."""

    @abstractmethod
    def score(self, parameters: Parameters, X: ApiArray, test: TestRows) -> ApiArray:
        """Score the test rows of the block (N, C), which are among the rows X (n, p); -inf for a class without training rows."""

    @property
    def possible(self) -> bool:
        """Whether any resample can be fitted exactly."""
        return True

    def decide(self, scores: ApiArray) -> tuple[ApiArray, ApiArray]:
        """Labels (N,) and probabilities (N, C)."""
        return posteriors(scores)

    def covers(self, parameters: Parameters, test: TestRows) -> ApiArray | None:  # noqa: ARG002 - what `fit` gave
        """Which resamples of the block may score their test rows (B,); None for all of them."""
        return None

    def compiled(self, data: Resampled, arrays: OutputArrays) -> None:  # noqa: ARG002
        """Predict the resamples that meet the preconditions of a compiled pass, and mark them as done; here none."""
        return


class BlockFit(Abstract):
    """Fits that are no sums, for a block of resamples or for all of them.

    `kind` says what the scores are; where there are none, the first of them is the predicted value. `together` is how many
    resamples are fitted at a time, 0 for all of them at once: several blocks by threads, or with `own_threads`, which `scores`
    then uses itself, one block after the other. With `shared` all rows of a resample have the same scores, and there is one
    line of them per resample (R, C).
    """

    kind: ScoreKind = ScoreKind.PROBABILITY
    together: int = 0
    own_threads: bool = False
    shared: bool = False

    def begin(self) -> None:
        """Work out what all blocks share, before they are handed to threads."""
        return

    @abstractmethod
    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Score the test rows of a block of resamples (N, m), and say which resamples are exact (B,).

        Where several models are fitted together the scores are (K, N, m), and where not all of their fits of a resample
        need be exact, these are told as (K, B).
        """

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """Labels (N,) of the model number `at`, and scores (N, C)."""
        return posteriors(scores) if len(scores) else (np.zeros(0, dtype=np.intp), scores)
