"""Forests: scikit-learn's random forest and extra trees, with out-of-bag error, its interval, and permutation importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from foldwise.engine import KeptTrees
from foldwise.ensembles.bagging import counts_of
from foldwise.ensembles.importance import permutation_importance
from foldwise.ensembles.members import highest, seeded_clone
from foldwise.ensembles.out_of_bag import out_of_bag_classes, out_of_bag_values
from foldwise.ensembles.tables import check_count, check_option
from foldwise.errors import InputError, several_targets
from foldwise.installed import SKLEARN, BaseEstimator, validate_data

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.ensembles.importance import Importance
    from foldwise.typing import Given

__all__ = ["ForestClassifier", "ForestRegressor"]

CUTS = ("best", "random")


class ForestClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Random forest or extra trees, with out-of-bag predictions and the importance of each column (METHODS I.2).

    The trees are those of scikit-learn's `RandomForestClassifier` or `ExtraTreesClassifier` with the same seed.

    Parameters
    ----------
    n_estimators
        Number of trees; out-of-bag errors settle at a few hundred.
    cuts
        ``best``: each node takes the best cut of a random choice of columns, a random forest; ``random``: the best of one
        random cut for each of them, extra trees.
    max_features
        Columns looked at in each node: a number, a share, or ``sqrt``.
    min_samples_leaf
        Fewest rows of a leaf.
    bootstrap
        Whether each tree gets a bootstrap sample; without it there is nothing out of bag.
    random_state
        Seed.

    Attributes
    ----------
    forest_
        The forest of scikit-learn.
    counts_
        How often each row is in the sample of each tree (B, n).
    out_of_bag_
        `OutOfBag`, or None without bootstrap samples.

    References
    ----------
    breiman2001; geurts2006; janitza2018.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> forest = ForestClassifier(50, random_state=0).fit(iris.X, iris.target)
    >>> forest.importance(iris.X, iris.target, random_state=0).ranking()[:2]
    ['petal_width', 'petal_length']
    """

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        cuts: str = "best",
        max_features: Given = "sqrt",
        min_samples_leaf: int = 1,
        bootstrap: bool = True,
        random_state: Given = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.cuts = cuts
        self.max_features = max_features
        self.min_samples_leaf = min_samples_leaf
        self.bootstrap = bootstrap
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        self.forest_ = _grown(self, X, y)
        self.classes_ = self.forest_.classes_
        codes = np.searchsorted(self.classes_, np.asarray(y).ravel())
        self.counts_, self.out_of_bag_ = None, None
        if self.bootstrap:
            table = _check_table(self, X)
            said = np.array([_shares(tree, table) for tree in self.forest_.estimators_], dtype=np.float32)
            self.counts_ = counts_of(self.forest_.estimators_samples_, codes.size)
            self.out_of_bag_ = out_of_bag_classes(said, self.counts_, codes, classes=self.classes_.size)
        return self

    def as_scikit_learn(self) -> RandomForestClassifier | ExtraTreesClassifier:
        """The scikit-learn estimator with the same predictions."""
        maker = RandomForestClassifier if self.cuts == "best" else ExtraTreesClassifier
        return maker(self.n_estimators, **_settings(self))

    def predict_proba(self, X: Given) -> Floats:
        """Mean class shares of the leaves.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(self.forest_.predict_proba(X))

    def predict(self, X: Given) -> Array:
        """The class with the highest mean share.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(self.forest_.predict(X))

    def importance(self, X: Given, y: Given, *, repeats: int = 1, random_state: Given = None) -> Importance:
        """How much the error of each tree on its out-of-bag rows grows when a column is permuted.

        Parameters
        ----------
        X, y
            The training rows, as in `fit`.
        repeats
            Permutations of each column for each tree.
        random_state
            Seed of the permutations.
        """
        codes = np.searchsorted(self.classes_, np.asarray(y).ravel())

        def losses(tree: Given, rows: Array, own: Array) -> Floats:
            return (highest(_shares(tree, rows)) != codes[own]).astype(np.float64)

        return _importance(self, X, losses, repeats=repeats, random_state=random_state)

    def __sklearn_tags__(self) -> Given:
        """Take sparse matrices, and missing values where trees do."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.input_tags.allow_nan = True, self.cuts != "random" or SKLEARN >= (1, 6)
        return tags


class ForestRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Random forest or extra trees of values, with out-of-bag predictions and the importance of each column (METHODS I.2).

    The trees are those of scikit-learn's `RandomForestRegressor` or `ExtraTreesRegressor` with the same seed; of cuts that are
    equally good up to rounding, another one may be taken.

    Parameters
    ----------
    n_estimators
        Number of trees; out-of-bag errors settle at a few hundred.
    cuts
        ``best`` for a random forest, ``random`` for extra trees.
    max_features
        Columns looked at in each node: a number, a share, or ``sqrt``.
    min_samples_leaf
        Fewest rows of a leaf.
    bootstrap
        Whether each tree gets a bootstrap sample; without it there is nothing out of bag.
    random_state
        Seed.

    Attributes
    ----------
    forest_
        The forest of scikit-learn.
    counts_
        How often each row is in the sample of each tree (B, n).
    out_of_bag_
        `OutOfBag`, or None without bootstrap samples.

    References
    ----------
    breiman2001; geurts2006.

    Examples
    --------
    >>> X = np.arange(60.0).reshape(30, 2)
    >>> forest = ForestRegressor(20, random_state=0).fit(X, X[:, 0])
    >>> forest.predict(X).shape
    (30,)
    """

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        cuts: str = "best",
        max_features: Given = 1 / 3,
        min_samples_leaf: int = 5,
        bootstrap: bool = True,
        random_state: Given = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.cuts = cuts
        self.max_features = max_features
        self.min_samples_leaf = min_samples_leaf
        self.bootstrap = bootstrap
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        """
        self.forest_ = _grown(self, X, y)
        values = np.asarray(y, dtype=np.float64).ravel()
        self.counts_, self.out_of_bag_ = None, None
        if self.bootstrap:
            table = _check_table(self, X)
            said = np.array([tree.tree_.predict(table)[:, 0] for tree in self.forest_.estimators_])
            self.counts_ = counts_of(self.forest_.estimators_samples_, values.size)
            self.out_of_bag_ = out_of_bag_values(said, self.counts_, values)
        return self

    def as_scikit_learn(self) -> RandomForestRegressor | ExtraTreesRegressor:
        """The scikit-learn estimator with the same predictions, up to cuts that are equally good."""
        maker = RandomForestRegressor if self.cuts == "best" else ExtraTreesRegressor
        return maker(self.n_estimators, **_settings(self))

    def predict(self, X: Given) -> Floats:
        """Mean prediction of the trees.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(self.forest_.predict(X))

    def importance(self, X: Given, y: Given, *, repeats: int = 1, random_state: Given = None) -> Importance:
        """How much the squared error of each tree on its out-of-bag rows grows when a column is permuted.

        Parameters
        ----------
        X, y
            The training rows, as in `fit`.
        repeats
            Permutations of each column for each tree.
        random_state
            Seed of the permutations.
        """
        values = np.asarray(y, dtype=np.float64).ravel()

        def losses(tree: Given, rows: Array, own: Array) -> Floats:
            return (tree.tree_.predict(rows)[:, 0] - values[own]) ** 2

        return _importance(self, X, losses, repeats=repeats, random_state=random_state)

    def __sklearn_tags__(self) -> Given:
        """Take sparse matrices, and missing values where trees do."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.input_tags.allow_nan = True, self.cuts != "random" or SKLEARN >= (1, 6)
        return tags


def _grown(ours: Given, X: Given, y: Given) -> Given:
    """Fit scikit-learn's forest, and take over what it knows of the columns."""
    check_option(ours, "cuts", CUTS)
    members = check_count(ours, "n_estimators")
    shape = np.asarray(y).shape
    if len(shape) > 1 and shape[1] > 1:
        received = f"y has {shape[1]} columns"
        raise several_targets(received)
    forest = _grown_by_kernel(ours, X, y, members) if members > 1 and _has_fixed_seed(ours) else None
    forest = forest or ours.as_scikit_learn().fit(X, y)
    ours.n_features_in_ = forest.n_features_in_
    if hasattr(forest, "feature_names_in_"):
        ours.feature_names_in_ = forest.feature_names_in_
    return forest


