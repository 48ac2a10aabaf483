"""The nested error of a super learner of ten base models, against the nest refitted with scikit-learn."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from scipy.optimize import nnls
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import PredefinedSplit, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from benchmarks.timing import publish, table
from foldwise.data import read
from foldwise.engine import Settings
from foldwise.improvement import ImprovementCase, blend_folds, improvement_method, nested_fits
from foldwise.measures import measure
from foldwise.plans import as_plan, draw

LIBRARY = {
    "logistic": LogisticRegression(max_iter=1000),
    "logistic, strong penalty": LogisticRegression(C=0.01, max_iter=1000),
    "linear discriminant": LinearDiscriminantAnalysis(),
    "ridge": RidgeClassifier(),
    "naive Bayes": GaussianNB(),
    "5 neighbours": KNeighborsClassifier(5),
    "25 neighbours": KNeighborsClassifier(25),
    "tree of depth 2": DecisionTreeClassifier(max_depth=2, random_state=0),
    "tree of depth 4": DecisionTreeClassifier(max_depth=4, random_state=0),
    "tree, leaves of 5": DecisionTreeClassifier(min_samples_leaf=5, random_state=0),
}
SIZES = ((300, 10), (1_000, 20))
PEER_FOLDS = 6
"""Outer folds on which the peer is timed; its time for all hundred is theirs times their share."""
INTRODUCTION = f"""\
Nested error of a super learner of ten base models (four linear, naive Bayes, two of neighbours, three trees) on 10x10 folds: within
every training set its nine other parts are the folds that weights are fitted to. One thread, both in one process, in turns, best of
three. scikit-learn refits the nest: `cross_val_predict` over the nine folds and a refit for each base model, `scipy.optimize.nnls`
for the weights. It is timed on {PEER_FOLDS} of the 100 training sets, and that time is multiplied by 100/{PEER_FOLDS}. On those {PEER_FOLDS} both
make the same predictions, up to ties between neighbours and cuts; *agree* is the share of rows with the same class.
"""


def ours(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Class of every row in every repeat, by the nested super learner (10, n)."""
    dataset = read(X, y, task="classification")
    parts = draw(as_plan("kfold(10, repeats=10)"), dataset, 0)
    found = nested_fits(dataset, LIBRARY, parts, Settings(progress=None, jobs=1))
    case = ImprovementCase("logistic", LIBRARY["logistic"], dataset, measure("error"), LIBRARY)
    outputs = blend_folds(improvement_method("super-learner"), found, parts, case).outputs
    classes = np.zeros((10, len(y)), dtype=int)
    classes[parts.repeat[outputs.resample], outputs.row] = outputs.output
    return classes


def peer(X: np.ndarray, y: np.ndarray, parts: np.ndarray, part: int) -> np.ndarray:
    """The same for one training set, refitted with scikit-learn: classes of its test rows."""
    train = parts != part
    folds = PredefinedSplit(np.unique(parts[train], return_inverse=True)[1])
    inner, outer = [], []
    for model in LIBRARY.values():
        how = "predict_proba" if hasattr(model, "predict_proba") else "predict"
        inner.append(shares(cross_val_predict(model, X[train], y[train], cv=folds, method=how)))
        outer.append(shares(getattr(clone(model).fit(X[train], y[train]), how)(X[~train])))
    goal = np.eye(2)[y[train]].ravel()
    errors = np.column_stack([one.ravel() - goal for one in inner])
    # The smallest error of weights that add up to 1 (decision 0024).
    scaled = errors / np.sqrt((errors**2).sum(axis=0)).max()
    weights, _ = nnls(np.vstack([scaled, np.ones(len(inner))]), np.r_[np.zeros(goal.size), 1.0])
    return np.tensordot(weights / weights.sum(), np.stack(outer), axes=1).argmax(axis=1)


def shares(said: np.ndarray) -> np.ndarray:
    """Probabilities; of a classifier without any, its votes."""
    return said if said.ndim == 2 else np.eye(2)[said]


def measured(n: int, p: int, rounds: int = 3) -> list[str]:
    """One size of table."""
    X, y = make_classification(n, p, n_informative=5, n_redundant=0, flip_y=0.1, random_state=0)
    parts = draw(as_plan("kfold(10, repeats=10)"), read(X, y, task="classification"), 0).parts
    mine, theirs = np.inf, np.inf
    for _ in range(rounds):
        start = perf_counter()
        classes = ours(X, y)
        mine = min(mine, perf_counter() - start)
        start = perf_counter()
        said = [peer(X, y, parts[part], part) for part in range(PEER_FOLDS)]
        theirs = min(theirs, (perf_counter() - start) * 100 / PEER_FOLDS)
    same = [np.mean(classes[part][parts[part] == part] == said[part]) for part in range(PEER_FOLDS)]
    error = float(np.mean(classes != y))
    return [
        f"{n:,} x {p}",
        f"{error:.3f}",
        f"{mine:.2f}",
        f"{theirs:.1f}",
        f"{theirs / mine:.0f}x",
        f"{np.mean(same):.1%}",
    ]


def main() -> None:
    """Measure, print and write the page."""
    with threadpool_limits(1):
        rows = [measured(n, p) for n, p in SIZES]
    text = table(["rows x columns", "nested error", "foldwise, s", "scikit-learn, s", "ratio", "agree"], rows)
    publish("nested_super_learner", "Nested error of a super learner", f"{INTRODUCTION}\n{text}")


if __name__ == "__main__":
    main()
