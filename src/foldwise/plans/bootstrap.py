"""The bootstrap: training sets drawn with replacement, tested on what was not drawn."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.errors import PlanError
from foldwise.plans.argument import check_choice, check_whole
from foldwise.plans.balanced import draw_balanced
from foldwise.plans.bootstrap_sampler import SCHEMES, BootstrapSampler
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import CountMatrix, DrawnCounts
from foldwise.plans.seed import draw_seeds

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples

__all__ = ["Bootstrap"]


@final
@dataclass(frozen=True)
class Bootstrap(Plan):
    """Draw as many rows as there are, with replacement; test on the rows that were not drawn.

    Parameters
    ----------
    draws
        How many training sets, B.
    scheme
        ``ordinary``: counts are Multinomial(n, 1/n). ``stratified``: the same within every class. ``balanced``: every row
        is drawn exactly B times in all. ``cluster``: whole groups are drawn. ``poisson``: independent Poisson(1) counts.
        ``bayesian``: weights n · Dirichlet(1, …, 1), which leave nothing out, so it needs ``test=all``.
    test
        ``oob``: rows that were not drawn (out of bag). ``all``: every row.

    Notes
    -----
    A training set holds a share 1 - (1 - 1/n)ⁿ ≈ .632 of the distinct rows. A draw that lacks a class, or that leaves
    nothing to test, is thrown away and drawn again (balanced: mended by an exchange of rows); `redraws` counts them. Each draw has a seed of its own and is made
    when it is asked for. `oob(200)` is another spelling of ``bootstrap(200)``.

    References
    ----------
    efron1983, efron1997, davison1997, rubin1981

    Examples
    --------
    >>> str(Bootstrap(500, scheme="balanced"))
    'bootstrap(500, scheme=balanced)'
    """

    name: ClassVar[str] = "bootstrap"
    summary: ClassVar[str] = "rows drawn with replacement, tested on the rows not drawn"

    draws: int = 200
    _: KW_ONLY
    scheme: str = "ordinary"
    test: str = "oob"

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "draws", 1)
        check_choice(self, "scheme", SCHEMES)
        check_choice(self, "test", ("oob", "all"))
        if self.scheme == "bayesian" and self.test == "oob":
            message = "a bayesian bootstrap gives every row a weight, so no row is out of bag"
            raise PlanError(message, hint=f"bootstrap({self.draws}, scheme=bayesian, test=all)")

    @property
    def structure(self) -> str:
        """The cluster scheme draws groups, the others rows."""
        return "groups" if self.scheme == "cluster" else "rows"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Resamples:
        """Draw one seed per training set; only the balanced scheme must draw all of them together."""
        test_all = self.test == "all"
        sampler = BootstrapSampler.of(dataset, self.scheme, test_all=test_all)
        if self.scheme == "balanced":
            matrix, redrawn = draw_balanced(sampler, self.draws, rng)
            return CountMatrix(matrix, plan=str(self), test_all=test_all, redrawn=redrawn)
        seeds = draw_seeds(self.draws, rng)
        unit = "group" if self.scheme == "cluster" else "row"
        return DrawnCounts(sampler, seeds, dataset.n, plan=str(self), unit=unit, test_all=test_all)
