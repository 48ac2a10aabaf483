"""Progress over several runs of the engine, of which the later ones are known only after the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from foldwise.engine import Progress

__all__ = ["StagedProgress"]


@final
class StagedProgress:
    """Counts the fits of earlier stages with those of the present one, and those to come as far as they are known.

    Parameters
    ----------
    told
        Who is told.

    Examples
    --------
    >>> staged = StagedProgress(lambda done, total, model: print(done, total, model))
    >>> staged(2, 2, "tree")
    2 2 tree
    >>> staged.next_stage(2, after=10)
    >>> staged(3, 5, "bagging")
    5 17 bagging
    """

    def __init__(self, told: Progress) -> None:
        self.told, self.before, self.after = told, 0, 0

    def __call__(self, done: int, total: int, model: str) -> None:
        """Tell how many fits of all stages are done."""
        self.told(self.before + done, self.before + total + self.after, model)

    def next_stage(self, fits: int, *, after: int = 0) -> None:
        """End a stage of so many fits; so many come after the next one."""
        self.before, self.after = self.before + fits, after
