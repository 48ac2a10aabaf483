"""Three-way holdout: training, validation and test rows."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.errors import PlanError
from foldwise.plans.argument import check_flag, check_size, size_in_rows
from foldwise.plans.holdout import others, test_rows_wanted
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists
from foldwise.plans.strata import Strata

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["ThreeWay"]


@final
@dataclass(frozen=True)
class ThreeWay(Plan):
    """Hold out test rows to assess and validation rows to choose by; train on the rest.

    Parameters
    ----------
    test
        Share of all rows to test, or their number.
    validation
        Share of all rows to choose settings by, or their number.
    stratify
        Keep the classes (or the range of a numeric target) in proportion.

    Notes
    -----
    The test rows estimate the risk of what was chosen on the validation rows, without the optimism of the choice, as long
    as they are used once.

    References
    ----------
    hastie2009

    Examples
    --------
    >>> str(ThreeWay(0.25))
    'three-way(0.25)'
    """

    name: ClassVar[str] = "three-way"
    summary: ClassVar[str] = "training, validation and test rows; choose on the second, assess on the third"

    test: float = 0.2
    _: KW_ONLY
    validation: float = 0.2
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_size(self, "test")
        check_size(self, "validation")
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the test rows, then the validation rows from what is left."""
        n = dataset.n
        strata = Strata.of(dataset, stratify=self.stratify)
        test = strata.choose(test_rows_wanted(self, self.test, n), rng)
        rest = others(test, n)
        size = size_in_rows(self.validation, n)
        if not 0 < size < rest.size:
            message = f"{self} would leave {rest.size - size} of {n:,} rows to train on and {size} to validate"
            raise PlanError(message, hint="three-way(0.2)")
        chosen = strata.take(rest).choose(size, rng)
        train = rest[others(chosen, rest.size)]
        return RowLists((train,), (test,), n, plan=str(self), validation=(rest[chosen],))
