"""Which tests of two learners are tried on which plans, and their p-values on one draw from a world.

Where a test answers with probabilities, one minus the larger of the probabilities that either learner is better takes the
place of the p-value: at or below 5 % the test would say so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons import (
    Pair,
    compare_pair,
    correlated_posterior,
    equivalent,
    model_confidence_set,
    not_inferior,
)
from foldwise.comparisons.comparison import two_sided
from foldwise.comparisons.methods.batch_t import FEWEST_ROWS
from foldwise.measures import measure
from studies.comparisons.world import margin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.comparisons import Comparison
    from studies.comparisons.world import Drawn, World


@final
@dataclass(frozen=True)
class Trial:
    """A test on a plan by a measure; `first` repeats of the plan only, where not None. ``auto`` is the default."""

    test: str
    plan: str
    measure: str = "error"
    first: int | None = None
    structure: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is kept under."""
        return self.test, self.shown, self.measure

    @property
    def shown(self) -> str:
        """Plan as it is written in the table."""
        if self.first is None:
            return self.plan
        return "kfold(10)" if self.first == 1 else f"kfold(10, repeats={self.first})"

    @property
    def drawn(self) -> bool:
        """Whether the learners are fitted to bootstrap samples too, as `compare` does beside plans of plain rows."""
        return not self.structure and self.test in ("auto", "loo-bootstrap")

    def suits(self, world: World) -> bool:
        """Whether the world has the rows for it, and the learner the scores."""
        if self.test == BARE:
            return world.learner == "opposite"
        if self.structure == ONE and (self.test == "batch-t" if world.n < FEWEST_ROWS else self.test not in LARGE):
            return False
        return self.structure == world.structure and not (self.measure == "auc" and world.learner in LABELS_ONLY)


LARGE = ("batch-t", "cochran-q", "delong", "mcnemar", "paired-t", "placement-t")
"""Tests that are quick on 20,000 rows."""
LABELS_ONLY = ("1-nn", "opposite")
BARE = "corrected-t, nothing put back"
BAYES = "bayes-correlated-t"
SET = "model-confidence-set"
ROPE, LEVEL = 0.01, 0.95
TEN = "kfold(10, repeats=10)"
SAMPLES = "bootstrap(500)"
HOLDOUT = "holdout(1/3)"
NESTED, HALVES = "two-folds-out(5, repeats=10)", "paired-halves(10, splits=15)"
COSINE = "diebold-mariano-cosine"
ONE, SEVERAL = "one test set", "several datasets"
SYSTEMS: tuple[Trial, ...] = (
    Trial("cochran-q", "3 systems", structure=ONE),
    *(
        Trial(test, "2 systems", structure=ONE)
        for test in ("mcnemar", "mcnemar-exact", "mcnemar-chi2", "mcnemar-continuity", "bonett-price", "newcombe")
    ),
    *(Trial(test, "2 systems", structure=ONE) for test in ("permutation", "paired-t", "paired-bootstrap", "batch-t")),
    *(Trial(SET, f"{systems} systems", structure=ONE) for systems in (5, 20)),
    *(Trial(test, "2 systems", "f1", structure=ONE) for test in ("delta", "permutation")),
    *(
        Trial(test, "2 systems", "auc", structure=ONE)
        for test in ("placement-t", "delong", "paired-bootstrap", "batch-t")
    ),
    *(Trial("ranking-t", "2 systems", name, structure=ONE) for name in ("average-precision", "gain")),
)
DATASETS: tuple[Trial, ...] = (
    *(Trial(test, "4 models", structure=SEVERAL) for test in ("friedman", "iman-davenport", "nemenyi")),
    *(Trial(test, "4 models", structure=SEVERAL) for test in ("wilcoxon-holm", "rank-z-holm", "bonferroni-dunn")),
    *(Trial(test, "2 models", structure=SEVERAL) for test in ("wilcoxon", "sign", "bayes-signed-rank", "bayes-sign")),
)
HIERARCHICAL = (Trial("bayes-hierarchical", "2 models", structure="hierarchical"),)
MATCHED = (Trial("matched-fpr", "2 systems", "recall at fpr .2", structure="matched fpr"),)
SIZE: tuple[Trial, ...] = (
    Trial("auto", TEN, first=3),
    *(Trial(test, TEN, first=3) for test in ("loo-bootstrap", "influence")),
    Trial("influence", TEN, "auc", first=3),
    *(Trial(test, TEN, first=1) for test in ("corrected-t", "wald-cv", "naive-t")),
    *(Trial(test, TEN, first=3) for test in ("corrected-t", "corrected-t-once", BAYES, "naive-t")),
    *(Trial(test, TEN) for test in ("corrected-t", "corrected-t-once", "naive-t")),
    Trial(SET, TEN, first=3),
    Trial("nested-cv", NESTED),
    Trial("conservative-z", HALVES),
    Trial("conservative-z", HALVES, "auc"),
    *(Trial(test, "subsample(30, test=1/3)") for test in ("corrected-t", "corrected-t-once", "naive-t")),
    *(Trial(test, "subsample(25, test=0.1)") for test in ("corrected-t", "corrected-t-once")),
    *(Trial(test, "kfold(2, repeats=5)") for test in ("5x2cv-t", "5x2cv-f")),
    *(
        Trial(test, HOLDOUT)
        for test in ("mcnemar", "mcnemar-exact", "mcnemar-chi2", "mcnemar-continuity", "permutation", "paired-t")
    ),
    *(Trial(test, HOLDOUT) for test in ("paired-bootstrap", "wilcoxon", "sign")),
    Trial(BARE, TEN, first=3),
    Trial("delta", HOLDOUT, "f1"),
    *(Trial(test, HOLDOUT, "auc") for test in ("placement-t", "delong")),
    Trial("corrected-t", TEN, "auc", first=3),
    *(Trial(test, "group-kfold(10)", structure="groups") for test in ("auto", "cluster-t", "corrected-t")),
    *(Trial(test, "group-kfold(10, repeats=3)", structure="groups") for test in ("auto", "corrected-t")),
    Trial("cluster-t", "leave-group-out", structure="groups"),
    *(Trial(test, "forward(5)", structure="time") for test in ("auto", "block-t", COSINE, "diebold-mariano")),
    *(Trial(test, "purged(5)", structure="time") for test in ("auto", "block-t", COSINE, "diebold-mariano")),
    *(Trial(test, TEN, first=3, structure="margin") for test in ("equivalent", "not-inferior")),
    *(Trial(test, HOLDOUT, structure="margin") for test in ("equivalent", "not-inferior")),
    *SYSTEMS,
    *DATASETS,
    *HIERARCHICAL,
    *MATCHED,
)
POWER: tuple[Trial, ...] = (
    Trial("auto", TEN, first=3),
    Trial("corrected-t", TEN, first=3),
    Trial("corrected-t", TEN),
    Trial("mcnemar", HOLDOUT),
    Trial("5x2cv-f", "kfold(2, repeats=5)"),
)


