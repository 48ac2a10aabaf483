"""Over- or underfitting: what gap, bias and variance, and learning curve say together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, final

from foldwise.errors import InputError
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.diagnoses.bias_variance.decomposition import Decomposition
    from foldwise.diagnoses.learning_curve.extrapolation import CurvePoint

__all__ = ["FitKind", "FitSign", "FitVerdict", "fit_verdict"]

Z = 1.96
"""Normal quantile of a 95 % interval."""
LARGE_GAP, SMALL_GAP = 0.3, 0.15
"""Share of the error above noise that the gap to the training error makes up."""
POOR_SKILL = 0.5
"""Share of the way from the baseline to the noise that the training error has gone, below which a model is too simple."""
MAIN_SHARE = 2 / 3
"""Share of bias + variance that is called most of it."""
WORTHWHILE, SLIGHT, NOTHING = 0.1, 0.03, 1e-4
"""Share of the error above noise that twice the rows take off: worth it, little, and what is written as none."""


class FitKind(StrEnum):
    """What limits a model."""

    OVERFITTING = "overfitting"
    UNDERFITTING = "underfitting"
    BOTH = "overfitting and underfitting"
    GOOD = "neither"
    UNDECIDED = "undecided"


@final
@dataclass(frozen=True)
class FitSign:
    """One sign: what it points to, and its evidence in a sentence."""

    name: str
    points_to: FitKind
    evidence: str


@final
@dataclass(frozen=True)
class FitVerdict:
    """The verdict, with every sign that was looked at."""

    kind: FitKind
    signs: tuple[FitSign, ...]

    def __str__(self) -> str:
        """The verdict and its evidence."""
        return f"{self.kind}: {'; '.join(sign.evidence for sign in self.signs)}"


def fit_verdict(
    train_error: float,
    test_error: float,
    *,
    gap_error: float,
    baseline: float,
    noise: float = 0.0,
    parts: Decomposition | None = None,
    doubled: CurvePoint | None = None,
    gained: CurvePoint | None = None,
) -> FitVerdict:
    """Tell whether a model overfits or underfits, from all signs together.

    All errors are on one scale where smaller is better. A large gap between training and test error, variance that outweighs
    bias, and a curve that still falls point to overfitting; a training error that is itself far above the noise, bias that
    outweighs variance, and a flat curve point to underfitting. A gap alone is no verdict: models that reproduce their
    training rows, such as one nearest neighbour, always have one. A training error that is clearly above the test error tells
    nothing about the fit: the model saw its training rows otherwise than it sees others, as after cross-fitted target encoding.

    Parameters
    ----------
    train_error
        Error on the training rows.
    test_error
        Error on test rows.
    gap_error
        Standard error of their difference.
    baseline
        Error of the model that ignores the features.
    noise
        Error that no model can avoid; 0 where it is not known.
    parts
        Bias and variance of the learner.
    doubled
        Error expected with twice the rows, such as `extrapolation.at(2 * n)`.
    gained
        What twice the rows take off the error, such as `extrapolation.gain(n, 2 * n)`; taken in place of `doubled`.

    Examples
    --------
    >>> found = fit_verdict(0.02, 0.20, gap_error=0.02, baseline=0.5)
    >>> print(found)
    overfitting: the test error is 0.18 ± 0.039 above the training error, 90 % of what is above the noise; the training error has gone 96 % of the way from the baseline to the noise
    """
    if not (gap_error >= 0 and baseline > noise >= 0):
        message = f"gap_error is 0 or more and the baseline lies above the noise, not {gap_error:g}, {baseline:g} and {noise:g}"
        raise InputError(message)
    signs = [
        _of_gap(test_error - train_error, gap_error, test_error - noise),
        _of_training(train_error, (baseline, noise), above_test=train_error - test_error > Z * gap_error),
    ]
    if parts is not None:
        signs.append(_of_parts(parts))
    if gained is not None:
        signs.append(_of_curve((gained.value, gained.low, gained.high), test_error - noise))
    elif doubled is not None:
        ends = (test_error - doubled.value, test_error - doubled.high, test_error - doubled.low)
        signs.append(_of_curve(ends, test_error - noise))
    return FitVerdict(_together(signs), tuple(signs))


def _of_gap(gap: float, error: float, room: float) -> FitSign:
    share = gap / room if room > 0 else 0.0
    if gap < -Z * error:
        return FitSign(
            "gap", FitKind.UNDECIDED, f"the test error is {-gap:.2g} ± {Z * error:.2g} below the training error"
        )
    sure = gap > Z * error
    small = gap + Z * error < SMALL_GAP * room
    kind = FitKind.OVERFITTING if sure and share >= LARGE_GAP else FitKind.GOOD if small else FitKind.UNDECIDED
    text = f"the test error is {gap:.2g} ± {Z * error:.2g} above the training error, {percent(share)} of what is above the noise"
    return FitSign("gap", kind, text)


def _of_training(train: float, ends: tuple[float, float], *, above_test: bool) -> FitSign:
    if above_test:
        text = "training rows are predicted worse than others, as after cross-fitted target encoding, so their error tells nothing"
        return FitSign("training error", FitKind.UNDECIDED, text)
    baseline, noise = ends
    skill = (baseline - train) / (baseline - noise)
    kind = FitKind.UNDERFITTING if skill < POOR_SKILL else FitKind.GOOD
    way = percent(min(max(skill, 0.0), 1.0))
    return FitSign(
        "training error", kind, f"the training error has gone {way} of the way from the baseline to the noise"
    )


def _of_parts(parts: Decomposition) -> FitSign:
    total = max(parts.bias, 0.0) + max(parts.variance, 0.0)
    share = max(parts.bias, 0.0) / total if total > 0 else 0.5
    kind = (
        FitKind.UNDERFITTING
        if share >= MAIN_SHARE
        else FitKind.OVERFITTING
        if share <= 1 - MAIN_SHARE
        else FitKind.UNDECIDED
    )
    if kind is FitKind.UNDERFITTING and not parts.separate:
        kind = FitKind.UNDECIDED  # the bias contains the noise
    called = "bias" if parts.separate else "bias and noise"
    return FitSign("bias and variance", kind, f"{called} {parts.bias:.2g}, variance {parts.variance:.2g}")


def _of_curve(gain: tuple[float, float, float], above: float) -> FitSign:
    """What twice the rows take off, with its interval, of the error above the noise."""
    room, (value, low, high) = max(above, 1e-300), gain
    kind = FitKind.UNDECIDED
    if value >= WORTHWHILE * room and low > 0:
        kind = FitKind.OVERFITTING
    elif high < SLIGHT * room or value < SLIGHT * room:
        kind = FitKind.GOOD
    value, low, high = (0.0 if abs(one) < NOTHING * room else one for one in gain)
    text = f"twice the rows would take {value:.2g} off the error ({low:.2g} to {high:.2g})"
    return FitSign("learning curve", kind, text)


def _together(signs: list[FitSign]) -> FitKind:
    """Overfitting needs more than a gap that every interpolating model has: no sign against it, or two for it."""
    over = sum(sign.points_to is FitKind.OVERFITTING for sign in signs)
    under = sum(sign.points_to is FitKind.UNDERFITTING for sign in signs)
    against = sum(sign.points_to is FitKind.GOOD for sign in signs if sign.name in ("gap", "learning curve"))
    if over and under:
        return FitKind.BOTH if over == under else FitKind.OVERFITTING if over > under else FitKind.UNDERFITTING
    if under:
        return FitKind.UNDERFITTING
    if over:
        return FitKind.OVERFITTING if over > against else FitKind.UNDECIDED
    gap = next(sign for sign in signs if sign.name == "gap")
    return FitKind.GOOD if gap.points_to is FitKind.GOOD else FitKind.UNDECIDED
