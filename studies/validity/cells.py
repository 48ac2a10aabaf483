"""The cells of the study: a world, a model, a number of rows and a plan; what is asked of them, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import Task
from foldwise.measures import MEASURES, Needs
from foldwise.measures import measure as find_measure
from studies.validity.worlds import WORLDS, world

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from foldwise.arrays import Floats

DEFAULT = "default"
"""The plan that the verbs take when none is named."""
ROW_PLANS = (
    "kfold(10)",
    "kfold(5)",
    "kfold(5, repeats=2)",
    "subsample(50, test=0.1)",
    "subsample(50, test=1/3)",
    "loo",
    "bootstrap(200)",
    "holdout(1/3)",
)
GROUP_PLANS = ("group-kfold(5)", "group-kfold(10, repeats=3)", "stratified-group(5)", "leave-group-out")
TIME_PLANS = ("forward(10)", "purged(6)")
CORE = frozenset(
    (
        *("error", "balanced-error", "precision", "recall", "f1", "mcc", "kappa", "auc", "average-precision"),
        *("log-loss", "brier", "mae", "rmse", "r2", "correlation"),
    )
)
"""Measures that every simulation asks for."""
SLOW = ("holdout", "bootstrap", "loo")
"""Plans whose intervals take long for measures without a formula of their own."""
SLOW_CORE = frozenset(
    ("error", "balanced-error", "recall", "precision", "f1", "mcc", "auc", "log-loss", "brier", "mae", "rmse")
)
"""Measures that every simulation of such a plan asks for."""
TURNS = 12
"""The other measures take turns: each is asked for in one of so many simulations."""
NO_TRUTH = frozenset(
    (
        *("max-error", "hosmer-lemeshow"),  # they grow with the number of rows
        *("coverage", "selective-error"),  # every row gets an answer
        *("prevalence", "brier-uncertainty"),  # they are no property of a model
    )
)
"""Measures that have no value on infinitely many rows, or nothing to be unsure of."""
LEFT_OUT = frozenset(("partial-auc", "aurc", "e-aurc", "eer", "gain", "lift", "ks", "recall-at-fpr"))
"""Rank statistics whose interval leaves out every row in turn, which takes long for many rows."""
CLASSWISE = frozenset(("average-precision",))
"""The same where there are many classes."""
FEW_ROWS = 50
"""Rows up to which they are asked for."""
POSITIVE = frozenset(("mape", "smape"))
"""Measures that have a mean only where the target stays away from 0, beside those that declare their domain."""


@final
@dataclass(frozen=True)
class Wanted:
    """Measures that are asked for in every simulation: the core (and the others in turns), all, or those named."""

    everything: bool = False
    only: frozenset[str] = frozenset()

    def among(self, number: int, known: Sequence[str], *, core: frozenset[str], turns: int) -> tuple[str, ...]:
        """Measures of those known that simulation `number` asks for."""
        if self.only:
            return tuple(name for name in known if name in self.only)
        return asked_in(number, known, core=core, turns=turns, everything=self.everything)

    @property
    def in_turns(self) -> bool:
        """Whether some of the measures take turns."""
        return not (self.everything or self.only)


IN_TURNS = Wanted()


@final
@dataclass(frozen=True)
class Cell:
    """One model under one plan on samples of n rows from one world."""

    world: str
    model: str
    n: int
    plan: str = DEFAULT

    @property
    def key(self) -> str:
        """Name in the results."""
        return f"coverage/{self.world}/{self.model}/n={self.n}/{self.plan}"

    @property
    def effort(self) -> float:
        """How soon it is simulated, beside the others."""
        return effort(self.plan)

    def measures(self, number: int, wanted: Wanted = IN_TURNS) -> tuple[str, ...]:
        """Measures that simulation `number` asks for."""
        drawn = world(self.world)
        known = measures_for(drawn.classes, positive=getattr(drawn, "positive", False))
        slow = self.plan.startswith(SLOW)
        known = affordable(known, self.n, wanted, classes=drawn.classes)
        return wanted.among(number, known, core=SLOW_CORE if slow else CORE, turns=5 * TURNS if slow else TURNS)


def affordable(known: Sequence[str], n: int, wanted: Wanted, *, classes: int = 2) -> tuple[str, ...]:
    """Measures that simulations on n rows can ask for in turns: without those whose interval leaves out row after row.

    Examples
    --------
    >>> affordable(["auc", "eer"], 300, Wanted()), affordable(["auc", "eer"], 50, Wanted())
    (('auc',), ('auc', 'eer'))
    """
    if n <= FEW_ROWS or not wanted.in_turns:
        return tuple(known)
    return tuple(name for name in known if name not in LEFT_OUT and (classes <= 2 or name not in CLASSWISE))


def effort(plan: str) -> float:
    """Share of the simulations after which a cell waits for those of the default plans.

    Examples
    --------
    >>> effort("default"), effort("kfold(5)"), effort("holdout(1/3)")
    (1.0, 0.4, 0.1)
    """
    return 1.0 if plan == DEFAULT else 0.1 if plan.startswith(SLOW) else 0.4


def asked_in(
    number: int, known: Sequence[str], *, core: frozenset[str] = CORE, turns: int = TURNS, everything: bool = False
) -> tuple[str, ...]:
    """Measures that simulation `number` asks for: the core and those whose turn it is, or all.

    Examples
    --------
    >>> asked_in(1, ["error", "gini", "lift", "eer"], turns=2)
    ('error', 'lift')
    """
    if everything:
        return tuple(known)
    others = [name for name in known if name not in core]
    return (*(name for name in known if name in core), *others[number % turns :: turns])


@cache
def measures_for(classes: int, *, positive: bool = False) -> tuple[str, ...]:
    """Names of the measures that a model with probabilities, or with values, can be asked for.

    Examples
    --------
    >>> "lift" in measures_for(2), "lift" in measures_for(10), "rmse" in measures_for(0)
    (True, False, True)
    """
    task = Task.CLASSIFICATION if classes else Task.REGRESSION
    return tuple(
        one.name
        for one in MEASURES
        if one.task is task
        and one.name not in NO_TRUTH
        and (positive or not (task is Task.REGRESSION and (one.domain is not None or one.name in POSITIVE)))
        and not (one.two_classes and classes != 2)
    )


def costs_for(measures: Iterable[str], classes: int) -> dict[str, Floats]:
    """Costs as the verbs take them, where one of the measures needs them: 1 to 5 for a mistake, by the true class.

    Examples
    --------
    >>> costs_for(["cost"], 2)["costs"].tolist(), costs_for(["error"], 2)
    ([[0.0, 1.0], [5.0, 0.0]], {})
    """
    if not any(find_measure(name).needs is Needs.COSTS for name in measures):
        return {}
    of_class = np.linspace(1, 5, classes)
    return {"costs": np.where(np.eye(classes, dtype=np.bool_), 0.0, of_class[:, None])}


def coverage_cells() -> tuple[Cell, ...]:
    """Every world, model and size on its default plan; then other plans on fewer of them."""
    full = [Cell(one.name, model, n) for one in WORLDS for n in one.sizes for model in one.models]
    return tuple(dict.fromkeys([*full, *_other_plans()]))


def _other_plans() -> Iterator[Cell]:
    for plan in ROW_PLANS:
        yield from (Cell("balanced", model, 100, plan) for model in ("lda", "5-nn", "1-nn"))
        yield from (Cell(name, "lda", n, plan) for name, n in (("rare-5", 300), ("separable", 100)))
        yield from (Cell(name, "linear", 100, plan) for name in ("regression", "t3"))
        if not plan.startswith(SLOW):
            yield from (Cell("balanced", "lda", 1000, plan), Cell("ten", "gaussian-nb", 300, plan))
        yield Cell("weighted-regression", "linear", 300, plan)
    yield from (Cell("balanced", "tree", n) for n in (50, 100, 300))
    yield from (Cell("regression", "tree", n) for n in (100, 300))
    yield from (Cell("interaction", "tree", n, plan) for plan in ("kfold(10)", "kfold(5)", "loo") for n in (150, 300))
    yield from (Cell(name, "lda", 100, "kfold(10, repeats=10)") for name in ("balanced", "separable"))
    yield Cell("t3", "linear", 100, "kfold(10, repeats=10)")
    for plan in GROUP_PLANS:
        yield from (Cell(name, "lda", 300, plan) for name in ("groups", "pareto-groups"))
        if not plan.startswith("stratified"):
            yield from (Cell(name, "linear", 300, plan) for name in ("group-regression", "pareto-regression"))
    for plan in TIME_PLANS:
        yield from (Cell("series", "linear", n, plan) for n in (100, 1000))
        yield Cell("class-series", "lda", 300, plan)
    for plan in (DEFAULT, "kfold(10)", "subsample(50, test=1/3)", "holdout(1/3)"):
        yield from (Cell(name, "baseline", 100, plan) for name in ("balanced", "rare-5", "regression"))


def matching(keys: Iterable[str], pattern: str) -> list[str]:
    """Keys that contain the text, or match the pattern with * and ?.

    Examples
    --------
    >>> matching(["coverage/t3/linear/n=60/default", "size/lda"], "t3*n=60")
    ['coverage/t3/linear/n=60/default']
    """
    return [key for key in keys if fnmatchcase(key, f"*{pattern}*")]
