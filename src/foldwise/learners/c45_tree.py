"""Quinlan's C4.5."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from foldwise.errors import InputError
from foldwise.installed import BaseEstimator
from foldwise.learners.c45.chart import tree_chart
from foldwise.learners.c45.growth import TreeTable, grow_tree
from foldwise.learners.c45.nodes import leaf_shares
from foldwise.learners.c45.pruning import prune
from foldwise.learners.c45.rule_making import make_rules
from foldwise.learners.c45.text import tree_text
from foldwise.learners.rows import allow_texts, new_rows, training_rows

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.learners.c45.rules import RuleSet
    from foldwise.typing import Given, Untyped

__all__ = ["C45Tree"]


class C45Tree(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Quinlan's decision tree C4.5 (release 8) of tables with numbers, categories and missing values, as they are.

    Each node gets the test with the highest gain ratio among those that gain at least the average. A column of categories
    has one branch for each level, a column of numbers two, and at least two branches have `min_cases` training cases. A case
    whose tested value is missing goes down every branch with the share of the known cases that went there, in training and
    in prediction; so does a level that no training row has. The tree is pruned by the errors that are expected of it on new
    cases: a subtree gives way to a leaf or to its largest branch.

    Parameters
    ----------
    min_cases
        Weight of the training cases that at least two branches of every test have.
    confidence
        Confidence factor of pruning, up to 0.5; the smaller, the smaller the tree.
    unpruned
        Whether the tree stays as it was grown.
    subtree_raising
        Whether a subtree may be replaced by its largest branch.
    subsets
        Whether levels are merged into groups, two at a time as long as the gain ratio grows.
    smoothing
        Added to the count of each class in a leaf, for probabilities off 0 and 1; 1 is Laplace's. The predicted class stays
        the same unless values are missing.
    categorical_features
        Columns whose numbers are categories: names, places, or a mask.

    Notes
    -----
    A number is cut at the largest value of the training rows that is not above the middle between the two values. The gain
    of a cut is lowered by the logarithm of the number of possible cuts by the number of cases. Of equal gain ratios the first
    column has it, of equal gains of a column the lowest cut.

    References
    ----------
    quinlan1993; quinlan1996.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> print(C45Tree(20).fit(iris.X, iris.target).to_text())
    petal_width <= 0.6: setosa (50.0)
    petal_width > 0.6:
    |   petal_width <= 1.7: versicolor (54.0/5.0)
    |   petal_width > 1.7: virginica (46.0/1.0)
    """

    def __init__(
        self,
        min_cases: float = 2,
        *,
        confidence: float = 0.25,
        unpruned: bool = False,
        subtree_raising: bool = True,
        subsets: bool = False,
        smoothing: float = 0.0,
        categorical_features: Given = None,
    ) -> None:
        self.min_cases = min_cases
        self.confidence = confidence
        self.unpruned = unpruned
        self.subtree_raising = subtree_raising
        self.subsets = subsets
        self.smoothing = smoothing
        self.categorical_features = categorical_features

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Grow the tree and prune it.

        Parameters
        ----------
        X
            Features (n, p): a dataframe, or an array of numbers or of objects.
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        self._check_parameters()
        rows = training_rows(self, X, y, sample_weight=sample_weight, categorical=self.categorical_features)
        self.classes_, self.encoding_ = rows.classes, rows.encoding
        table = TreeTable.of(rows)
        grown = grow_tree(table, least=float(self.min_cases), subsets=self.subsets)
        pruned = (
            None if self.unpruned else prune(grown, table, confidence=self.confidence, raising=self.subtree_raising)
        )
        self.tree_ = pruned or grown
        self.grown_, self.training_ = grown, rows
        return self

    def predict_proba(self, X: Given) -> Floats:
        """Shares of the classes in the leaf that a row reaches, or in those it reaches in part.

        Parameters
        ----------
        X
            Features (N, p).
        """
        matrix = new_rows(self, X)
        return leaf_shares(self.tree_, matrix, smoothing=float(self.smoothing))

    def predict(self, X: Given) -> Array:
        """The most probable class; the first of several.

        Parameters
        ----------
        X
            Features (N, p).
        """
        shares = self.predict_proba(X)
        return self.classes_[np.round(shares, 12).argmax(axis=1)]

    def to_text(self) -> str:
        """Write the tree, one line for each branch; behind a class, its training cases and, of these, other classes."""
        check_is_fitted(self)
        return tree_text(self.tree_, self.encoding_, [str(label) for label in self.classes_])

    def to_svg(self) -> str:
        """Draw the tree: the outcome of a test on each branch, the shares of the classes in each leaf."""
        check_is_fitted(self)
        return tree_chart(self.tree_, self.encoding_, [str(label) for label in self.classes_])

    def to_rules(self) -> RuleSet:
        """Make rules from the tree as it was grown, and from its training rows.

        Each path is a rule without the conditions it does not need; for each class, the rules are kept that make the shortest
        description together with their exceptions; rows that no rule covers get the default class, or may be left
        unclassified.
        """
        check_is_fitted(self)
        return make_rules(self.grown_, self.training_, confidence=self.confidence)

    @property
    def leaf_count_(self) -> int:
        """Number of leaves."""
        return sum(1 for _ in self.tree_.leaves())

    def _check_parameters(self) -> None:
        for name, least, most in (("min_cases", 1, np.inf), ("confidence", 1e-9, 0.5), ("smoothing", 0, np.inf)):
            given = getattr(self, name)
            if not isinstance(given, Real) or not least <= float(given) <= most or not np.isfinite(float(given)):
                allowed = {"confidence": "above 0 and up to 0.5"}.get(name, f"from {least} up")
                message = f"{name} is a number {allowed}, not {given!r}"
                raise InputError(message, hint=f"{name}={C45Tree().get_params()[name]}")

    def __sklearn_tags__(self) -> Untyped:
        """Tell scikit-learn that texts and missing values are taken."""
        return allow_texts(super().__sklearn_tags__())
