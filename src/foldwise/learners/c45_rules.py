"""Rules from a C4.5 tree, as a classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from foldwise.learners.c45_tree import C45Tree
from foldwise.learners.rows import allow_texts, check_table
from foldwise.learners.rule_classifier import RuleClassifier

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["C45Rules"]


class C45Rules(RuleClassifier):
    """If-then rules made from a C4.5 tree; a row that no rule covers may be left unclassified.

    Each path of the tree is a rule without the conditions it does not need; for each class, the rules are kept that make the
    shortest description together with their exceptions.

    Parameters
    ----------
    min_cases
        Weight of the training cases that at least two branches of every test of the tree have.
    confidence
        Confidence factor of the errors that are expected, up to 0.5.
    default_class
        Whether a row that no rule covers gets the class most frequent among such rows; else it is predicted as None, which
        foldwise counts as unclassified, and `score` as an error.
    categorical_features
        Columns whose numbers are categories: names, places, or a mask.

    Attributes
    ----------
    rules_
        The rules, in order.

    References
    ----------
    quinlan1993.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> print(C45Rules(20, default_class=False).fit(iris.X, iris.target).to_text())
    if petal_width <= 0.6 then setosa (50.0)
    if petal_width > 1.7 then virginica (46.0/1.0)
    if petal_width > 0.6 and petal_width <= 1.7 then versicolor (54.0/5.0)
    otherwise unclassified
    """

    def __init__(
        self,
        min_cases: float = 2,
        *,
        confidence: float = 0.25,
        default_class: bool = True,
        categorical_features: Given = None,
    ) -> None:
        self.min_cases = min_cases
        self.confidence = confidence
        self.default_class = default_class
        self.categorical_features = categorical_features

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Grow the tree, and make rules of it.

        Parameters
        ----------
        X
            Features (n, p): a dataframe, or an array of numbers or of objects.
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        X = check_table(self, X, y=y)
        tree = C45Tree(
            self.min_cases, confidence=self.confidence, categorical_features=self.categorical_features, unpruned=True
        ).fit(X, y, sample_weight=sample_weight)
        self.classes_, self.encoding_, self.training_ = tree.classes_, tree.encoding_, tree.training_
        self.rules_ = tree.to_rules().with_default(kept=self.default_class)
        return self

    def __sklearn_tags__(self) -> Given:
        """Tell scikit-learn that texts and missing values are taken."""
        return allow_texts(super().__sklearn_tags__())
