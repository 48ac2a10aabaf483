"""Any object with scikit-learn's ``split`` as a plan."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final
from warnings import catch_warnings, filterwarnings

from foldwise.errors import PlanError
from foldwise.plans.given import of_pairs
from foldwise.plans.plan import Plan

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples
    from foldwise.typing import Splitter

__all__ = ["FromSplitter"]

ANY_ERROR = (ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)
"""What a splitter of one's own may raise."""


@final
@dataclass(frozen=True)
class FromSplitter(Plan):
    """Ask an object with ``split(X, y, groups)`` for the resamples.

    Parameters
    ----------
    splitter
        A splitter of scikit-learn, or anything that has its `split` method.

    Notes
    -----
    A splitter whose `random_state` is None is copied and given one from foldwise's seed, so that the same seed gives the
    same rows. Rows with the structure of a known plan, such as ``kfold``, are named after it. Resamples that cut a group or do not train
    on the past only are refused where groups or order are given. Cannot be read back from its text.

    Examples
    --------
    >>> class FirstLast:
    ...     def split(self, X, y, groups):
    ...         yield range(1, len(y)), [0]
    >>> str(FromSplitter(FirstLast()))
    'splitter(FirstLast)'
    """

    name: ClassVar[str] = "splitter"
    summary: ClassVar[str] = "anything with scikit-learn's split(X, y, groups)"
    random: ClassVar[bool] = False

    splitter: Any

    def __post_init__(self) -> None:
        """Check that it has `split`."""
        if isinstance(self.splitter, (str, type)) or not callable(getattr(self.splitter, "split", None)):
            message = f"a splitter has a method split(X, y, groups), and {self.splitter!r} has none"
            raise PlanError(message, hint="kfold(10)")

    @property
    def structure(self) -> str:
        """Whatever the splitter makes; the drawn rows are checked instead."""
        return "any"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Resamples:
        """Collect the pairs."""
        splitter = self.splitter
        if getattr(splitter, "random_state", 0) is None:
            splitter = copy(splitter)
            splitter.random_state = int(rng.integers(2**31))
        return of_pairs(_pairs(splitter, dataset, self._called), dataset, str(self), self._called)

    def __str__(self) -> str:
        """Text for reports."""
        return f"{self.name}({self._called})"

    @property
    def _called(self) -> str:
        """What the splitter calls itself; its class where that would be a memory address."""
        text = " ".join(str(self.splitter).split())
        return type(self.splitter).__name__ if " at 0x" in text else text


def _pairs(splitter: Splitter, dataset: Dataset, called: str) -> list[Any]:
    """Ask for all pairs; groups are offered to every splitter, and `draw` checks that they were kept."""
    try:
        with catch_warnings():
            filterwarnings("ignore", message="The groups parameter is ignored")
            return list(splitter.split(dataset.X, dataset.target, dataset.groups))
    except ANY_ERROR as error:
        message = f"{called} gives no resamples of these rows: {' '.join(str(error).split()) or type(error).__name__}"
        raise PlanError(message, hint="kfold(10)") from error