def p_values(drawn: Drawn, wanted: Sequence[Trial]) -> dict[Trial, float]:
    """P-value of every trial; plans are drawn and fitted once."""
    tables = {key: drawn.table(key[0], first=key[1]) for key in {(trial.plan, trial.first) for trial in wanted}}
    samples = drawn.table(SAMPLES) if any(trial.drawn for trial in wanted) else None
    found = {}
    for trial in wanted:
        table = tables[trial.plan, trial.first]
        pair = Pair.of(replace(table, bootstrapped=samples) if trial.drawn else table, "a", "b", measure(trial.measure))
        if trial.test in SPECIAL:
            found[trial] = SPECIAL[trial.test](pair, drawn.world)
            continue
        test = "corrected-t" if trial.test == BAYES else trial.test
        result = compare_pair(pair, test, allow_invalid=True)
        found[trial] = float("nan") if result is None else doubt(result) if trial.test == BAYES else result.p_value
    return found


def bare(pair: Pair, world: World) -> float:  # noqa: ARG001 - as the others
    """The corrected t-test without the variance that stratified parts hide."""
    return two_sided(correlated_posterior(pair.scores, 1 / 9))


def doubt(comparison: Comparison) -> float:
    """One minus the probability that either learner is better by more than the ROPE."""
    if comparison.posterior is None:
        return float("nan")
    shares = comparison.posterior.shares(ROPE)
    return 1 - max(shares.left, shares.right)


def shown_equivalent(pair: Pair, world: World) -> float:
    """P-value of equivalence where the difference is exactly the margin."""
    result = compare_pair(pair)
    return float("nan") if result is None else equivalent(result, margin(world, train_rows(pair))).p_value


def shown_not_inferior(pair: Pair, world: World) -> float:
    """P-value of non-inferiority where the first learner is worse by exactly the margin."""
    result = compare_pair(pair.turned())
    return float("nan") if result is None else not_inferior(result, margin(world, train_rows(pair))).p_value


def train_rows(pair: Pair) -> int:
    """Rows that the learners were trained on."""
    return round(pair.resamples.train_size)


def not_in_the_set(pair: Pair, world: World) -> float:  # noqa: ARG001 - as the others
    """Smallest p-value of the model confidence set of the two learners."""
    return min(model_confidence_set([pair.a, pair.b], LEVEL, np.random.default_rng(0)).p_values.values())


SPECIAL: dict[str, Callable[[Pair, World], float]] = {
    BARE: bare,
    SET: not_in_the_set,
    "equivalent": shown_equivalent,
    "not-inferior": shown_not_inferior,
}
