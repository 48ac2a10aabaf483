"""An estimate: a number, what it is a number for, and which way it leans."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.cached import filled_at_once
from foldwise.errors import ValidityError
from foldwise.measures import LossMeasure, RankMeasure
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Bias", "Estimate", "EstimateMethod", "Target", "bias_of"]

UNBIASED_RANKS = frozenset({"auc", "ovr-auc", "weighted-ovr-auc", "gini", "correlation", "spearman"})
"""Rank statistics that few rows do not flatter: means over pairs, and correlations, which few rows bring nearer to 0."""


class Target(StrEnum):
    """What an estimate or an interval is about."""

    RISK = "risk"
    """Error of this model, fitted to these rows, on new rows."""
    EXPECTED_RISK = "expected risk"
    """Error of this learner on new rows, averaged over datasets of this size."""
    PROXY = "proxy"
    """Mean error of the models actually fitted, each on fewer rows."""
    RESAMPLE = "one resample"
    """What a single resample would show: it describes the draw, not the model."""


class Bias(StrEnum):
    """Which way an estimate leans on average."""

    NONE = "none"
    OPTIMISTIC = "optimistic"
    PESSIMISTIC = "pessimistic"
    UNKNOWN = "unknown"


@final
@filled_at_once
@dataclass(frozen=True)
class Estimate:
    """An estimate of one measure for one model.

    Parameters
    ----------
    value
        The number.
    method
        Name of the method that made it.
    target
        What it is a number for.
    bias
        Which way it leans.
    fits
        How many fits it took.
    undefined
        In how many resamples the measure had no value.
    """

    value: float
    method: str
    target: Target
    bias: Bias
    fits: int
    undefined: int = 0


class EstimateMethod(ABC):
    """Turns one model's predictions under one measure into an estimate. It never fits.

    `plans` names the plans the method is for, all of them where empty. `needs_apparent` says that it looks at the model
    fitted to all rows, `needs_train` at the predictions of the rows each fit was trained on. `cost` is the number of fits
    in words, `bias` which way the method leans as a rule, `instead` what to ask for where the method is not valid.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    cost: ClassVar[str]
    target: ClassVar[Target] = Target.RISK
    bias: ClassVar[Bias] = Bias.UNKNOWN
    plans: ClassVar[tuple[str, ...]] = ()
    needs_apparent: ClassVar[bool] = False
    needs_train: ClassVar[bool] = False
    instead: ClassVar[str] = "estimate='auto'"

    @abstractmethod
    def estimate(self, scored: ModelScores) -> Estimate:
        """Make the estimate; the caller has checked that the method is valid here."""

    def refusal(self, scored: ModelScores) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        if self.plans and scored.resamples.kind not in self.plans:
            return f"it is not made for the plan {scored.resamples.plan}"
        if self.needs_apparent or self.needs_train:
            predictions, planned = scored.predictions, scored.resamples.kind != "resubstitution"
            if self.needs_apparent and planned and scored.model not in predictions.apparent:
                return "it needs the model fitted to all rows, which these predictions lack"
            if self.needs_train and not (predictions.outputs[scored.model].part == Part.TRAIN).any():
                return "it needs predictions of the training rows, which these predictions lack"
        return self.further(scored)

    def further(self, scored: ModelScores) -> str | None:  # noqa: ARG002 - most methods have no further demands
        """Say what else forbids the method here; None for most methods."""
        return None

    def check(self, scored: ModelScores) -> None:
        """Refuse where the method is not valid, naming what is."""
        reason = self.refusal(scored)
        if reason:
            message = f"no valid {self.name} estimate of {scored.measure.name} for '{scored.model}': {reason}"
            raise ValidityError(message, hint=self.remedy(scored))

    def remedy(self, scored: ModelScores) -> str:  # noqa: ARG002 - for most methods it is the same for every measure
        """Say what to ask for here, where the method is not valid."""
        return self.instead

    def made(
        self, scored: ModelScores, value: float, *, bias: Bias | None = None, undefined: int | None = None
    ) -> Estimate:
        """Put the value, kept inside the range of the measure, into an estimate with what the method says about itself."""
        measure, left = scored.measure, scored.undefined if undefined is None else undefined
        value = min(max(value, measure.low), measure.high)
        return Estimate(
            value, self.name, self.target, bias or self.bias, scored.resamples.count + self.needs_apparent, left
        )


def bias_of(scored: ModelScores, *, by_part: bool = False) -> Bias:
    """Optimistic when tested on training rows, pessimistic when trained on fewer rows than there are.

    Not known where the value of a small part leans on its own, as average precision does to the upward side (METHODS B.10).
    `by_part` says that a measure which could be pooled is averaged over parts instead.
    """
    resamples, measure = scored.resamples, scored.measure
    if resamples.overlapping:
        return Bias.OPTIMISTIC
    train_size = resamples.train_size
    if train_size == 0:
        return Bias.NONE
    if train_size >= resamples.n:
        return Bias.UNKNOWN
    if isinstance(measure, RankMeasure):
        sized = measure.base_name not in UNBIASED_RANKS
    else:
        sized = by_part and not (isinstance(measure, LossMeasure) and measure.transform is None)
    # The mean over parts may depend on how many rows a part has.
    return Bias.UNKNOWN if sized and resamples.count > 1 else Bias.PESSIMISTIC
