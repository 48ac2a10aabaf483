"""The verdict on a pair of models, in one word, and what it would take to reach one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf, nan
from typing import TYPE_CHECKING, Any, TypeAlias, final

from foldwise.comparisons.different_rows.unpaired import UnpairedPair
from foldwise.comparisons.methods.naive_t import NaiveTTest
from foldwise.comparisons.pair import Pair
from foldwise.comparisons.several_models.multiplicity import adjust
from foldwise.comparisons.verdicts.equivalence import equivalent, posterior_of
from foldwise.comparisons.verdicts.power import needed
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.verdicts.power import Needed
    from foldwise.measures import Measure

__all__ = ["Judgement", "SummarisedPair", "Verdict", "judge"]

FAMILYWISE_ADJUSTMENTS = ("holm", "hochberg", "bonferroni")
"""Adjustments under which the hardest of m comparisons is held against (1 - level)/m."""


@final
@dataclass(frozen=True)
class SummarisedPair:
    """Two systems on the same rows, of which summaries are kept: the measure, its value for the second, and the rows."""

    measure: Measure
    value: float
    rows: int


AnyPair: TypeAlias = Pair | UnpairedPair | SummarisedPair


class Verdict(StrEnum):
    """What can be said about a, held against b."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"

    @property
    def turned(self) -> Verdict:
        """What can be said about b, held against a."""
        return {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}.get(self, self)


@final
@dataclass(frozen=True)
class Judgement:
    """A comparison with its place in the family of comparisons, and the verdict.

    Parameters
    ----------
    comparison
        The two models, their difference, its interval and p-value.
    p_adjusted
        P-value adjusted for the other comparisons of the family.
    rope
        The difference that does not matter.
    verdict
        Equivalent, where the difference lies within ±rope with a probability of at least the level; else better or worse,
        where the adjusted p-value is at most 1 - level; else undecided.
    needed
        What it would take to decide, where it is undecided.
    """

    comparison: Comparison
    p_adjusted: float
    rope: float
    verdict: Verdict
    needed: Needed | None = None

    def __repr__(self) -> str:
        """One line: the verdict on the first model, and what it rests on."""
        return f"<Judgement {self.verdict}, adjusted p = {self.p_adjusted:.3g}: {self.comparison!r}>"

    def turned(self) -> Judgement:
        """Give the same judgement with the models the other way round."""
        return replace(self, comparison=self.comparison.turned(), verdict=self.verdict.turned)

    def record(self) -> dict[str, Any]:
        """Row of the frame of pairs and of the JSON."""
        one, wanted = self.comparison, self.needed
        shares = None if one.posterior is None else one.posterior.shares(self.rope)
        return {
            "a": one.a,
            "b": one.b,
            "measure": one.measure.label,
            "difference": one.difference,
            "low": one.low,
            "high": one.high,
            "p_value": one.p_value,
            "p_adjusted": self.p_adjusted,
            "verdict": str(self.verdict),
            "level": one.level,
            "method": one.method,
            "rope": self.rope,
            "p_lower": nan if shares is None else shares.left,
            "p_equivalent": nan if shares is None else shares.rope,
            "p_higher": nan if shares is None else shares.right,
            "detectable": nan if wanted is None else wanted.detectable,
            "rows_needed": nan if wanted is None else wanted.rows,
            "repeats_needed": nan if wanted is None or wanted.repeats is None else wanted.repeats,
            "note": one.note,
        }


def judge(
    compared: Sequence[tuple[AnyPair, Comparison]],
    ropes: Mapping[str, float],
    *,
    how: str = "holm",
    level: float = 0.95,
    adjusted: Sequence[float] | None = None,
) -> tuple[Judgement, ...]:
    """Judge the comparisons of one family: adjust their p-values together, then say what each amounts to.

    Of systems on different rows, the rows needed are those of both, each in its present share. P-values that were
    `adjusted` elsewhere are taken as they are.
    """
    if adjusted is None:
        adjusted = adjust([comparison.p_value for _, comparison in compared], how).tolist()
    strictest = 1 - (1 - level) / (len(compared) if how in FAMILYWISE_ADJUSTMENTS and compared else 1)
    judgements = []
    for (pair, comparison), p_adjusted in zip(compared, adjusted, strict=True):
        rope = ropes[comparison.measure.name]
        verdict = _verdict(pair, comparison, p_adjusted, rope)
        wanted = _needed(pair, comparison, rope, strictest) if verdict is Verdict.UNDECIDED else None
        judgements.append(Judgement(comparison, p_adjusted, rope, verdict, wanted))
    return tuple(judgements)


def _verdict(pair: AnyPair, comparison: Comparison, p_adjusted: float, rope: float) -> Verdict:
    level = comparison.level
    if comparison.posterior is not None:
        negligible = comparison.posterior.shares(rope).rope >= level
    else:
        # Draws that are all alike have seen no difference, which is not to have seen that there is none.
        known = comparison.has_interval and comparison.high > comparison.low
        negligible = _same_values(pair) or (known and equivalent(comparison, rope, level).holds)
    if negligible:
        return Verdict.EQUIVALENT
    if p_adjusted > 1 - level:
        return Verdict.UNDECIDED
    b = pair.value if isinstance(pair, SummarisedPair) else pair.b.value
    return Verdict.BETTER if pair.measure.better(b + comparison.difference, b) else Verdict.WORSE


def _same_values(pair: AnyPair) -> bool:
    """Whether two models give the same values or probabilities for all rows: then they are the same, not just alike.

    On different rows, and from summaries, that cannot be seen.
    """
    measure = pair.measure
    if not isinstance(pair, Pair):
        return False
    return isinstance(measure, LossMeasure) and not measure.zero_one and not pair.losses.any()


def _needed(pair: AnyPair, comparison: Comparison, rope: float, level: float) -> Needed | None:
    """What it would take, for methods whose standard error falls with the root of the rows."""
    if not comparison.has_interval or comparison.method == NaiveTTest.name:
        return None
    spread = posterior_of(comparison)
    if not isinstance(pair, Pair):
        found = needed(spread, pair.rows, rope=rope, level=level)
    else:
        share, repeats = _lasting_share(pair, comparison), pair.resamples.repeats
        found = needed(spread, pair.predictions.n, rope=rope, level=level, repeats=repeats, share=share)
    return found if found.rows < inf or found.detectable > 0 else None


def _lasting_share(pair: Pair, comparison: Comparison) -> float | None:
    """Share of the variance that more repeats would not lower; None where repeats do not count."""
    if comparison.method != "corrected-t" or pair.resamples.repeats <= 1:
        return None
    overlap = pair.resamples.test_size / pair.resamples.train_size
    return overlap / (1 / pair.scores.size + overlap)
