"""A decomposition: expected loss = bias + variance + noise, row by row and on average."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import ArrayLike

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.diagnoses.bias_variance.runs import RunKind, Runs

__all__ = ["Decomposition", "DecompositionMethod", "PartInterval", "bootstrap_means"]

BLOCK = 4_000_000
"""Numbers that are drawn at once for a bootstrap."""


@final
@dataclass(frozen=True)
class PartInterval:
    """One part of the expected loss, averaged over the rows, with its interval."""

    part: str
    value: float
    low: float
    high: float


@final
@dataclass(frozen=True, eq=False)
class Decomposition:
    """Expected loss = bias + variance + noise.

    Parameters
    ----------
    method
        Name of the decomposition.
    losses, biases, variances, noises
        The parts of each row; NaN for rows with too few predictions (n,).
    runs
        Predictions each row rests on (n,).
    further
        Other quantities of each row, by name (n,).
    separate
        Whether noise is known; otherwise it is contained in the bias.
    notes
        What one should know about these figures.
    """

    method: str
    losses: Floats
    biases: Floats
    variances: Floats
    noises: Floats
    runs: Codes
    further: Mapping[str, Array] = field(default_factory=dict)
    separate: bool = False
    notes: tuple[str, ...] = ()

    @property
    def used(self) -> Mask:
        """Rows that the averages are taken over (n,)."""
        return ~np.isnan(self.losses)

    @property
    def loss(self) -> float:
        """Expected loss of a model trained on such rows."""
        return float(self.losses[self.used].mean())

    @property
    def bias(self) -> float:
        """What the average model gets wrong; noise included where that is not known."""
        return float(self.biases[self.used].mean())

    @property
    def variance(self) -> float:
        """What the models differ from each other."""
        return float(self.variances[self.used].mean())

    @property
    def noise(self) -> float:
        """What no model can predict; 0 where it is not known."""
        return float(self.noises[self.used].mean())

    def intervals(
        self, *, level: float = 0.95, draws: int = 2000, seed: int = 0, groups: ArrayLike | None = None
    ) -> tuple[PartInterval, ...]:
        """Intervals of loss, bias, variance and noise by the percentile bootstrap over records (METHODS E.6).

        They tell how much the figures depend on the rows at hand; the models are as they are. Rows of one group are
        drawn together.
        """
        if not 0 < level < 1:
            message = f"a level lies between 0 and 1, not at {level:g}"
            raise InputError(message)
        parts = {"loss": self.losses, "bias": self.biases, "variance": self.variances, "noise": self.noises}
        table = np.stack([part[self.used] for part in parts.values()], axis=1)
        units = None if groups is None else np.asarray(groups)[self.used]
        means = bootstrap_means(table, draws=draws, seed=seed, groups=units)
        low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
        values = table.mean(axis=0)
        return tuple(
            PartInterval(name, float(values[at]), float(low[at]), float(high[at])) for at, name in enumerate(parts)
        )

    def to_frame(self, *, level: float = 0.95, seed: int = 0) -> pd.DataFrame:
        """One line for each part: its value and interval."""
        import pandas as pd

        rows = [vars(interval) for interval in self.intervals(level=level, seed=seed)]
        return pd.DataFrame(rows).assign(level=level, method=self.method)

    def rows_frame(self) -> pd.DataFrame:
        """One line for each row: which rows are biased, and which are unstable."""
        import pandas as pd

        columns = {"loss": self.losses, "bias": self.biases, "variance": self.variances, "noise": self.noises}
        rows = {"row": np.arange(self.runs.size), "runs": self.runs, **columns, **self.further}
        return pd.DataFrame(rows)


class DecompositionMethod(ABC):
    """One way to take a loss apart.

    `kind` says what it needs to be predicted, `corrects` whether it has a correction for finitely many models.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    loss: ClassVar[str]
    kind: ClassVar[RunKind]
    corrects: ClassVar[bool]

    @abstractmethod
    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:
        """The parts of each row, by the names of `Decomposition`, and further quantities."""

    def notes(self, runs: Runs) -> tuple[str, ...]:  # noqa: ARG002 - for those that have something to say
        """What one should know about the figures."""
        return ()

    def decompose(self, runs: Runs, *, corrected: bool = True) -> Decomposition:
        """Take the expected loss of the runs apart.

        Parameters
        ----------
        runs
            Predictions, rows x models.
        corrected
            Correct for the number of models being finite, where the method can; the sum stays the same. Rows then need
            two predictions.
        """
        if runs.kind is not self.kind:
            message = f"{self.name} takes {self.kind} apart, and the runs are {runs.kind}"
            raise InputError(message, hint=f"Runs.of_{self.kind}")
        corrected = corrected and self.corrects
        enough = runs.counts >= (2 if corrected else 1)
        if not enough.any():
            message = "every row has one prediction only, which leaves no spread between models"
            raise InputError(message, hint="more repeats or resamples")
        with np.errstate(divide="ignore", invalid="ignore"):
            found = self.parts(runs, corrected=corrected)
        main = {name: np.where(enough, found.pop(name), np.nan) for name in ("losses", "biases", "variances", "noises")}
        found = {name: np.where(enough, one, np.nan) if one.dtype.kind == "f" else one for name, one in found.items()}
        notes = (*self.notes(runs), *_left_out(enough), *self._said(runs))
        return Decomposition(self.name, **main, runs=runs.counts, further=found, separate=runs.noise.known, notes=notes)

    def _said(self, runs: Runs) -> tuple[str, ...]:
        said = () if self.corrects else ("bias and variance rest on the commonest prediction of finitely many models",)
        return said if runs.noise.known else (*said, "noise is not known and is contained in the bias")


def _left_out(enough: Mask) -> tuple[str, ...]:
    missing = int((~enough).sum())
    return (f"{count_of(missing, 'row')} without enough predictions left out",) if missing else ()


def bootstrap_means(table: Floats, *, draws: int, seed: int, groups: Array | None = None) -> Floats:
    """Means of the columns of rows, or groups of rows, drawn with replacement (draws, columns).

    Examples
    --------
    >>> bootstrap_means(np.ones((5, 2)), draws=3, seed=0).tolist()
    [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]
    """
    codes = np.arange(len(table)) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
    units = int(codes.max()) + 1
    sums = np.zeros((units, table.shape[1] + 1))
    np.add.at(sums, codes, np.column_stack([table, np.ones(len(table))]))
    rng, even = np.random.default_rng(seed), np.full(units, 1 / units)
    step = max(1, BLOCK // units)
    blocks = [rng.multinomial(units, even, min(step, draws - at)) @ sums for at in range(0, draws, step)]
    drawn = np.concatenate(blocks)
    return drawn[:, :-1] / drawn[:, -1:]
