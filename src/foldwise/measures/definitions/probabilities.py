"""Measures of probabilities: proper scores, which no model improves by saying what it does not believe."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, LossMeasure, Needs, SumMeasure, divide
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.tally import LEAST_PROBABILITY
from foldwise.measures.traits import Traits
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.tallies.tally import LossSums, Tally

__all__ = [
    "BRIER",
    "BRIER_HALF",
    "BRIER_SKILL",
    "LEAST_PROBABILITY",
    "LOG_LOSS",
    "LOG_LOSS_SKILL",
    "PROBABILITY_FAMILIES",
    "RANKED_PROBABILITY",
    "SPHERICAL",
    "brier",
    "clip_of",
    "clipping_note",
    "count_clipped",
    "ruled_out_loss",
    "squared_distance",
    "surprisal",
]

SAME_FLOOR = ", the type's epsilon as in scikit-learn (mlr's floor is log-loss(1e-15))"


def surprisal(outcomes: Outcomes, clip: float = LEAST_PROBABILITY) -> Floats:
    """-ln of the probability given to the true class."""
    # In place: of many rows, new arrays would take longer than the logarithms.
    given = _of_truth(outcomes)
    np.clip(given, clip, 1, out=given)
    np.log(given, out=given)
    return np.negative(given, out=given)


def squared_distance(outcomes: Outcomes) -> Floats:
    """Squared distance between the probabilities and the truth, summed over the classes (0 to 2)."""
    scores = _probabilities(outcomes)
    return (scores**2).sum(axis=1) - 2 * _of_truth(outcomes) + 1


def half_squared_distance(outcomes: Outcomes) -> Floats:
    """Half the squared distance; for two classes the square of the error in the positive one (0 to 1)."""
    return squared_distance(outcomes) / 2


def brier(outcomes: Outcomes) -> Floats:
    """Square of the error in the positive of two classes, (p - o)²; of more, the squared distance."""
    return half_squared_distance(outcomes) if outcomes.classes == 2 else squared_distance(outcomes)


def spherical(outcomes: Outcomes) -> Floats:
    """Probability of the true class over the length of the vector of probabilities."""
    return divide(_of_truth(outcomes), np.sqrt((_probabilities(outcomes) ** 2).sum(axis=1)))


def ranked_distance(outcomes: Outcomes) -> Floats:
    """Squared distance of the cumulated probabilities from the cumulated truth, mean over the C - 1 cuts."""
    cumulated = np.cumsum(_probabilities(outcomes), axis=1)[:, :-1]
    reached = outcomes.truth[:, None] <= np.arange(cumulated.shape[1])[None, :]
    return ((cumulated - reached) ** 2).mean(axis=1)


def with_truth(outcomes: Outcomes, losses: Floats) -> Floats:
    """Losses beside the truth, one column per class (N, 1 + C)."""
    return np.column_stack([losses, outcomes.truth[:, None] == np.arange(outcomes.classes)[None, :]])


def brier_skill(sums: Floats) -> Array:
    """1 - S / S of the class shares; the Brier score of the shares is 1 - Σ share²."""
    return 1 - divide(_mean_loss(sums), 1 - (_shares(sums) ** 2).sum(axis=-1))


def log_loss_skill(sums: Floats) -> Array:
    """1 - S / S of the class shares; the log loss of the shares is their entropy."""
    shares = _shares(sums)
    entropy = -(shares * np.log(np.where(shares > 0, shares, 1))).sum(axis=-1)
    return 1 - divide(_mean_loss(sums), entropy)


def _mean_loss(sums: Floats) -> Array:
    return divide(sums[..., 0], sums[..., 1:].sum(axis=-1))


def _shares(sums: Floats) -> Array:
    return divide(sums[..., 1:], sums[..., 1:].sum(axis=-1)[..., None])


def _probabilities(outcomes: Outcomes) -> Array:
    return np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores


def _of_truth(outcomes: Outcomes) -> Array:
    scores = _probabilities(outcomes)
    if scores.shape[1] == 2:  # quicker than looking up every row
        return np.where(outcomes.truth == 1, scores[:, 1], scores[:, 0])
    return scores[np.arange(outcomes.size), outcomes.truth]


def clipped(outcomes: Outcomes, value: float, *, clip: float) -> str:  # noqa: ARG001 - whatever the value is
    """Say how many predictions ruled the true class out."""
    return clipping_note(count_clipped(outcomes, clip), clip)


def count_clipped(outcomes: Outcomes, clip: float) -> int:
    """Number of rows whose true class has a probability below the floor of a log loss.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(np.array([0, 1]), np.array([0, 0]), scores=np.array([[1.0, 0.0], [1.0, 0.0]]), classes=2)
    >>> count_clipped(rows, 1e-15)
    1
    """
    return int(np.sum(_of_truth(outcomes) < clip))


def clip_of(measure: Measure) -> float | None:
    """The floor under the probabilities of a log loss; None for any other measure."""
    remark = measure.remark
    return float(remark.keywords["clip"]) if isinstance(remark, partial) and remark.func is clipped else None


def is_logarithmic(measure: LossMeasure) -> bool:
    """Whether the loss of a row is the logarithm of a probability, with any floor, by itself or within a skill.

    Examples
    --------
    >>> is_logarithmic(LOG_LOSS), is_logarithmic(BRIER)
    (True, False)
    """
    return measure.loss is surprisal or (isinstance(measure.loss, partial) and measure.loss.func is surprisal)


def ruled_out_loss(measure: Measure) -> float:
    """What a row costs whose class was given the probability 0; 0 for measures that are not a matter of logarithms.

    Examples
    --------
    >>> round(ruled_out_loss(LOG_LOSS), 2), ruled_out_loss(BRIER)
    (36.04, 0.0)
    """
    clip = LEAST_PROBABILITY if measure.name == LOG_LOSS_SKILL.name else clip_of(measure)
    return 0.0 if clip is None else -float(np.log(clip))


def ruled_out(tally: Tally, value: float) -> str:  # noqa: ARG001 - whatever the value is
    """Say the same where they were counted already."""
    return clipping_note(tally.ruled_out, LEAST_PROBABILITY)


def surprisal_sums(tally: Tally) -> LossSums | None:
    """Sums of `surprisal`."""
    return tally.surprisal


def clipping_note(count: int, clip: float) -> str:
    """Say how many probabilities were below the floor."""
    return (
        f"{count_of(count, 'prediction')} gave the true class a probability below {clip:.2g}, counted as {clip:.2g}"
        if count
        else ""
    )


def make_log_loss(*, name: str, clip: float) -> LossMeasure:
    """Log loss with a floor under the probabilities."""
    return LossMeasure(
        name=name,
        title="log loss",
        task=Task.CLASSIFICATION,
        needs=Needs.PROBABILITY,
        low=0,
        high=-float(np.log(clip)),
        direction=Direction.LOWER,
        formula=f"mean of -ln p(true class), p not below {clip:g}{SAME_FLOOR if clip == LEAST_PROBABILITY else ''}",
        undefined=f"never; probabilities below {clip:g} are raised to it and counted",
        reference="good1952",
        remark=partial(clipped, clip=clip),
        told=ruled_out if clip == LEAST_PROBABILITY else None,
        loss=partial(surprisal, clip=clip),
        sums=surprisal_sums if clip == LEAST_PROBABILITY else None,
    )


def _proper(
    name: str,
    title: str,
    loss: Callable[[Outcomes], Floats],
    *,
    formula: str,
    reference: str,
    high: float = 1,
    high_of_two: float | None = None,
) -> LossMeasure:
    return LossMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.PROBABILITY,
        low=0,
        high=high,
        high_of_two=high_of_two,
        direction=Direction.HIGHER if name == "spherical" else Direction.LOWER,
        formula=formula,
        reference=reference,
        traits=Traits(ordered=name == "ranked-probability"),
        loss=loss,
    )


def _skill(name: str, title: str, loss: Callable[[Outcomes], Floats], of_sums: Callable[[Floats], Array]) -> SumMeasure:
    return SumMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.PROBABILITY,
        low=-float("inf"),
        high=1,
        direction=Direction.HIGHER,
        formula="1 - S / S₀, S₀ the score of always giving the class shares of the tested rows; 0 for no skill",
        undefined="one class only: no value",
        reference="murphy1973",
        scope=Scope.COMMON,
        rows=lambda outcomes: with_truth(outcomes, loss(outcomes)),
        of_sums=of_sums,
        loss=_proper(f"loss of {name}", title, loss, formula="S", reference="murphy1973", high=float("inf")),
    )


PROBABILITY_FLOOR = Parameter("clip", LEAST_PROBABILITY, "smallest probability", 0, 0.5, "()")
LOG_LOSSES = MeasureFamily("log-loss", make_log_loss, (PROBABILITY_FLOOR,))
PROBABILITY_FAMILIES = (LOG_LOSSES,)
LOG_LOSS = LOG_LOSSES()
BRIER = _proper(
    "brier",
    "Brier score",
    brier,
    formula="mean of (p - o)² of the positive of two classes, 0 to 1; of more, of Σ over classes of (p - o)², 0 to 2",
    reference="brier1950",
    high=2,
    high_of_two=1,
)
BRIER_HALF = _proper(
    "brier-half",
    "Brier score, halved",
    half_squared_distance,
    formula="mean of half of Σ over classes of (p - o)², as yardstick has it; for two classes the Brier score itself",
    reference="brier1950",
)
SPHERICAL = _proper(
    "spherical",
    "spherical score",
    spherical,
    formula="mean of p(true class) / √Σ p²",
    reference="gneiting2007",
)
RANKED_PROBABILITY = _proper(
    "ranked-probability",
    "ranked probability score",
    ranked_distance,
    formula="mean over rows and over the C - 1 cuts between ordered classes of (Σ p - Σ o)²; the Brier score for two",
    reference="epstein1969",
)
BRIER_SKILL = _skill("brier-skill", "Brier skill score", squared_distance, brier_skill)
LOG_LOSS_SKILL = _skill("log-loss-skill", "log loss skill score", surprisal, log_loss_skill)
