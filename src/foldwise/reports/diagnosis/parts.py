"""The parts of a diagnosis that are more than one value of `foldwise.diagnoses`, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Codes, Floats
    from foldwise.diagnoses import (
        CalibrationInstability,
        CalibrationTest,
        CapacityBound,
        Corp,
        CriterionValue,
        CurvePoint,
        DecisionInstability,
        Extrapolation,
        PartInterval,
        RowsNeeded,
    )

__all__ = [
    "CandidateCriteria",
    "ClassCalibration",
    "InSampleCriteria",
    "ModelCapacity",
    "ModelInstability",
    "ModelLearningCurve",
    "Suggestion",
]


@final
@dataclass(frozen=True, eq=False)
class ModelInstability:
    """How much the predictions depend on which rows the model was trained on.

    Parameters
    ----------
    flips
        Share of the models of bootstrap samples that give each row another label than most of them do; NaN for values (n,).
    spread
        Standard deviation of the value, or of the probability of the positive class, over the models; NaN without (n,).
    models
        Number of models.
    calibration
        How the calibration of the models scatters; None where there are not two classes with probabilities.
    decision
        How their decisions and net benefit scatter, on all rows; None as above.
    reference
        Mean value or probability of each row over the models; None where there are labels only (n,).
    low, high
        Quantiles of it over the models; None as above (n,).
    weights
        How much each row counts in the means; None where all count alike (n,).
    """

    flips: Floats
    spread: Floats
    models: int
    calibration: CalibrationInstability | None = None
    decision: DecisionInstability | None = None
    reference: Floats | None = None
    low: Floats | None = None
    high: Floats | None = None
    weights: Floats | None = None

    @property
    def of_values(self) -> bool:
        """Whether it is about values, not labels."""
        return bool(np.isnan(self.flips).all())

    @property
    def mean_flips(self) -> float:
        """Share of flips over all rows; NaN for values."""
        return self._mean(self.flips)

    @property
    def mean_spread(self) -> float:
        """Mean standard deviation over all rows; NaN where there is none."""
        return self._mean(self.spread)

    def _mean(self, values: Floats) -> float:
        """Mean over the rows that have a value; NaN where none has."""
        known = ~np.isnan(values)
        counted = known if self.weights is None else known * self.weights
        return float(np.average(values[known], weights=counted[known])) if counted.sum() > 0 else float("nan")

    @property
    def unstable(self) -> Codes:
        """Rows that a quarter of the models or more label otherwise, the most unstable first."""
        rows = np.flatnonzero(np.nan_to_num(self.flips) >= 0.25)
        return rows[np.argsort(-self.flips[rows], kind="stable")]

    def to_frame(self) -> pd.DataFrame:
        """One line for each row."""
        import pandas as pd

        return pd.DataFrame({"row": np.arange(self.flips.size), "flips": self.flips, "spread": self.spread})


@final
@dataclass(frozen=True, eq=False)
class ModelLearningCurve:
    """Error against the number of training rows, and what it says about more of them.

    Parameters
    ----------
    curve
        The errors, the models fitted to them, and their own past error.
    measure
        Name of the measure.
    n
        Rows at hand.
    at_full
        Error of a model of all rows.
    doubled
        Error of a model of twice the rows.
    needed
        Rows for the error asked about, by default nine tenths of the error at hand.
    gained
        What twice the rows would take off the error, with its interval.
    folds
        Training sets of each size.
    """

    curve: Extrapolation
    measure: str
    n: int
    at_full: CurvePoint
    doubled: CurvePoint
    needed: RowsNeeded
    gained: CurvePoint
    folds: int

    @property
    def gain(self) -> float:
        """What twice the rows would take off the error."""
        return self.gained.value

    @property
    def is_worthwhile(self) -> bool:
        """Whether twice the rows are expected to take off a tenth of the error, and shown to take off something."""
        return self.gain >= 0.1 * self.at_full.value and self.gained.low > 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What one should know about the curve."""
        return self.curve.notes

    def to_frame(self) -> pd.DataFrame:
        """One line for each size: observed, fitted, with the band."""
        return self.curve.to_frame()


