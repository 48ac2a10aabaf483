"""One fit of our bagging, forests and AdaBoost on all rows, against scikit-learn's, in turns, in one process."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.datasets import make_classification, make_regression
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)

from benchmarks.timing import in_turns, publish, table
from foldwise.ensembles import AdaBoostSAMME, BaggedClassifier, BaggedRegressor, ForestClassifier, ForestRegressor

PAIRS: dict[str, tuple[Any, Any]] = {
    "bagging, 50 trees": (
        BaggedClassifier(combine="probabilities", random_state=0),
        BaggingClassifier(n_estimators=50, random_state=0),
    ),
    "random forest, 100 trees": (ForestClassifier(random_state=0), RandomForestClassifier(random_state=0)),
    "extra trees, 100": (
        ForestClassifier(cuts="random", bootstrap=False, random_state=0),
        ExtraTreesClassifier(random_state=0),
    ),
    "AdaBoost, 50 stumps": (AdaBoostSAMME(random_state=0), AdaBoostClassifier(random_state=0)),
    "bagging of values, 50 trees": (
        BaggedRegressor(random_state=0),
        BaggingRegressor(n_estimators=50, random_state=0),
    ),
    "random forest of values, 100 trees": (
        ForestRegressor(random_state=0),
        RandomForestRegressor(max_features=1 / 3, min_samples_leaf=5, random_state=0),
    ),
}
INTRODUCTION = """\
One `fit` on 10,000 x 20 numbers by the estimators of `foldwise.ensembles` and by scikit-learn's with the same seed, two classes or
values, in turns in one process, best of three. Ours include the out-of-bag predictions, the error and its interval, of bagging and
random forests, and the training trace of AdaBoost; scikit-learn's here do not. *two jobs* is scikit-learn with `n_jobs=2`, where it
has that; ours take the cores there are. Scikit-learn fits the first tree, and the kernel the others if it grows the same first one
([how](../howto/trees.md)). *difference* is the largest between the predictions of both, of classes their probabilities.
"""


def measured(title: str, ours: Any, theirs: Any) -> list[str]:  # noqa: ANN401 - estimators
    """One line of the table."""
    make = make_regression if "values" in title else make_classification
    X, y = make(10_000, 20, random_state=0)
    work = {"ours": lambda: ours.fit(X, y), "theirs": lambda: theirs.set_params(**one).fit(X, y)}
    one: dict[str, int] = {"n_jobs": 1} if "n_jobs" in theirs.get_params() else {}
    if one:
        work["two"] = lambda: theirs.set_params(n_jobs=2).fit(X, y)
    seconds = in_turns(work, rounds=3)
    how = "predict_proba" if hasattr(ours, "predict_proba") and "AdaBoost" not in title else "predict"
    difference = np.abs(getattr(ours, how)(X) - getattr(theirs, how)(X)).max()
    mine, two = seconds["ours"], seconds.get("two")
    return [
        title,
        f"{mine:.2f}",
        f"{seconds['theirs']:.2f}",
        f"{seconds['theirs'] / mine:.1f}x",
        "" if two is None else f"{two:.2f}",
        "" if two is None else f"{two / mine:.1f}x",
        f"{difference:.0e}",
    ]


def main() -> None:
    """Measure, print and write the page."""
    rows = [measured(title, *pair) for title, pair in PAIRS.items()]
    head = ["fit", "foldwise, s", "scikit-learn, s", "ratio", "two jobs, s", "ratio", "difference"]
    publish("ensemble_fits", "Fits of ensembles", f"{INTRODUCTION}\n{table(head, rows)}")


if __name__ == "__main__":
    main()
