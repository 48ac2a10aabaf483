"""The naive paired t-test over resamples: known to be wrong, given only on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.comparison import Comparison, ComparisonMethod, two_sided
from foldwise.comparisons.methods.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.simulations.size import false_positives
from foldwise.intervals import Validity

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair

__all__ = ["NaiveTTest"]

STUDIED_PLANS = ("kfold(10)", "kfold(10, repeats=3)", "kfold(10, repeats=10)")
"""Plans of the study, by how often they are repeated."""


@final
@dataclass(frozen=True)
class NaiveTTest(ComparisonMethod):
    """t = √J · d̄ / sd(d) with J - 1 degrees of freedom, as if the resamples were independent (METHODS D.1).

    They share training rows, so with enough repeats any two models look different. Refused unless invalid methods are
    explicitly allowed; then its note says how often it is wrong.

    References
    ----------
    dietterich1998; bengio2004: no unbiased estimate of the variance of k-fold exists.
    """

    name: ClassVar[str] = "naive-t"
    summary: ClassVar[str] = "paired t as if resamples were independent; wrong, only on explicit demand"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "subsample", "group-kfold", "stratified-group"),
        min_resamples=2,
        instead="test='corrected-t' with plan='kfold(10, repeats=3)'",
    )
    invalid: ClassVar[str] = "it takes resamples that share their training rows for independent ones"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare as if the resamples were independent."""
        posterior = correlated_posterior(pair.scores, 0.0)
        return self.made(
            pair,
            two_sided(posterior),
            level,
            ends=posterior.interval(level),
            difference=posterior.centre,
            statistic=posterior.centre / posterior.scale if posterior.scale else float("nan"),
            note=self._damage(pair),
        )

    @staticmethod
    def _damage(pair: Pair) -> str:
        """How often it calls equal models different, in our study of comparisons."""
        resamples = pair.resamples
        if resamples.kind == "subsample":
            plan = "subsample(30, test=1/3)"
        else:
            plan = STUDIED_PLANS[sum(resamples.repeats >= least for least in (2, 10))]
        often = false_positives("naive-t", plan)
        return f"not valid: it calls equal models different in {often} of simulated comparisons on {plan}, not in 5 %"
