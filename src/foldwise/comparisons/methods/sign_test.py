"""The sign test: how often one model wins, over datasets or over the rows of one test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.comparison import Comparison, ComparisonMethod, floored
from foldwise.comparisons.ranks import with_ties
from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import MeasureGroup, Validity

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["SignCounts", "SignTest", "count_signs"]


@final
@dataclass(frozen=True)
class SignCounts:
    """Wins, ties and losses of the first model, where a negative difference is a win, and the two-sided p-value of Binomial(N, ½)."""

    wins: int
    ties: int
    losses: int
    p_value: float

    @property
    def statistic(self) -> int:
        """Losses minus wins: the sign is that of most differences."""
        return self.losses - self.wins

    @property
    def df(self) -> None:
        """There are no degrees of freedom."""
        return


@final
@dataclass(frozen=True)
class SignTest(ComparisonMethod):
    """Binomial(N, ½) on the signs of the differences of rows on one test set, ties split (METHODS D.11).

    Looks at who is better on each row, not by how much. Differences of resamples are not independent, so there it is
    refused; over several datasets `experiment` uses it.

    References
    ----------
    demsar2006.
    """

    name: ClassVar[str] = "sign"
    summary: ClassVar[str] = "signs of row differences on one test set, or of datasets"
    plan: ClassVar[str] = "holdout(1/3)"
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit per model"
    validity: ClassVar[Validity] = Validity(
        plans=("holdout", "three-way", "fixed", "predefined"),
        measures=MeasureGroup.LOSSES,
        max_resamples=1,
        instead="test='corrected-t', or experiment for several datasets",
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows."""
        found = count_signs(pair.row_losses)
        return self.made(pair, found.p_value, level, statistic=float(found.statistic))


def count_signs(differences: Floats) -> SignCounts:
    """Count who has the smaller loss; ties are split evenly, an odd one is left out (Demšar 2006).

    Examples
    --------
    >>> import numpy as np
    >>> count_signs(np.array([-0.1, -0.2, 0.0, -0.3, -0.1, -0.2, 0.4, 0.0]))
    SignCounts(wins=5, ties=2, losses=1, p_value=0.289...)
    """
    from scipy.special import bdtr

    if differences.size < 1:
        message = "the sign test needs a difference, and there is none"
        raise ValidityError(message)
    sizes = with_ties(differences)
    wins, losses = int((sizes < 0).sum()), int((sizes > 0).sum())
    ties = differences.size - wins - losses
    trials = wins + losses + 2 * (ties // 2)
    fewest = min(wins, losses) + ties // 2
    p_value = floored(2 * bdtr(fewest, trials, 0.5)) if trials else 1.0
    return SignCounts(wins, ties, losses, p_value)
