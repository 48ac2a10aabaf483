"""Bias of the nested and of the naive error of blends, where the true error is known.

Run with ``python -m studies.nested_blends [SIMULATIONS]`` (1,000 by default, about three minutes on one core); it prints and
writes the page.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks.timing import table
from foldwise.data import read
from foldwise.engine import Settings
from foldwise.improvement import ImprovementCase, blend_folds, improvement_method, nested_fits
from foldwise.measures import measure
from foldwise.plans import as_plan, draw
from studies.publication import publish

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

LIBRARY = {
    "logistic": LogisticRegression(max_iter=1000),
    "logistic, strong penalty": LogisticRegression(C=0.01, max_iter=1000),
    "naive Bayes": GaussianNB(),
    **{f"{k} neighbours": KNeighborsClassifier(k) for k in (1, 3, 7, 15)},
    **{f"tree of depth {depth}": DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (1, 2, 4)},
}
BLENDS = ("best-single", "super-learner", "greedy-selection", "stacking")
WORLDS = {"nothing to learn": 0.0, "linear in 2 of 5 columns": 1.0}
ROWS, NEW, FOLDS = 60, 500, 5
QUIET = Settings(progress=None, jobs=1)
TEXT = """\
A blend whose weights were fitted to out-of-fold predictions looks better on these than it is: the weights have seen the rows. The nested
error fits them inside every training set. Both are held against the true error: two classes of 30 rows, 5 columns, ten base models
(linear, naive Bayes, neighbours, trees), {folds} folds, {simulations:,} datasets. The truth is the error on {new:,} new rows of the blend that was
fitted to the first training set, whose size the folds have. *bias* is the mean difference from it, ± its Monte-Carlo error (one
standard error); `brier` is what the weights minimise.

{table}

The first draws of this study, 1,000 other datasets with 2,000 new rows, gave a nested bias of -0.0055 ± 0.0025 for the error of the super learner with
nothing to learn, which looked like more than chance; these are another 1,000 for each line. Both together give -0.0025 ± 0.0018.

Written by `python -m studies.nested_blends`.
"""


def drawn(strength: float, n: int, rng: np.random.Generator) -> tuple[Floats, Array]:
    """Rows of two classes of equal size, apart by so much in two of five columns."""
    y = np.tile([0, 1], n // 2)
    X = rng.normal(size=(n, 5))
    X[:, :2] += strength * (y[:, None] - 0.5)
    return X, y


def losses(shares: Floats, labels: Array, truth: Array) -> Floats:
    """Error and Brier score."""
    return np.array([np.mean(labels != truth), np.mean((shares[:, 1] - truth) ** 2)])


def simulate(strength: float, seed: int) -> Floats:
    """Nested and naive less true, of error and Brier score, for every blend (blends, 2, 2)."""
    rng = np.random.default_rng([16, seed])
    X, y = drawn(strength, ROWS, rng)
    new, truth = drawn(strength, NEW, rng)
    dataset = read(X, y, task="classification")
    parts = draw(as_plan(f"kfold({FOLDS})"), dataset, 10_000 + seed)
    found = nested_fits(dataset, LIBRARY, parts, QUIET)
    case = ImprovementCase("logistic", LIBRARY["logistic"], dataset, measure("error"), LIBRARY)
    first = found.folds[0]
    columns = [clone(one).fit(X[first.inside], y[first.inside]).predict_proba(new) for one in LIBRARY.values()]
    differences = []
    for name in BLENDS:
        method = improvement_method(name)
        blended = blend_folds(method, found, parts, case)
        shares = method.combiner(first.inner, dataset.truth[first.inside], case)(columns)
        true = losses(shares, method.labels(shares, case), truth)
        both = [losses(one.scores, one.output, y[one.row]) for one in (blended.outputs, blended.naive)]
        differences.append(np.array(both) - true)
    return np.array(differences)


def main() -> None:
    """Simulate, print and write the page."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    lines = []
    for world, strength in WORLDS.items():
        found = np.array([simulate(strength, seed) for seed in range(simulations)])
        mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(simulations)
        for at, name in enumerate(BLENDS):
            cells = [f"{mean[at, how, m]:+.4f} ± {error[at, how, m]:.4f}" for m in (0, 1) for how in (0, 1)]
            lines.append([world, name, *cells])
            print(*lines[-1], sep="  ", flush=True)
    head = ["rows", "blend", "error: nested bias", "naive bias", "brier: nested bias", "naive bias"]
    told = {"folds": FOLDS, "simulations": simulations, "new": NEW, "table": table(head, lines)}
    publish("nested-blends", "Nested errors of blends", TEXT.format(**told))


if __name__ == "__main__":
    main()
