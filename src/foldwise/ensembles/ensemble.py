"""What ensembles share: they take the tables that their base learners take, and add up votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.base import ClassifierMixin, RegressorMixin

from foldwise.ensembles.members import vote_proportions, voted_labels
from foldwise.ensembles.tables import with_tags_of
from foldwise.installed import BaseEstimator

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["Ensemble", "EnsembleClassifier", "EnsembleRegressor"]


class Ensemble(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A model made of models: of a base learner, or of a library of them."""

    def _base(self) -> Given:
        """The base learner."""
        raise NotImplementedError

    def _learners(self) -> list[Given]:
        """The models that are fitted to the table as it is given."""
        return [self._base()]

    def __sklearn_tags__(self) -> Given:
        """Take what all base learners take."""
        return with_tags_of(super().__sklearn_tags__(), self._learners())


class EnsembleClassifier(ClassifierMixin, Ensemble):  # type: ignore[misc]  # scikit-learn has no types
    """An ensemble that adds up votes or probabilities of classes."""

    classes_: Array

    def _votes(self, X: Given) -> Floats:
        """Votes or probabilities (N, C); they need not add up to 1, and a row without any is unclassified."""
        raise NotImplementedError

    def predict_proba(self, X: Given) -> Floats:
        """Share of the votes of each class, or its mean probability; alike for all where every member declines.

        Parameters
        ----------
        X
            Features (N, p).
        """
        votes = self._votes(X)
        return vote_proportions(votes)

    def predict(self, X: Given) -> Array:
        """The class with most votes or the highest probability, the first of equal ones; None where every member declines.

        Parameters
        ----------
        X
            Features (N, p).
        """
        votes = self._votes(X)
        return voted_labels(votes, self.classes_)


class EnsembleRegressor(RegressorMixin, Ensemble):  # type: ignore[misc]  # scikit-learn has no types
    """An ensemble that predicts numbers."""
