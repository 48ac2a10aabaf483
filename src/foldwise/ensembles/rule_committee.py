"""Committee of rule sets: the union of the rules that were learnt without each fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.utils import check_random_state

from foldwise.ensembles.committee import training_rows_of
from foldwise.ensembles.members import fit_on_rows
from foldwise.ensembles.tables import fit_labels, with_tags_of
from foldwise.errors import InputError
from foldwise.learners import C45Rules, RuleClassifier, merge_rules

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["RuleCommittee"]


class RuleCommittee(RuleClassifier):
    """Union of the rule sets of a cross-validation, each learnt without one fold.

    Rules are written once, counted on all training rows, and ordered by the error that is expected of them; the first that
    covers a row gives its class.

    Parameters
    ----------
    estimator
        A learner of rules: `C45Rules` (the default), `Prism` or `Ripper`.
    plan
        The folds: a plan, its text, a number of folds or a scikit-learn splitter.
    default_class
        Whether a row that no rule covers gets the most frequent class; else it is left unclassified, as None.
    random_state
        Seed of the folds.

    Attributes
    ----------
    rules_
        The rules.
    members_
        The rule learners of the folds.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = RuleCommittee(C45Rules(20), plan=5, random_state=0).fit(iris.X, iris.target)
    >>> print(model.to_text().splitlines()[0])
    if petal_width <= 0.6 then setosa (50.0)
    """

    def __init__(
        self, estimator: Given = None, *, plan: Given = 10, default_class: bool = True, random_state: Given = None
    ) -> None:
        self.estimator = estimator
        self.plan = plan
        self.default_class = default_class
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None) -> Self:
        """Learn rules without each fold, and put them together.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        groups
            Which rows belong together, one value per row.
        order
            Place of each row in time.
        """
        X, labels, codes = fit_labels(self, X, y)
        rng, base = check_random_state(self.random_state), self._base()
        rows = training_rows_of(self, X, codes, classification=True, groups=groups, order=order, rng=rng)
        whole = fit_on_rows(base, X, labels, rows=np.arange(codes.size), rng=rng)
        if not hasattr(whole, "rules_"):
            message = f"a rule committee is made of learners of rules, and {type(base).__name__} has no rules_"
            raise InputError(message, hint="C45Rules() or Prism()")
        self.members_ = [fit_on_rows(base, X, labels, rows=own, rng=rng) for own in rows]
        self.rules_ = merge_rules([member.rules_ for member in self.members_], whole, default=self.default_class)
        return self

    def _base(self) -> Given:
        return C45Rules() if self.estimator is None else self.estimator

    def __sklearn_tags__(self) -> Given:
        """Take what the learner of rules takes."""
        return with_tags_of(super().__sklearn_tags__(), [self._base()])
