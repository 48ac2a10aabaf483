"""What ensembles share: they take the tables that their base learners take, and predict the most probable class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from foldwise.ensembles.members import highest
from foldwise.ensembles.tables import with_tags_of

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
    """An ensemble whose shares of votes or mean probabilities are its `predict_proba`."""

    classes_: Array

    def predict_proba(self, X: Given) -> Floats:
        """Share of the votes of each class, or its mean probability.

        Parameters
        ----------
        X
            Features (N, p).
        """
        raise NotImplementedError

    def predict(self, X: Given) -> Array:
        """The class with the highest share or probability, the first of equal ones.

        Parameters
        ----------
        X
            Features (N, p).
        """
        shares = self.predict_proba(X)
        return self.classes_[highest(shares)]


class EnsembleRegressor(RegressorMixin, Ensemble):  # type: ignore[misc]  # scikit-learn has no types
    """An ensemble that predicts numbers."""
