"""The cells of the study: a problem, a learner, a number of rows, and a plan with the methods it serves."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMED, USUAL = 2500, 1000
"""Replications after which a cell is done: those of the named figures, and the others."""

DEFAULT, CAREFUL, BOOTSTRAP = "kfold(10, repeats=3)", "two-folds-out(5, repeats=10)", "bootstrap(200)"
ONCE, TEN, HOLDOUT = "kfold(10)", "kfold(10, repeats=10)", "holdout(1/3)"
HALVES, UNSTRATIFIED = "paired-halves(10, splits=15)", "kfold(10, repeats=3, stratify=false)"

METHODS: dict[str, tuple[str, ...]] = {
    DEFAULT: ("influence", "corrected-t", "naive-t", "cv-binomial"),
    UNSTRATIFIED: ("corrected-t",),
    ONCE: ("influence", "wald-cv", "wald-cv-within", "corrected-t", "naive-t"),
    TEN: ("corrected-t", "cv-binomial", "naive-t"),
    "subsample(25, test=0.1)": ("influence", "corrected-t"),
    "subsample(50, test=0.1)": ("split-percentile",),
    "loo": ("influence", "wald-cv"),
    "kfold(2, repeats=5)": ("5x2cv",),
    CAREFUL: ("nested-cv",),
    HALVES: ("conservative-z",),
    "bootstrap": ("oob", "632plus", "location-shifted", "split-percentile"),
    HOLDOUT: ("wilson", "clopper-pearson", "holdout-t"),
    "replace-one(5)": ("replace-one",),
    "bootstrap-case(60)": ("bootstrap-case",),
    "group-kfold(10)": ("influence", "cluster-t", "corrected-t"),
    "forward(10)": ("influence", "block-t", "hac-t"),
}
"""Which methods are made from the predictions of a plan."""

TEST_SET = "fixed"
"""A model of n rows asked about n others: what is certain is the model, what is left is the chance of the test rows."""
SHARES = ("wilson", "clopper-pearson", "mid-p", "agresti-coull", "jeffreys", "wald")
BOOTSTRAPS = ("bca", "percentile", "basic", "studentised", "bayesian-bootstrap")
ON_TEST_SET: dict[str, tuple[str, ...]] = {
    "error": (*SHARES, "holdout-t", *BOOTSTRAPS),
    "average-precision": ("batch-t", "ranking-t"),
    "brier-uncertainty": ("carried-share",),
    "f1": ("wilson", "delta", "bca"),
    "auc": ("placement-t", "logit-delong", "delong", "hanley-mcneil", "bca", "percentile"),
    "partial-auc": ("partial-placement-t", "bca"),
    "balanced-error": ("beta-convolution", "delta"),
    "mcc": ("delta", "bca"),
    "ece": ("calibration-noise",),
    "mse": ("holdout-t", *BOOTSTRAPS),
    "correlation": ("fisher-z", "bca"),
    "r2": ("delta", "bca"),
}
"""Which methods are tried for a measure on one test set."""

LEARNERS = ("lda", "qda", "1-nn", "tree", "gaussian-nb", "majority", "linear", "5-nn")


@final
@dataclass(frozen=True)
class Cell:
    """One plan for one learner on one problem at one size.

    Parameters
    ----------
    problem, learner, n, plan
        What is drawn, fitted and resampled.
    until
        Half-width at which the plan stops being repeated; 0 where it is not.
    measure
        What is asked of a test set; empty for the loss of the problem.
    goal
        Replications after which the cell is done.
    """

    problem: str
    learner: str
    n: int
    plan: str
    until: float = 0.0
    measure: str = ""
    goal: int = field(default=USUAL, compare=False)

    @property
    def label(self) -> str:
        """The plan in words, with the limit or the measure if there is one."""
        if self.measure:
            return f"{self.plan}, {self.measure}"
        return f"{self.plan} until {self.until:g}" if self.until else self.plan

    @property
    def named(self) -> bool:
        """Whether the issue names the figure."""
        return self.goal == NAMED

    @property
    def methods(self) -> tuple[str, ...]:
        """Methods made from the predictions; .632+ refuses models that memorise, so it is not asked of them."""
        if self.until:
            return ("corrected-t",)
        if self.measure:
            return ON_TEST_SET[self.measure]
        memorises = self.learner in ("1-nn", "tree")
        found = METHODS["bootstrap" if self.plan.startswith("bootstrap(") else self.plan]
        return tuple(one for one in found if not memorises or one not in ("632plus", "location-shifted"))


def make_learner(name: str) -> Any:  # noqa: ANN401 - an estimator
    """Make a fresh estimator."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LinearRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from sklearn.tree import DecisionTreeClassifier

    makers = {
        "lda": LinearDiscriminantAnalysis,
        "qda": QuadraticDiscriminantAnalysis,
        "1-nn": lambda: KNeighborsClassifier(1),
        "tree": DecisionTreeClassifier,
        "gaussian-nb": GaussianNB,
        "majority": DummyClassifier,
        "linear": LinearRegression,
        "5-nn": lambda: KNeighborsRegressor(5),
    }
    return makers[name]()


