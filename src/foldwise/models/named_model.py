"""A model with a name: where its classes are, and what a table needs before it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, final

from foldwise.data import Task
from foldwise.errors import MissingExtraError

if TYPE_CHECKING:
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["NamedModel"]


@final
@dataclass(frozen=True)
class NamedModel:
    """A model with a name.

    Parameters
    ----------
    name
        Lower case with hyphens, the same everywhere.
    title
        What a reader calls it.
    summary
        One line for the catalogue.
    classifier, regressor
        Where its library keeps it, ``module:Class``; empty where it does not exist.
    settings
        What is set other than by the library's defaults.
    former
        The same for releases of scikit-learn before one, where they are others: that release, and the settings.
    scaled
        Whether the numbers are standardised first.
    scaled_target
        Whether a numeric target is standardised too.
    sparse
        Whether it takes sparse matrices.
    native
        Whether it handles missing values and categories by itself.
    missing
        Whether it handles missing numbers by itself, and categories not; it takes arrays, whatever the columns are called.
    raw
        Whether it takes a table as it is, texts and missing values included.

    Examples
    --------
    >>> NamedModel("lda", "discriminant", "one line", "sklearn.discriminant_analysis:LinearDiscriminantAnalysis").tasks
    (<Task.CLASSIFICATION: 'classification'>,)
    """

    name: str
    title: str
    summary: str
    classifier: str = ""
    regressor: str = ""
    settings: tuple[tuple[str, Any], ...] = ()
    former: tuple[tuple[int, int], tuple[tuple[str, Any], ...]] | None = None
    scaled: bool = False
    scaled_target: bool = False
    sparse: bool = True
    native: bool = False
    missing: bool = False
    raw: bool = False

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """What it can predict."""
        homes = ((Task.CLASSIFICATION, self.classifier), (Task.REGRESSION, self.regressor))
        return tuple(task for task, home in homes if home)

    @property
    def classes(self) -> frozenset[str]:
        """Names of its classes."""
        return frozenset(home.partition(":")[2] for home in (self.classifier, self.regressor) if home)

    @property
    def package(self) -> str:
        """Package that its classes are in."""
        return (self.classifier or self.regressor).partition(":")[0].partition(".")[0]

    def build(self, task: Task, **more: Given) -> Estimator:
        """Make the estimator alone, without preprocessing."""
        module, _, name = (self.classifier if task is Task.CLASSIFICATION else self.regressor).partition(":")
        try:
            home = sys.modules.get(module) or import_module(module)
        except (ImportError, OSError) as error:  # OSError: a library of its own is missing
            what = f"model '{self.name}'"
            raise MissingExtraError.of(what, "models") from error
        kind = getattr(home, name)
        estimator = kind(**self._settings(kind), **more)
        if not (self.scaled_target and task is Task.REGRESSION):
            return estimator
        from sklearn.compose import TransformedTargetRegressor
        from sklearn.preprocessing import StandardScaler

        return TransformedTargetRegressor(estimator, transformer=StandardScaler())

    def _settings(self, kind: Untyped) -> dict[str, Any]:
        """What is set in the installed release; of former settings those that the class has."""
        from foldwise.installed import SKLEARN

        if self.former is None or self.former[0] <= SKLEARN:
            return dict(self.settings)
        return {name: value for name, value in self.former[1] if name in kind().get_params()}
