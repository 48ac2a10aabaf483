"""An interval, the method that makes it, and where that method is valid."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from math import isnan
from numbers import Real
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.cached import Abstract, filled_at_once
from foldwise.data.checks import shown
from foldwise.errors import InputError, ValidityError
from foldwise.estimates import Target
from foldwise.measures import LossMeasure, effective_size, scarcest
from foldwise.phrases import count_of, not_for_measure, percent, there_are

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.measures import Measure, ModelScores
    from foldwise.predictions import Predictions

__all__ = [
    "FEWEST_OF_A_CLASS",
    "FEWEST_ROWS",
    "INSTEAD_OF_FEW",
    "TESTED_TRAINING",
    "Interval",
    "IntervalMethod",
    "MeasureGroup",
    "Validity",
    "ValidityFacts",
    "bounded",
    "check_level",
    "few_of_a_class",
    "few_weighted_rows",
    "in_units",
    "too_few",
    "too_small",
    "weighted_size",
]


@final
@filled_at_once
@dataclass(frozen=True)
class Interval:
    """A confidence interval.

    Parameters
    ----------
    low, high
        Lower and upper limit.
    level
        How often such intervals should contain the target, e.g. 0.95.
    method
        Name of the method that made it.
    target
        What it should contain.
    note
        A note for the reader; empty when there is none.
    standard_error
        Standard error that it was made from, in the units of the measure; None where the method has none, as exact and
        score intervals of a share have not. Intervals made on a transformed scale are not a multiple of it wide.
    """

    low: float
    high: float
    level: float
    method: str
    target: Target = Target.RISK
    note: str = ""
    standard_error: float | None = None

    @property
    def width(self) -> float:
        """High minus low."""
        return self.high - self.low


class MeasureGroup(StrEnum):
    """Which measures a method can handle."""

    ANY = "any measure"
    LOSSES = "means of one loss per row"
    ZERO_ONE = "the error rate and the accuracy"
    SHARES = "shares of counted rows, such as error, recall and precision"
    AREAS = "auc and gini"
    PARTIAL_AREAS = "partial-auc and partial-auc-tpr"
    SMOOTH = "functions of counts or sums, such as f1, mcc and r2"
    DERIVED = "any with a derivative: not medians, quantiles and maxima"
    BY_RESAMPLE = "any but medians, quantiles, maxima and calibration errors"
    CALIBRATION = "calibration errors"
    DRAWN = "any but calibration errors, test statistics and maxima"
    UNRANKED = "any but those that rank rows, such as auc"


class ValidityFacts(NamedTuple):
    """Facts of the plan and the rows on which the validity of a method depends; `few` says why rows are too few."""

    plan: str
    repeats: int
    test_size: float
    n: int
    few: str
    overlapping: bool = False

    @classmethod
    def of(cls, scored: ModelScores) -> ValidityFacts:
        """Look them up; once for all models and for all measures that rest on the same rows."""
        resamples, measure = scored.resamples, scored.measure
        known, rests_on = scored.sheet.tested.facts, (measure.scope, measure.about)
        found = known.get(rests_on)
        if found is None:
            few = too_few(scored.predictions, measure)
            overlapping = resamples.overlapping and not resamples.kind.startswith("bootstrap")
            found = cls(resamples.plan, resamples.repeats, resamples.test_size, resamples.n, few, overlapping)
            known[rests_on] = found
        return found

    @property
    def kind(self) -> str:
        """Family name of the plan."""
        return self.plan.partition("(")[0]


@final
@dataclass(frozen=True)
class Validity:
    """Where a method is valid.

    Parameters
    ----------
    plans
        Family names of the plans.
    measures
        Which measures.
    only
        Names of the only measures, where the method is made for some in particular.
    min_resamples
        Fewest resamples with a defined score.
    max_resamples
        Most resamples.
    min_repeats
        Fewest repeats of the plan.
    max_repeats
        Most repeats of the plan.
    min_test_rows
        Fewest rows in a test set, on average.
    max_test_share
        Largest share of the rows that a test set may have.
    any_size
        Valid also below the small-n rule (20 rows, 5 of every class the measure looks at), because it is exact.
    instead
        What to ask for where the method is not valid.
    """

    plans: tuple[str, ...]
    measures: MeasureGroup = MeasureGroup.ANY
    only: tuple[str, ...] = ()
    min_resamples: int = 1
    max_resamples: float = float("inf")
    min_repeats: int = 1
    max_repeats: float = float("inf")
    min_test_rows: int = 1
    max_test_share: float = 1.0
    any_size: bool = False
    instead: str = "plan='kfold(10, repeats=3)'"
    every: bool = field(init=False)

    def __post_init__(self) -> None:
        """Note whether the form of a measure does not matter."""
        # Measures of the other groups are refused by the methods themselves.
        object.__setattr__(
            self, "every", self.measures not in (MeasureGroup.LOSSES, MeasureGroup.ZERO_ONE) and not self.only
        )

    @property
    def which(self) -> str:
        """The measures it is for, in words."""
        return ", ".join(self.only) or str(self.measures)

    def refusal(self, scored: ModelScores) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        facts = ValidityFacts.of(scored)
        return (
            self.forbids(facts.plan, scored.measure)
            or (TESTED_TRAINING if facts.overlapping else None)
            or self._few_refusal(facts)
            or self._repeats_refusal(facts)
            or self.used_refusal(scored)
            or self._size_refusal(facts)
        )

    def suits(self, facts: ValidityFacts) -> bool:
        """Whether the plan allows the method, whatever the measure and its values."""
        refused = facts.overlapping or self.forbids(facts.plan) or self._few_refusal(facts)
        return not (refused or self._repeats_refusal(facts) or self._size_refusal(facts))

    def forbids(self, plan: str, measure: Measure | None = None) -> str | None:
        """Say why the text of a plan and a measure already rule the method out, before anything is fitted."""
        if plan.partition("(")[0] not in self.plans:
            return f"it is not valid for the plan {plan}"
        if measure is not None and not self.handles(measure):
            what = " or ".join(self.only) or self.measures
            return not_for_measure(what, measure.name)
        return None

    def used_refusal(self, scored: ModelScores) -> str | None:
        """Say that too many or too few resamples have a value."""
        used = scored.resamples.count - scored.undefined
        if used > self.max_resamples:
            return f"it needs {count_of(int(self.max_resamples), 'test set')}, and {there_are(used)}"
        if used < self.min_resamples:
            return f"it needs {count_of(self.min_resamples, 'resample')} with a score, and {there_are(used)}"
        return None

    def _few_refusal(self, facts: ValidityFacts) -> str | None:
        return facts.few or None if not self.any_size and facts.kind != "fixed" else None

    def _repeats_refusal(self, facts: ValidityFacts) -> str | None:
        repeats = facts.repeats
        if repeats < self.min_repeats:
            return f"it needs {self.min_repeats} repeats of the plan, and {there_are(repeats)}"
        if repeats > self.max_repeats:
            return f"it needs {count_of(int(self.max_repeats), 'repeat')} of the plan, and {there_are(repeats)}"
        return None

    def _size_refusal(self, facts: ValidityFacts) -> str | None:
        if facts.test_size < self.min_test_rows:
            return f"it needs test sets of {count_of(self.min_test_rows, 'row')}, and these have {facts.test_size:g}"
        share = facts.test_size / max(facts.n, 1)
        if share > self.max_test_share + 1e-9:
            return f"it needs test sets of at most {percent(self.max_test_share)} of the rows, and these have {percent(share)}"
        return None

    def handles(self, measure: Measure) -> bool:
        """Whether the measure is of the right form."""
        if self.every or self.only:
            return self.every or measure.name in self.only
        if not isinstance(measure, LossMeasure):
            return False
        return self.measures is MeasureGroup.LOSSES or measure.zero_one


class IntervalMethod(Abstract):
    """Makes an interval from the predictions of one model under one measure. It never fits.

    `estimate` names the estimate that the interval belongs to, `target` what it should contain, `cost` the number of fits
    in words; `needs_apparent` and `needs_train` say which predictions it needs besides those of the test rows. `invalid`
    says why a method is wrong wherever it is used; such a method is only given on explicit demand.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    validity: ClassVar[Validity]
    estimate: ClassVar[str] = "auto"
    target: ClassVar[Target] = Target.RISK
    cost: ClassVar[str] = "one fit per resample"
    needs_apparent: ClassVar[bool] = False
    needs_train: ClassVar[bool] = False
    invalid: ClassVar[str] = ""

    @abstractmethod
    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval; the caller has checked that the method is valid here."""

    def refusal(self, scored: ModelScores) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        return self.validity.refusal(scored) or self.value_refusal(scored)

    def value_refusal(self, scored: ModelScores) -> str | None:
        """Say why the values of a measure forbid what the plan and the measure allow, or None where they do not."""
        return "it has no value in any resample" if isnan(scored.value) else self.further(scored)

    def further(self, scored: ModelScores) -> str | None:  # noqa: ARG002 - most methods have no further demands
        """Say why further conditions of the method are not met; None for most methods."""
        return None

    def check(self, scored: ModelScores, *, allow_invalid: bool = False) -> None:
        """Refuse where the method is not valid, naming what is; a method that never is valid needs to be allowed."""
        reason = self.refusal(scored) or ("" if allow_invalid else self.invalid)
        if reason:
            message = f"no valid {self.name} interval for {scored.measure.name}: {reason}"
            few = reason == too_few(scored.predictions, scored.measure)
            raise ValidityError(message, hint=INSTEAD_OF_FEW if few else self.validity.instead)


FEWEST_ROWS, FEWEST_OF_A_CLASS = 20, 5
"""Rows, and rows of a class, below which an interval says only how little is known."""
TESTED_TRAINING = "rows are tested by models that were trained on them, and nothing is known about new rows then"
INSTEAD_OF_FEW = "interval='auto', which only says how little is known"
"""What to ask for where there are too few rows for an interval."""


def too_few(predictions: Predictions, measure: Measure | None = None) -> str:
    """Say why there are too few rows to assess anything, or to assess this measure; empty where there are enough.

    The number of rows limits every measure. The rows of a rare class limit only the measures that rest on them
    (`Scope`): a class of 3 among 20,000 rows leaves its recall unknown, and the error well known.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> rows = Predictions.build(["a"] * 40 + ["b"] * 3, {"m": ["a"] * 43})
    >>> too_few(rows, measure("error")), too_few(rows, measure("recall"))
    ('', "class 'b' has 3 rows, and 5 are the least that a measure can rest on")
    """
    if predictions.n < FEWEST_ROWS:
        return f"{there_are(predictions.n, 'row')}, and {FEWEST_ROWS} are the least that can be assessed"
    if predictions.weights is not None and (heavy := weighted_size(predictions)) < FEWEST_OF_A_CLASS:
        return few_weighted_rows(predictions.n, heavy)
    if measure is None or not predictions.is_classification:
        return ""
    rows, which = scarcest(measure, predictions.class_counts, predictions.classes, predictions.positive)
    return "" if rows >= FEWEST_OF_A_CLASS else _few(rows, which)


def few_weighted_rows(rows: int, worth: float) -> str:
    """Say that weighted rows are worth too few."""
    if rows < FEWEST_ROWS:
        return f"{there_are(rows, 'row')}, and {FEWEST_ROWS} are the least that can be assessed"
    return (
        f"the weights give {rows:,} rows an effective sample size of {worth:.1f}, and {FEWEST_OF_A_CLASS} are the least that a "
        "measure can rest on"
    )


def few_of_a_class(measure: Measure, counts: Codes, classes: tuple[str, ...], positive: int) -> str:
    """Say that a class which the measure looks at by itself has too few rows; empty where it has enough."""
    rows, which = scarcest(measure, counts, classes, positive)
    return "" if rows >= FEWEST_OF_A_CLASS else _few(rows, which)


def _few(rows: int, which: str) -> str:
    return f"{which} has {count_of(rows, 'row')}, and {FEWEST_OF_A_CLASS} are the least that a measure can rest on"


def weighted_size(predictions: Predictions) -> float:
    """Effective number of all rows, (Σw)²/Σw².

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> weighted_size(Predictions.build([0, 1, 1], {"m": [0, 1, 0]}, weights=[1.0, 1.0, 0.0]))
    2.0
    """
    return float(predictions.n) if predictions.weights is None else effective_size(predictions.weights)


def too_small(predictions: Predictions, measure: Measure | None = None) -> bool:
    """Whether there are too few rows to assess anything, or to assess this measure (small-n rule, METHODS 0)."""
    return predictions.n < FEWEST_ROWS or (measure is not None and bool(too_few(predictions, measure)))


def bounded(low: float, high: float, measure: Measure, *, classes: int = 0) -> tuple[float, float]:
    """Clip the interval of a mean loss to the range of the loss, and apply the measure's transform (METHODS C.11)."""
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        ends = np.sort(measure.finish(np.clip(np.array([low, high]), 0, None)))
        low, high = float(ends[0]), float(ends[1])
    top = measure.top(classes)
    return min(max(low, measure.low), top), min(max(high, measure.low), top)


def in_units(measure: Measure, error: float, mean: float) -> float:
    """Standard error of a measure from that of the mean loss behind it: times the slope of the transform, where it has one.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> in_units(measure("rmse"), 0.4, 4.0), in_units(measure("mae"), 0.4, 4.0)
    (0.1, 0.4)
    """
    if not isinstance(measure, LossMeasure) or measure.transform is None or mean <= 0:
        return error
    return error * abs(float(measure.transform.derivative(np.asarray(mean))))


def check_level(level: float) -> float:
    """Refuse a level that is not between 0 and 1; 95 is a common slip for 0.95."""
    if type(level) is not float and (isinstance(level, bool | np.bool_) or not isinstance(level, Real)):
        message = f"the level of an interval is a number between 0 and 1, not {shown(level)}"
        raise InputError(message, hint="0.95")
    if not 0 < level < 1:
        hint = f"{level / 100:g}" if 1 < level < 100 else "0.95"
        message = f"the level of an interval lies between 0 and 1, not at {level:g}"
        raise InputError(message, hint=hint)
    return level
