"""`foldwise.sklearn` and scikit-learn itself with two workers, in turns, with the largest difference of their scores."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sklearn.model_selection as own
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise.sklearn as ours
from benchmarks.timing import publish, table, turns_of

CANCER, DIABETES = load_breast_cancer(return_X_y=True), load_diabetes(return_X_y=True)
SCALED = StandardScaler().fit_transform(CANCER[0]), CANCER[1]
TEN_BY_TEN = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
OPTIMUM = {"solver": "newton-cholesky", "tol": 1e-10}
MOST_OVERHEAD = 0.05


@dataclass(frozen=True)
class World:
    """A call that both sides make, and how much faster ours must be; a grid makes it a search."""

    name: str
    model: Any
    rows: Any
    wanted: float
    grid: dict[str, Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def call(self, module: Any, jobs: int | None = 2) -> np.ndarray:  # noqa: ANN401 - a module
        """Scores of all folds."""
        if self.grid is None:
            return module.cross_val_score(self.model, *self.rows, n_jobs=jobs, **self.options)
        search = module.GridSearchCV(self.model, self.grid, n_jobs=jobs, **self.options).fit(*self.rows)
        found = search.cv_results_
        return np.array([found[key] for key in found if key.startswith("split")])


WORLDS = (
    World("naive Bayes, 10 x 10 folds, breast cancer", GaussianNB(), CANCER, 60, options={"cv": TEN_BY_TEN}),
    World(
        "ridge, 50 penalties, 10 folds, diabetes", Ridge(), DIABETES, 50, {"alpha": np.logspace(-3, 3, 50)}, {"cv": 10}
    ),
    World(
        "logistic at its optimum (newton-cholesky, tol 1e-10), 50 penalties, 10 folds, breast cancer scaled",
        *(LogisticRegression(**OPTIMUM), SCALED, 50, {"C": np.logspace(-3, 2, 50)}, {"cv": 10}),
    ),
    World(
        "neighbours, 15 values of k, 10 folds, breast cancer",
        *(KNeighborsClassifier(), CANCER, 50, {"n_neighbors": range(1, 31, 2)}, {"cv": 10}),
    ),
    World(
        "tree, 8 depths x 5 leaf sizes, 10 folds, breast cancer",
        *(DecisionTreeClassifier(random_state=0), CANCER, 30),
        {"max_depth": [2, 3, 4, 5, 6, 8, 10, None], "min_samples_leaf": [1, 2, 4, 8, 16]},
        {"cv": 10},
    ),
)
LEFT = (
    World("SVC, 10 folds, breast cancer scaled", SVC(), SCALED, 0, options={"cv": 10}),
    World("logistic by lbfgs, 10 folds, breast cancer scaled", LogisticRegression(), SCALED, 0, options={"cv": 10}),
    World(
        "pipeline with SVC, 12 candidates, 5 folds",
        *(make_pipeline(StandardScaler(), SVC()), CANCER, 0, {"svc__C": np.logspace(-2, 2, 12)}, {"cv": 5}),
    ),
)


def faster(world: World, rounds: int) -> list[str]:
    """One line: both times, their ratio, that of the first calls of the turns, the largest difference."""
    apart = float(np.abs(world.call(ours) - world.call(own)).max())
    times = turns_of({"ours": lambda: world.call(ours), "own": lambda: world.call(own)}, rounds=rounds)
    mine, others = times["ours"], times["own"]
    ratio = others.best / mine.best
    met = "yes" if ratio >= world.wanted else "no"
    return [
        world.name,
        f"{1e3 * mine.best:.1f}",
        f"{1e3 * others.best:.0f}",
        f"{ratio:.0f}",
        f"≥ {world.wanted}: {met}",
        f"{others.first / mine.first:.0f}",
        f"{apart:.0e}",
    ]


def overhead(world: World, pairs: int) -> list[str]:
    """One line: how much longer a call takes that is left to scikit-learn, by processor time; one worker on both sides."""
    times = []
    for at in range(2 * pairs):
        module, start = (ours, own)[(at + at // 2) % 2], time.process_time()
        world.call(module, None)
        times.append((module is own, time.process_time() - start))
    mine, others = (np.array([taken for side, taken in times if side is wanted]) for wanted in (False, True))
    more = float(np.median(mine / others)) - 1
    met = "yes" if more <= MOST_OVERHEAD else "no"
    return [
        world.name,
        f"{1e3 * np.median(mine):.1f}",
        f"{1e3 * np.median(others):.1f}",
        f"{100 * more:+.1f} %",
        f"≤ 5 %: {met}",
    ]


def main(rounds: int = 7) -> None:
    """Measure and publish."""
    quick = table(
        [
            "batched",
            "foldwise.sklearn, ms",
            "scikit-learn n_jobs=2, ms",
            "ratio",
            "wanted",
            "first calls",
            "largest difference",
        ],
        [faster(world, rounds) for world in WORLDS],
    )
    left = table(
        ["left to scikit-learn", "foldwise.sklearn, CPU ms", "scikit-learn, CPU ms", "longer", "wanted"],
        [overhead(world, 3 * rounds) for world in LEFT],
    )
    told = (
        "Best times of calls made in turns of equal length in one process; the workers of scikit-learn are running when it is\n"
        "timed. `first calls` is the ratio of the first calls of these turns, which find the caches cold.\n"
        "OMP_NUM_THREADS=1 keeps BLAS to one thread on both sides. What is left to scikit-learn: medians of processor time, and the\n"
        f"median of the ratios of {3 * rounds} pairs of calls."
    )
    publish("sklearn_dropin", "scikit-learn's functions, batched", f"{told}\n\n{quick}\n\n{left}")


if __name__ == "__main__":
    main()
