"""What comparing costs beyond the fits: ten models at once against the same ten fitted one by one."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise
from benchmarks.timing import in_turns, publish, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.plans import as_plan, draw

PLAN = "kfold(10, repeats=3)"
MODELS = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "logistic-2": make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=1000)),
    "knn": make_pipeline(StandardScaler(), KNeighborsClassifier()),
    "svm": make_pipeline(StandardScaler(), SVC()),
    "tree": DecisionTreeClassifier(),
    "tree-2": DecisionTreeClassifier(max_depth=4),
    "forest": RandomForestClassifier(30),
    "extra": ExtraTreesClassifier(30),
    "boosting": HistGradientBoostingClassifier(max_iter=20),
    "network": make_pipeline(StandardScaler(), MLPClassifier(8, max_iter=2000)),
}


def main() -> None:
    """Measure and publish."""
    X, y = load_breast_cancer(return_X_y=True)
    dataset = as_dataset(X, y)
    resamples = draw(as_plan(PLAN), dataset, 0)
    settings = Settings(jobs=1)
    fits = {name: (lambda n=name: run(dataset, {n: MODELS[n]}, resamples, settings)) for name in MODELS}
    together = {"compare": lambda: foldwise.compare(MODELS, dataset, plan=PLAN, measures="error,auc", jobs=1)}
    seconds = in_turns({**fits, **together}, rounds=3)
    quick = {f"nb-{power}": GaussianNB(var_smoothing=10.0**-power) for power in range(10)}
    batched = in_turns(
        {
            "fits": lambda: [run(dataset, {name: model}, resamples, settings) for name, model in quick.items()],
            "compare": lambda: foldwise.compare(quick, dataset, plan=PLAN, measures="error,auc", jobs=1),
        },
        rounds=7,
    )
    total = sum(seconds[name] for name in MODELS)
    share = seconds["compare"] / total - 1
    rows = [
        ["the fits of ten models on 3x10 folds, one model after the other, seconds", f"{total:.2f}", ""],
        [
            "`compare` of the ten, with baseline, intervals, 110 tests and the check for memorisers",
            f"{seconds['compare']:.2f}",
            "",
        ],
        ["overhead", f"{share:+.1%}", "+5%"],
        ["the fits of ten naive Bayes models, which have a batched kernel, seconds", f"{batched['fits']:.3f}", ""],
        ["`compare` of these", f"{batched['compare']:.3f}", ""],
    ]
    publish("compare", "Comparing", table(["figure", "measured", "bound"], rows))


if __name__ == "__main__":
    np.seterr(all="ignore")
    main()
