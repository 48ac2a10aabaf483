"""Models that are equal by construction, or differ by a chosen amount, and what `compare` says about them.

One learner sees several blocks of columns that are independent given the target and equally informative, so its expected
values are the same on every block, whatever the measure (METHODS L.7). Where the blocks differ in their Bayes errors, what
`compare` finds is its power.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final
from zlib import crc32

import numpy as np
from scipy.special import ndtri

import foldwise
from foldwise.errors import FoldwiseError
from foldwise.intervals import without_gates
from foldwise.measures import measure as find_measure
from studies.validity.blocks import on_block
from studies.validity.cells import CORE, DEFAULT, IN_TURNS, SLOW, SLOW_CORE, affordable, costs_for, effort, measures_for
from studies.validity.rules import columns_given
from studies.validity.samples import FEWEST, Sample
from studies.validity.truth import make_model
from studies.validity.worlds import alike, group_sizes, remember

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Array, Floats
    from studies.validity.cells import Wanted
    from studies.validity.simulate import Counts

LEVEL = 0.05
TEST_CORE = CORE - {"ece", "average-precision", "g-mean", "macro-f1", "kappa", "median-absolute-error"}
TEST_TURNS = 12
"""A comparison computes every measure twice for either model, so fewer of them are asked for at once."""
STRICT_PLANS = (
    *("kfold(10)", "kfold(5)", "kfold(2, repeats=5)", "kfold(10, repeats=10)", "loo", "holdout(1/3)"),
    *("subsample(50, test=0.1)", "subsample(50, test=1/3)", "bootstrap(200)"),
)


@final
@dataclass(frozen=True)
class Duel:
    """One learner on several blocks of columns.

    Parameters
    ----------
    world
        Name in tables.
    model, n, plan
        What is fitted, to how many rows, and how they are resampled.
    p
        Columns of a block.
    bayes
        Bayes error of each block when classes are balanced; for values, any number per block.
    share
        Share of the second class.
    structure
        ``equal`` or ``pareto`` groups, ``time`` (memory .9), ``weights``, or empty.
    tails
        Degrees of freedom of the noise of values; infinite for normal noise.
    values
        Whether the target is a value: the sum of all blocks' parts and noise.
    shared
        Columns, between the blocks of two models, that both see beside their own; the Bayes error is then that of the shared
        columns, and their own tell next to nothing, so that the models agree on nearly all rows.
    own
        How much the columns of one model tell beside shared ones, for each of them: nothing, or as much as a shared column.
    rule
        ``product`` or ``binary`` columns as in `Rule`, in place of normal classes.
    """

    world: str
    model: str
    n: int
    plan: str = DEFAULT
    p: int = 5
    bayes: tuple[float, ...] = (0.2, 0.2)
    share: float = 0.5
    structure: str = ""
    tails: float = np.inf
    values: bool = False
    shared: int = 0
    own: float = 0.0
    rule: str = ""

    @property
    def equal(self) -> bool:
        """Whether the models are equal by construction."""
        return len(set(self.bayes)) == 1

    @property
    def kind(self) -> str:
        """Size of a test, family-wise error of several, or power."""
        return ("size" if len(self.bayes) == 2 else "family") if self.equal else "power"

    @property
    def key(self) -> str:
        """Name in the results."""
        return f"{self.kind}/{self.world}/{self.model}/n={self.n} p={self.p}/{self.plan}"

    @property
    def effort(self) -> float:
        """How soon it is simulated, beside the others."""
        return effort(self.plan)

    def draw(self, number: int) -> Sample:
        """Draw until every class has two rows."""
        rng = np.random.default_rng([crc32(self.world.encode()), self.n, self.p, number])
        while True:
            sample = self._draw_values(rng) if self.values else self._draw_classes(rng)
            if self.values or np.bincount(sample.y, minlength=2).min() >= FEWEST:
                return sample

    def _draw_classes(self, rng: np.random.Generator) -> Sample:
        group = group_sizes(self.structure, self.n, rng)
        rows = self.n if group is None else group.size
        codes = (rng.random(rows) < self.share).astype(np.intp)
        if self.rule:
            parts = [columns_given(self.rule, codes, self.p, rng) for _ in self.bayes]
            return self._sample(np.hstack(parts), codes, group, rng)
        blocks = [self._noise((rows, self.p), group, rng) for _ in self.bayes]
        if self.shared:
            common = self._noise((rows, self.shared), group, rng)
            strength = (2 * codes - 1)[:, None] * -ndtri(self.bayes[0]) / self.shared**0.5
            blocks = [blocks[0] + self.own * strength, common + strength, blocks[1] + self.own * strength]
            return self._sample(np.hstack(blocks), codes, group, rng)
        for block, bayes in zip(blocks, self.bayes, strict=True):
            block += (2 * codes - 1)[:, None] * -ndtri(bayes) / self.p**0.5
        return self._sample(np.hstack(blocks), codes, group, rng)

    def _draw_values(self, rng: np.random.Generator) -> Sample:
        group = group_sizes(self.structure, self.n, rng)
        rows = self.n if group is None else group.size
        X = alike(rng.normal(size=(rows, self.p * len(self.bayes) + self.shared)), group, rng)
        finite = np.isfinite(self.tails)
        noise = rng.standard_t(self.tails, rows) if finite else self._noise((rows, 1), group, rng)[:, 0]
        shares = np.full(X.shape[1], self.own if self.shared else 1.0)
        shares[self.p : self.p + self.shared] = 1.0
        return self._sample(X, X @ shares / (self.shared or self.p) ** 0.5 + noise, group, rng)

    def _noise(self, shape: tuple[int, int], group: Array | None, rng: np.random.Generator) -> Floats:
        noise = alike(rng.normal(size=shape), group, rng)
        return remember(noise, 0.9) if self.structure == "time" else noise

    def _sample(self, X: Floats, y: Array, group: Array | None, rng: np.random.Generator) -> Sample:
        order = np.arange(len(y)) if self.structure == "time" else None
        weights = 1 + np.exp(1.5 * rng.normal(size=len(y))) if self.structure == "weights" else None
        return Sample(X, y, self.n, group, order, weights)

    def measures(self, number: int, wanted: Wanted = IN_TURNS) -> tuple[str, ...]:
        """Measures that simulation `number` asks for."""
        known = [name for name in measures_for(0 if self.values else 2) if not np.isnan(find_measure(name).best)]
        core = SLOW_CORE if self.plan.startswith(SLOW) else TEST_CORE
        return wanted.among(number, affordable(known, self.n, wanted), core=core, turns=TEST_TURNS)


def ask(duel: Duel, sample: Sample, number: int, measures: tuple[str, ...]) -> list[dict[str, Any]]:
    """Compare as a user would who names nothing but the measures; one record per pair and measure."""
    names = "abcdefgh"[: len(duel.bayes)]
    models = {
        name: on_block(make_model(duel.model, regression=duel.values), at * duel.p, (at + 1) * duel.p + duel.shared)
        for at, name in enumerate(names)
    }
    settings: dict[str, Any] = {
        **sample.roles,
        **costs_for(measures, 0 if duel.values else 2),
        "measures": list(measures),
        "seed": number,
        "jobs": 1,
        "baseline": False,
    }
    if duel.plan != DEFAULT:
        settings["plan"] = duel.plan
    with without_gates():
        result = foldwise.compare(models, sample.X, sample.y, **settings)
    return [{**one, "plan": result.plan.partition("(")[0]} for one in result.pairs().to_dict("records")]


def simulate_duel(duel: Duel, number: int, wanted: Wanted = IN_TURNS) -> dict[str, Counts]:
    """Counts of the measures that one simulation asks for."""
    measures = duel.measures(number, wanted)
    sample = duel.draw(number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            records = ask(duel, sample, number, measures)
        except Exception:  # noqa: BLE001 - a measure that is refused, or fails, must not hide the others
            return {name: alone(duel, sample, number, name) for name in measures}
    return {name: count([one for one in records if one["measure"] == name]) for name in measures}


def alone(duel: Duel, sample: Sample, number: int, name: str) -> Counts:
    """Counts of a measure that is asked for alone; one that is refused has none, one that fails is counted as that."""
    try:
        return count([one for one in ask(duel, sample, number, (name,)) if one["measure"] == name])
    except FoldwiseError:
        return {"asked": 1, "none": 1}
    except Exception:  # noqa: BLE001
        return {"asked": 1, "none": 1, "crashed": 1}


def count(pairs: list[dict[str, Any]]) -> Counts:
    """What the pairs of one measure add: a family is rejected where any of its pairs is."""
    tested = [one for one in pairs if np.isfinite(one["p_adjusted"])]
    if not tested:
        return {"asked": 1, "none": 1}
    first = tested[0]
    difference = first["difference"] if (first["a"], first["b"]) == ("a", "b") else -first["difference"]
    return {
        "asked": 1,
        "made": 1,
        "rejected": any(one["p_adjusted"] <= LEVEL for one in tested),
        "claimed": any(one["verdict"] in ("better", "worse") for one in tested),
        "equivalent": any(one["verdict"] == "equivalent" for one in tested),
        "zero": any(one["high"] <= one["low"] for one in tested),
        "excludes": any(one["low"] > 0 or one["high"] < 0 for one in tested),
        "difference": difference,
        "difference2": difference**2,
        f"method:{first['method']}": 1,
        f"plan:{first['plan']}": 1,
    }


def duels() -> tuple[Duel, ...]:
    """Every duel, the equal ones first."""
    return tuple(
        dict.fromkeys([*_equal(), *_trees(), *agreeing(), *_structured(), *_families(), *_different(), *_plans()])
    )


def _equal() -> Iterator[Duel]:
    yield from (Duel("balanced", "lda", n) for n in (50, 100, 300))
    yield from (Duel("balanced", f"{k}-nn", n) for n in (100, 300, 1000) for k in (1, 3, 5))
    yield Duel("balanced", "1-nn", 100, p=3)
    yield Duel("balanced", "lda", 60, p=15)
    yield from (Duel("balanced", "gaussian-nb", n) for n in (50, 100))
    yield from (Duel("balanced", model, 100) for model in ("qda", "logistic"))
    for model in ("lda", "gaussian-nb"):
        yield Duel("rare-8", model, 200, share=0.08)
        yield Duel("rare-3", model, 500, share=0.03)
        yield Duel("rare-2", model, 500, share=0.02)
    yield Duel("rare-8", "5-nn", 200, share=0.08, bayes=(0.05, 0.05))
    yield Duel("separable", "lda", 100, bayes=(0.002, 0.002))
    yield Duel("no-signal", "gaussian-nb", 100, bayes=(0.5, 0.5))
    yield Duel("regression", "linear", 50, p=20, values=True)
    yield from (Duel("regression", model, 100, values=True) for model in ("linear", "5-nn"))
    yield from (Duel("t3", "linear", n, tails=3, values=True) for n in (60, 300))


def _trees() -> Iterator[Duel]:
    yield from (Duel("balanced", "tree", n) for n in (50, 100, 300))
    yield from (Duel("interaction", "tree", n, rule="product") for n in (100, 300))
    yield Duel("interaction-groups", "tree", 150, rule="product", structure="equal")
    yield from (Duel("binary", "tree", n, rule="binary") for n in (60, 100, 300))
    yield from (Duel("rare-10", model, 300, share=0.1) for model in ("tree", "2-tree"))
    yield Duel("binary", "gaussian-nb", 60, rule="binary")
    yield Duel("regression", "tree", 100, values=True)


def agreeing() -> Iterator[Duel]:
    """Models that say the same of most rows, so that losses are tied on nearly all of them; and few rows of a class."""
    yield from (Duel("rare-10", model, 50, share=0.1) for model in ("lda", "gaussian-nb"))
    yield from (
        Duel("agree-rare-5", model, 100, p=1, shared=4, share=0.05, bayes=(0.05, 0.05))
        for model in ("lda", "gaussian-nb")
    )
    yield Duel("half-agree-rare-10", "gaussian-nb", 100, p=2, shared=2, own=1.0, share=0.1)
    yield from (Duel("half-agree", model, 50, p=2, shared=2, own=1.0, bayes=(0.3, 0.3)) for model in ("lda", "5-nn"))
    yield Duel("half-agree-regression", "linear", 50, p=2, shared=2, own=1.0, values=True)
    yield Duel("agree", "1-nn", 50, p=1, shared=2)
    yield from (Duel("agree", model, 50, p=1, shared=4) for model in ("lda", "gaussian-nb", "5-nn"))
    yield from (Duel("nearly-identical", "lda", n, p=1, shared=4, bayes=(0.05, 0.05)) for n in (50, 100))
    yield Duel("agree-t3", "linear", 50, p=1, shared=4, tails=3, values=True)
    yield Duel("agree-regression", "linear", 100, p=1, shared=4, values=True)


def _structured() -> Iterator[Duel]:
    yield from (Duel("groups", model, n, structure="equal") for n in (120, 300) for model in ("lda", "5-nn"))
    yield Duel("pareto-groups", "lda", 300, structure="pareto")
    yield Duel("group-regression", "linear", 300, structure="equal", values=True)
    yield Duel("pareto-regression", "linear", 300, structure="pareto", values=True)
    yield from (Duel("class-series", "lda", n, structure="time") for n in (100, 300))
    yield from (Duel("series", "linear", n, structure="time", values=True) for n in (100, 300))
    yield Duel("weights", "gaussian-nb", 300, structure="weights")
    yield Duel("weighted-regression", "linear", 300, structure="weights", values=True)


def _families() -> Iterator[Duel]:
    yield from (Duel("five-equal", "5-nn", n, bayes=(0.2,) * 5) for n in (100, 300))
    yield Duel("five-equal", "lda", 100, bayes=(0.2,) * 5)


def _different() -> Iterator[Duel]:
    yield from (Duel(".20-.26", model, 300, bayes=(0.2, 0.26)) for model in ("lda", "gaussian-nb", "5-nn"))
    yield Duel(".20-.26", "lda", 1000, bayes=(0.2, 0.26))


def _plans() -> Iterator[Duel]:
    for plan in STRICT_PLANS:
        yield from (Duel("balanced", model, 100, plan) for model in ("lda", "5-nn"))
        yield Duel("regression", "linear", 100, plan, values=True)
    for plan in ("group-kfold(5)", "leave-group-out", "stratified-group(5)"):
        yield Duel("groups", "lda", 300, plan, structure="equal")
