"""Which tests are tried on which plans, and their p-values on one draw from a world."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from foldwise.comparisons import Pair, compare_pair, correlated_posterior, memorises
from foldwise.comparisons.corrected_t import two_sided
from foldwise.measures import measure

if TYPE_CHECKING:
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
    def shown(self) -> str:
        """Plan as it is written in the table."""
        if self.first is None:
            return self.plan
        return "kfold(10)" if self.first == 1 else f"kfold(10, repeats={self.first})"

    def suits(self, world: World) -> bool:
        """Whether the world has the rows for it, and the learner the scores."""
        if self.test == BARE:
            return world.learner == "opposite"
        return self.structure == world.structure and not (self.measure == "auc" and world.learner != "lda")


BARE = "corrected-t, nothing put back"
TEN = "kfold(10, repeats=10)"
HOLDOUT = "holdout(1/3)"
SIZE: tuple[Trial, ...] = (
    Trial("auto", TEN, first=3),
    *(Trial(test, TEN, first=1) for test in ("corrected-t", "wald-cv", "naive-t")),
    *(Trial(test, TEN, first=3) for test in ("corrected-t", "corrected-t-once", "naive-t")),
    *(Trial(test, TEN) for test in ("corrected-t", "corrected-t-once", "naive-t")),
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
    Trial("delong", HOLDOUT, "auc"),
    Trial("corrected-t", TEN, "auc", first=3),
    Trial("cluster-t", "group-kfold(10)", structure="groups"),
    Trial("block-t", "forward(5)", structure="time"),
    Trial("diebold-mariano", "forward(5)", structure="time"),
)
POWER: tuple[Trial, ...] = (
    Trial("auto", TEN, first=3),
    Trial("corrected-t", TEN),
    Trial("mcnemar", HOLDOUT),
    Trial("5x2cv-f", "kfold(2, repeats=5)"),
)


def p_values(drawn: Drawn, trials: tuple[Trial, ...]) -> dict[Trial, float]:
    """P-value of every trial that suits; plans are drawn and fitted once."""
    wanted = [trial for trial in trials if trial.suits(drawn.world)]
    tables = {key: drawn.table(key[0], first=key[1]) for key in {(trial.plan, trial.first) for trial in wanted}}
    found = {}
    for trial in wanted:
        table = tables[trial.plan, trial.first]
        memorisers: frozenset[str] = frozenset()
        if trial.test == "auto":
            own = replace(table, apparent=drawn.apparent())
            memorisers = frozenset(name for name in "ab" if memorises(own, name))
        pair = Pair.of(table, "a", "b", measure(trial.measure))
        if trial.test == BARE:
            found[trial] = two_sided(correlated_posterior(pair.scores, 1 / 9))
            continue
        result = compare_pair(pair, trial.test, memorisers=memorisers, allow_invalid=True)
        found[trial] = float("nan") if result is None else result.p_value
    return found
