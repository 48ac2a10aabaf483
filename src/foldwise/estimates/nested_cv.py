"""The estimate at the centre of the nested-CV interval, and the sums both are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import InputError
from foldwise.estimates.bootstrap import finish
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod
from foldwise.measures import effective_size
from foldwise.plans import PairsOut

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores
    from foldwise.plans import Resamples

__all__ = ["NestedCVEstimate", "NestedParts", "nested_parts", "partial_plan", "sort_losses"]


@final
@dataclass(frozen=True)
class NestedCVEstimate(EstimateMethod):
    """Mean loss of the models without two parts, corrected for their size by the models without one (METHODS C.5).

    Err_ncv - (1 + (K-2)/K)(Err_ncv - Err_cv): extrapolates from training sets of 1 - 2/K and 1 - 1/K of the rows.

    References
    ----------
    bates2024, section 4.
    """

    name: ClassVar[str] = "nested-cv"
    summary: ClassVar[str] = "k-fold error corrected for training on fewer rows, from the models without two parts"
    cost: ClassVar[str] = "repeats x k(k+1)/2 fits"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = ("two-folds-out",)
    instead: ClassVar[str] = "measures='error' with plan='two-folds-out(5, repeats=10)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Correct the mean of the inner losses."""
        return self.made(scored, finish(scored, nested_parts(scored).corrected), undefined=0)

    def further(self, scored: ModelScores) -> str | None:
        """One loss per row is needed, and all rows of the plan."""
        if not scored.has_losses:
            return f"{scored.measure.name} is not a mean of one loss per row"
        return partial_plan(scored.resamples)


@final
@dataclass(frozen=True, eq=False)
class NestedParts:
    """Sums of the two-folds-out plan, one per repeat and part left out (repeats x k,).

    Parameters
    ----------
    outer
        Mean loss on the part of the model without it.
    spread
        Squared standard error of that mean.
    inner
        Mean loss on the other parts of the models without this part and theirs.
    outer_all, inner_all
        Mean of all losses of either kind.
    deviation
        Standard deviation of all inner losses.
    k
        Number of parts.
    """

    outer: Floats
    spread: Floats
    inner: Floats
    outer_all: float
    inner_all: float
    deviation: float
    k: int

    @property
    def bias(self) -> float:
        """What the models without two parts err more than a model of all rows (bates2024; exponent 1 as published)."""
        return (1 + (self.k - 2) / self.k) * (self.inner_all - self.outer_all)

    @property
    def corrected(self) -> float:
        """Inner error less the bias."""
        return self.inner_all - self.bias


def partial_plan(resamples: Resamples) -> str | None:
    """Say that only some rows of a two-folds-out plan are left, as in a segment; None where it is whole."""
    return None if isinstance(resamples, PairsOut) else "it needs all rows of the plan, and these are some of them"


def nested_parts(scored: ModelScores) -> NestedParts:
    """Sort the losses of a two-folds-out plan into outer and inner ones, repeat by repeat and part by part."""
    whole = scored.whole
    return sort_losses(scored.resamples, (whole.resample, whole.row), whole.losses, weights=whole.outcomes.weights)


def sort_losses(
    resamples: Resamples, place: tuple[Codes, Codes], losses: Floats, *, weights: Floats | None = None
) -> NestedParts:
    """Do the same with one number per prediction, such as the difference of two losses; `place` is its resample and its row."""
    if not isinstance(resamples, PairsOut):
        message = f"nested cross-validation is made from a two-folds-out plan, not from {resamples.plan}"
        raise InputError(message, hint="two-folds-out(5, repeats=10)")
    k, (resample, row) = resamples.k, place
    repeat, which = np.divmod(resample, len(resamples.left_out))
    first, second = resamples.left_out[which].T
    own = resamples.parts[repeat, row].astype(np.intp)
    # The model without parts i and j is the inner model of i where it tests j, and the other way round.
    cell = repeat * k + np.where(first == second, own, first + second - own)
    single, cells = first == second, resamples.parts.shape[0] * k
    weights = np.ones(losses.size) if weights is None else weights
    outer, spread = _means(losses[single], weights[single], cell[single], cells)
    inner, _ = _means(losses[~single], weights[~single], cell[~single], cells)
    mean, squared_error = _means(losses[~single], weights[~single], np.zeros_like(cell[~single]), 1)
    size = effective_size(weights[~single])
    return NestedParts(
        outer=outer,
        spread=spread,
        inner=inner,
        outer_all=float(np.average(losses[single], weights=weights[single])),
        inner_all=float(mean[0]),
        deviation=float(np.sqrt(squared_error[0] * size)),
        k=k,
    )


def _means(losses: Floats, weights: Floats, cell: Codes, cells: int) -> tuple[Floats, Floats]:
    """Weighted mean in each cell, and its squared standard error (cells,); NaN where fits failed."""
    with np.errstate(divide="ignore", invalid="ignore"):
        mass = np.bincount(cell, weights=weights, minlength=cells)
        means = np.bincount(cell, weights=weights * losses, minlength=cells) / mass
        size = mass**2 / np.bincount(cell, weights=weights**2, minlength=cells)
        squares = np.bincount(cell, weights=weights * (losses - means[cell]) ** 2, minlength=cells) / mass
        return means, squares / (size - 1)
