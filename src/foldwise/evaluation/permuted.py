"""The permutation test against chance: how well the same model does where the target has nothing to do with the features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import run
from foldwise.errors import InputError, Interrupted, UnknownNameError, ValidityError
from foldwise.estimates import make_estimate
from foldwise.measures import Direction, ModelScores
from foldwise.plans import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.arrays import Array, Codes
    from foldwise.data import Dataset
    from foldwise.engine import Progress, Settings
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.typing import Estimator

__all__ = [
    "SHUFFLES",
    "PermutationRun",
    "StoppingRule",
    "at_least",
    "choose_shuffle",
    "permute_target",
    "sequential_p_value",
]

MOST_PERMUTATIONS = 1_000_000
"""Permutations at most; a day's work for a model that is fitted at once on all resamples."""
SHUFFLES = ("rows", "groups", "within")
"""What is permuted: targets over all rows, targets of whole groups, or targets within each group."""


@final
@dataclass(frozen=True)
class StoppingRule:
    """How many permutations at most, and after how many that do as well to stop; None: never before the last."""

    permutations: int
    exceedances: int | None = None

    def __post_init__(self) -> None:
        """Check the numbers."""
        if self.permutations < 1:
            message = f"a permutation test needs a permutation, not {self.permutations}"
            raise InputError(message, hint="permutations=999")
        if self.permutations > MOST_PERMUTATIONS:
            message = f"a permutation test makes up to {MOST_PERMUTATIONS:,} permutations, not {self.permutations:,}"
            raise InputError(message, hint="permutations=999, whose p-value goes down to 0.001")
        if self.exceedances is not None and self.exceedances < 1:
            message = f"stop_after= counts permutations that do as well as the model, 1 or more, not {self.exceedances}"
            raise InputError(message, hint="stop_after=10")


def choose_shuffle(dataset: Dataset, shuffle: str = "auto") -> str:
    """What may be permuted: rows; where they come in groups, targets of whole groups if each has one target, else targets within groups.

    Rows of one group are alike, so they are not exchangeable with those of another.
    """
    if shuffle not in ("auto", *SHUFFLES):
        raise UnknownNameError.of("way to permute", shuffle, ("auto", *SHUFFLES))
    if dataset.order is not None:
        message = "rows in time order are not exchangeable, so their targets cannot be permuted"
        raise ValidityError(message, hint="compare with the baseline, by plan='forward(5)'")
    codes = dataset.group_codes
    if codes is None:
        if shuffle not in ("auto", "rows"):
            message = f"shuffle='{shuffle}' permutes by groups, and no groups were given"
            raise InputError(message, hint="groups=…, or shuffle='rows'")
        return "rows"
    if shuffle == "rows":
        message = "shuffle='rows' takes targets from one group to another, and rows of one group are alike"
        raise ValidityError(message, hint="shuffle='groups' or shuffle='within'")
    is_constant = _constant(dataset.truth, codes)
    if shuffle == "groups" and not is_constant:
        message = "shuffle='groups' permutes the one target of each group, and some groups have several"
        raise InputError(message, hint="shuffle='within'")
    if shuffle == "within" and is_constant:
        message = "shuffle='within' would change nothing: every group has one target only"
        raise InputError(message, hint="shuffle='groups'")
    return shuffle if shuffle != "auto" else "groups" if is_constant else "within"


def _constant(truth: Array, codes: Codes) -> bool:
    """Whether every group has one target."""
    first = np.empty(int(codes.max()) + 1, dtype=truth.dtype)
    first[codes[::-1]] = truth[::-1]
    return bool((first[codes] == truth).all())


def permute_target(target: Array, groups: Codes | None, shuffle: str, rng: np.random.Generator) -> Array:
    """Targets in a random order.

    Examples
    --------
    >>> codes = np.array([0, 0, 1, 1, 2, 2])
    >>> permute_target(np.array(["a", "a", "b", "b", "b", "b"]), codes, "groups", np.random.default_rng(3))
    array(['b', 'b', 'b', 'b', 'a', 'a'], dtype='<U1')
    """
    if groups is None or shuffle == "rows":
        return target[rng.permutation(target.size)]
    if shuffle == "groups":
        of_group = np.empty(int(groups.max()) + 1, dtype=target.dtype)
        of_group[groups] = target
        return of_group[rng.permutation(of_group.size)][groups]
    # Within groups: the rows of each, in a random order, take the places of its rows.
    order, places = np.lexsort((rng.random(target.size), groups)), np.argsort(groups, kind="stable")
    out = target.copy()
    out[places] = target[order]
    return out


def sequential_p_value(as_good: int, done: int, exceedances: int | None) -> float:
    """P-value after so many permutations: h/l where the h-th that does as well came at the l-th, else (b + 1)/(m + 1).

    References
    ----------
    besag1991; phipson2010.

    Examples
    --------
    >>> sequential_p_value(10, 40, 10), sequential_p_value(0, 999, 10)
    (0.25, 0.001)
    """
    if exceedances is not None and as_good >= exceedances:
        return exceedances / done
    return (as_good + 1) / (done + 1)


@final
@dataclass(frozen=True)
class PermutationRun:
    """One model, its plan and its measure on one dataset, to be run again with permuted targets."""

    dataset: Dataset
    models: Mapping[str, Estimator]
    plan: Plan
    measure: Measure
    settings: Settings

    def value(self, target: Array | None = None) -> float:
        """The measure of the model by its plan, with the targets as they are or as given; resamples are drawn anew."""
        dataset = self.dataset if target is None else self.dataset.with_target(target)
        resamples = draw(self.plan, dataset, self.settings.seed)
        predictions = run(dataset, self.models, resamples, self.settings)
        return float(make_estimate(ModelScores(predictions, next(iter(self.models)), self.measure)).value)

    def null_values(
        self, observed: float, shuffle: str, stop: StoppingRule, *, progress: Progress | None = None
    ) -> tuple[tuple[float, ...], int]:
        """Values with permuted targets until the stop, and how many of them are as good; one without a value counts as one."""
        rng = np.random.default_rng(np.random.SeedSequence(self.settings.seed, spawn_key=(7,)))
        as_good, values = 0, []
        beats = at_least(self.measure, observed)
        name = next(iter(self.models))
        for at in range(stop.permutations):
            target = permute_target(self.dataset.target, self.dataset.group_codes, shuffle, rng)
            try:
                values.append(self.value(target))
            except Interrupted as stopped:  # the fits of all runs count, of which the first had the targets as they are
                done, total = stopped.done + (at + 1) * stopped.total, (stop.permutations + 1) * stopped.total
                raise Interrupted(done, total) from None
            as_good += beats(values[-1])
            if progress is not None:
                progress(at + 1, stop.permutations, name)
            if stop.exceedances is not None and as_good >= stop.exceedances:
                break
        return tuple(values), as_good


def at_least(measure: Measure, observed: float) -> Callable[[float], bool]:
    """Whether a value is as good as the observed one, up to rounding."""
    rounding = 1e-12 * max(1.0, abs(observed))

    def of(value: float) -> bool:
        if np.isnan(value):
            return True
        if measure.direction is Direction.NONE:
            return abs(value - measure.best) <= abs(observed - measure.best) + rounding
        return value <= observed + rounding if measure.direction is Direction.LOWER else value >= observed - rounding

    return of
