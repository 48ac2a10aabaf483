"""What classifiers made of rules share: the first rule that covers a row gives its class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from foldwise.installed import BaseEstimator
from foldwise.learners.rows import check_table
from foldwise.learners.rule_sets import RuleReport, rule_report, rule_score

if TYPE_CHECKING:
    from foldwise.arrays import Array, Mask
    from foldwise.learners.c45.rules import RuleSet
    from foldwise.typing import Given

__all__ = ["RuleClassifier"]


class RuleClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A classifier whose `fit` learns `rules_`, and that may leave a row unclassified where it has no `default_class`."""

    rules_: RuleSet
    default_class: bool

    def predict(self, X: Given) -> Array:
        """Class of the first rule that covers a row; None where none does, unless there is a default class.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return self.rules_.predict(check_table(self, X), unclassified=not self.default_class)

    def covered(self, X: Given) -> Mask:
        """Which rows some rule covers (N,).

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return self.rules_.covers(check_table(self, X))

    def report(self, X: Given, y: Given) -> RuleReport:
        """Rows covered, and errors with and without the rows that no rule covers.

        Parameters
        ----------
        X
            Features (N, p).
        y
            Class labels (N,).
        """
        return rule_report(self.predict(X), y)

    def score(self, X: Given, y: Given, sample_weight: Given = None) -> float:
        """Share of the rows that are classified correctly; a row that no rule covers is an error.

        Parameters
        ----------
        X
            Features (N, p).
        y
            Class labels (N,).
        sample_weight
            Weight of each row.
        """
        return rule_score(self.predict(X), y, sample_weight)

    def to_text(self) -> str:
        """Write the rules, one a line; behind a class, the training rows it covers and, of these, other classes."""
        check_is_fitted(self)
        return self.rules_.to_text()