@final
@dataclass(frozen=True)
class CandidateCriteria:
    """Criteria of one of several candidates, and how probable it is if one of them is true.

    Parameters
    ----------
    model
        Its name.
    parameters
        Effective number of parameters; NaN where it is not known.
    aic, bic, evidence
        The criteria, the evidence as a logarithm; NaN where they are not defined.
    aic_weight
        Weight among the candidates by AIC; NaN as above.
    probability
        Posterior probability by BIC with equal priors; NaN as above.
    by_evidence
        Posterior probability by the evidence, where every candidate has one; NaN otherwise.
    reason
        Why it has no probability; empty where it has.
    """

    model: str
    parameters: float
    aic: float
    bic: float
    evidence: float
    aic_weight: float = float("nan")
    probability: float = float("nan")
    by_evidence: float = float("nan")
    reason: str = ""


@final
@dataclass(frozen=True, eq=False)
class InSampleCriteria:
    """In-sample criteria beside the resampled error of the same model.

    Parameters
    ----------
    values
        Every criterion, with the reason where it is not defined.
    parameters
        Effective number of parameters; NaN where it is not known.
    how
        How it was found.
    training_error, resampled_error
        Error on the training rows, and on rows left out.
    optimism
        What a covariance penalty says the training error is too small by; NaN where it was not estimated.
    candidates
        The model and its rivals with posterior probabilities; empty where there are no rivals.
    """

    values: tuple[CriterionValue, ...]
    parameters: float
    how: str
    training_error: float
    resampled_error: float
    optimism: float = float("nan")
    candidates: tuple[CandidateCriteria, ...] = ()

    @property
    def defined(self) -> tuple[CriterionValue, ...]:
        """Those that have a value."""
        return tuple(value for value in self.values if value.value is not None)

    def to_frame(self) -> pd.DataFrame:
        """One line for each criterion."""
        import pandas as pd

        return pd.DataFrame([vars(value) for value in self.values])


@final
@dataclass(frozen=True, eq=False)
class ModelCapacity:
    """What the family of the model could fit, and the bounds that follow, beside the gap that was measured.

    Parameters
    ----------
    family
        Family of rules; empty where it is not known.
    dimension
        Its VC dimension; NaN where it is not known.
    rademacher
        Empirical Rademacher complexity and its Monte-Carlo standard error; NaN where it was not estimated.
    bounds
        Bounds on the true error.
    gap
        Resampled error less training error.
    """

    family: str
    dimension: float
    rademacher: tuple[float, float]
    bounds: tuple[CapacityBound, ...]
    gap: float

    @property
    def notes(self) -> tuple[str, ...]:
        """How loose each bound is."""
        return tuple(bound.note(self.gap) for bound in self.bounds)


@final
@dataclass(frozen=True, eq=False)
class ClassCalibration:
    """Calibration of the probabilities of one class against the rest.

    Parameters
    ----------
    positive
        The class.
    corp
        Reliability curve, and the score taken apart.
    parts
        Score, miscalibration, discrimination and uncertainty with intervals.
    smooth_error
        Smooth calibration error.
    test
        Test of calibration.
    """

    positive: str
    corp: Corp
    parts: tuple[PartInterval, ...]
    smooth_error: float
    test: CalibrationTest

    @property
    def miscalibration(self) -> PartInterval:
        """What recalibration takes off the Brier score."""
        return next(part for part in self.parts if part.part == "miscalibration")

    def to_frame(self) -> pd.DataFrame:
        """The reliability curve: one line for each distinct probability."""
        return self.corp.to_frame()


@final
@dataclass(frozen=True)
class Suggestion:
    """One thing to do: what, why, how, and what it may gain.

    Parameters
    ----------
    action
        Kind of action, such as ``more-data`` or ``bag``.
    text
        What to do, in plain words.
    evidence
        The figures that speak for it.
    command
        What acts on it on the command line.
    code
        The same in Python.
    gain
        What it may take off the error, at most or as expected; NaN where nobody knows.
    """

    action: str
    text: str
    evidence: str
    command: str
    code: str
    gain: float = float("nan")

    def __str__(self) -> str:
        """One paragraph."""
        return f"{self.text}: {self.evidence}. {self.command}"

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))