def all_cells() -> list[Cell]:
    """Every cell, the named figures first."""
    return list(dict.fromkeys([*_named(), *_until(), *_linear(), *_others(), *_structured(), *_test_sets()]))


def _named() -> Iterator[Cell]:
    """The figures of the issue: LDA, 1-NN and a tree at n = 100."""
    yield Cell("normal", "lda", 100, DEFAULT, goal=NAMED)
    for learner in ("lda", "1-nn", "tree"):
        yield Cell("normal", learner, 100, CAREFUL, goal=NAMED)
    yield Cell("normal", "1-nn", 100, BOOTSTRAP, goal=NAMED)
    yield Cell("unbalanced", "lda", 100, DEFAULT, goal=NAMED)
    yield Cell("unbalanced", "majority", 100, DEFAULT, goal=NAMED)


def _until() -> Iterator[Cell]:
    """What stopping at a short interval costs, beside the same plan that is never repeated or always."""
    for width in (0.1, 0.09, 0.08):
        yield Cell("normal", "lda", 100, ONCE, until=width, goal=NAMED)
    yield Cell("normal", "lda", 100, ONCE, goal=NAMED)
    yield Cell("normal", "lda", 100, TEN, goal=NAMED)


def _linear() -> Iterator[Cell]:
    """LDA from 20 to 10,000 rows with every plan that its size allows."""
    for n in (20, 50, 100, 500, 2000, 10_000):
        for plan in (DEFAULT, ONCE, TEN, "subsample(25, test=0.1)", "kfold(2, repeats=5)", HOLDOUT):
            yield Cell("normal", "lda", n, plan)
        if n <= 2000:
            yield Cell("normal", "lda", n, CAREFUL)
        if n <= 500:
            bootstrap = f"bootstrap({max(200, n // 2)})"
            for plan in (bootstrap, HALVES, "loo", "subsample(50, test=0.1)"):
                yield Cell("normal", "lda", n, plan)
    for n in (50, 100):
        yield Cell("normal", "lda", n, "replace-one(5)")
        yield Cell("normal", "lda", n, "bootstrap-case(60)")


def _others() -> Iterator[Cell]:
    """Unstable learners, many columns, noisy labels, unbalanced classes, regression."""
    yield from crossed(
        ("normal",), ("1-nn", "tree", "qda"), (100,), (DEFAULT, ONCE, CAREFUL, BOOTSTRAP, HOLDOUT, HALVES)
    )
    yield from crossed(("normal",), ("1-nn", "tree"), (20, 500), (DEFAULT, CAREFUL))
    yield from crossed(
        ("unbalanced",), ("lda", "majority", "tree"), (100,), (DEFAULT, UNSTRATIFIED, CAREFUL, BOOTSTRAP)
    )
    for name, learner in (("wide", "lda"), ("noisy", "lda"), ("noisy", "1-nn"), ("normal", "gaussian-nb")):
        yield from crossed((name,), (learner,), (100,), (DEFAULT, CAREFUL, BOOTSTRAP))
    yield from crossed(("regression", "heavy"), ("linear",), (50, 100, 1000), (DEFAULT, ONCE, CAREFUL, HOLDOUT))
    yield from crossed(("regression", "heavy"), ("linear",), (50, 100), (BOOTSTRAP,))
    yield from crossed(("regression", "heavy"), ("5-nn",), (100,), (DEFAULT,))


def crossed(
    problems: tuple[str, ...], learners: tuple[str, ...], sizes: tuple[int, ...], plans: tuple[str, ...]
) -> Iterator[Cell]:
    """Every combination."""
    yield from (Cell(*cell) for cell in product(problems, learners, sizes, plans))


def _structured() -> Iterator[Cell]:
    """Rows in groups and in time order."""
    for n in (100, 500):
        yield Cell("grouped", "lda", n, "group-kfold(10)")
    for n in (200, 1000):
        yield Cell("series", "linear", n, "forward(10)")


def _test_sets() -> Iterator[Cell]:
    """One test set, every measure that has a method of its own."""
    # Batches are for more rows than a bootstrap could visit.
    yield Cell("normal", "lda", 20_000, TEST_SET, measure="average-precision")
    for n in (100, 500):
        for name in (
            "error",
            "f1",
            "auc",
            "partial-auc",
            "average-precision",
            "brier-uncertainty",
            "balanced-error",
            "mcc",
            "ece",
        ):
            yield Cell("normal", "lda", n, TEST_SET, measure=name)
            yield Cell("unbalanced", "lda", n, TEST_SET, measure=name)
        for name in ("mse", "correlation", "r2"):
            yield Cell("regression", "linear", n, TEST_SET, measure=name)