def _has_fixed_seed(ours: Given) -> bool:
    """Whether one fit does not change the draws of the next: no generator was given."""
    return ours.random_state is None or isinstance(ours.random_state, int | np.integer)


def _grown_by_kernel(ours: Given, X: Given, y: Given, members: int) -> Given:
    """Scikit-learn's forest, of which scikit-learn grows the first tree and the kernel the others; None where it cannot."""
    forest = ours.as_scikit_learn().set_params(n_estimators=1).fit(X, y)
    first, truth = forest.estimators_[0], np.asarray(y).ravel()
    if first.n_outputs_ != 1:
        return None
    rng = check_random_state(ours.random_state)
    trees = [seeded_clone(first, rng) for _ in range(members)]
    trees[0] = first
    forest.set_params(n_estimators=members).estimators_ = trees
    counts = counts_of(forest.estimators_samples_, truth.size) if ours.bootstrap else np.ones((members, truth.size))
    codes = np.searchsorted(forest.classes_, truth) if hasattr(forest, "classes_") else truth
    kernel = KeptTrees.like(first, _check_table(forest, X), codes, counts[0])
    if kernel is not None:
        kernel.fit(trees[1:], list(counts[1:]))
    return forest if kernel is not None else None


def _check_table(ours: Given, X: Given) -> Given:
    """The rows in the 32-bit numbers of scikit-learn's trees."""
    return validate_data(ours, X, accept_sparse="csr", dtype=np.float32, reset=False, ensure_all_finite=False)


def _settings(ours: Given) -> dict[str, Given]:
    """What scikit-learn's forests are told."""
    names = ("max_features", "min_samples_leaf", "bootstrap", "random_state")
    return {name: getattr(ours, name) for name in names}


def _shares(tree: Given, table: Given) -> Floats:
    """Class shares (n, C) of the leaves that the rows of a table of 32-bit numbers reach."""
    found = np.asarray(tree.tree_.predict(table)).reshape(table.shape[0], -1)
    return found / found.sum(axis=1, keepdims=True)


def _importance(ours: Given, X: Given, losses: Given, *, repeats: int, random_state: Given) -> Importance:
    check_is_fitted(ours)
    if ours.counts_ is None:
        message = "without bootstrap samples no row is out of bag"
        raise InputError(message, hint="bootstrap=True")
    table = validate_data(ours, X, dtype=np.float32, reset=False, ensure_all_finite=False)
    names = list(getattr(ours, "feature_names_in_", [f"x{at}" for at in range(table.shape[1])]))
    return permutation_importance(
        ours.forest_.estimators_, table, ours.counts_, losses=losses, names=names, repeats=repeats, seed=random_state
    )
