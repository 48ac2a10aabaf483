"""Test sets of systems whose true values are known, and the same for all systems of a world."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import final

import numpy as np
from scipy.special import expit, logit, ndtri

from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions

GAP = -2 * float(ndtri(0.2))
"""Distance of two classes whose Bayes error is .2 where they are balanced."""
ROWS = (100, 30, 1000, 300)
LARGE = 1_000_000
MORE = 4
"""Rows of every second sample, for every row of the first, where sizes are unequal."""


@final
@dataclass(frozen=True)
class World:
    """Rows of a test set, and what a system says about them.

    Parameters
    ----------
    name
        What is particular about it.
    n
        Rows of the first sample.
    numeric
        Whether values are predicted, and not classes.
    share
        Share of positives.
    gap
        Distance of the scores of the two classes, in standard deviations.
    cut
        Score from which on a row is called positive, as a share of the distance from the middle.
    ties
        Whether scores, or errors, are rounded to whole numbers, so that many are equal.
    tails
        Degrees of freedom of the errors of values; infinite for normal ones.
    unequal
        Whether every second sample is larger than the first.
    unlike
        Whether the smaller samples have heavy tails and the larger ones have not; RMSE and nothing else is the same.
    """

    name: str
    n: int
    numeric: bool = False
    share: float = 0.5
    gap: float = GAP
    cut: float = 0.0
    ties: bool = False
    tails: float = np.inf
    unequal: bool = False
    unlike: bool = False

    @property
    def title(self) -> str:
        """Name with the number of rows."""
        return f"{self.name} n={self.n}" + (f" and {MORE * self.n}" if self.unequal or self.unlike else "")

    def rows(self, place: int) -> int:
        """Rows of a sample."""
        return MORE * self.n if place % 2 and (self.unequal or self.unlike) else self.n

    def draw(self, rng: np.random.Generator, samples: int) -> list[Predictions]:
        """Test sets of as many systems, called a, b and so on."""
        make = self.values if self.numeric else self.classes
        return [make(rng, self.rows(place), "abcdefgh"[place], place) for place in range(samples)]

    def classes(self, rng: np.random.Generator, rows: int, name: str = "m", place: int = 0) -> Predictions:  # noqa: ARG002
        """Labels and calibrated probabilities of one system; all places are alike."""
        truth = (rng.random(rows) < self.share).astype(np.intp)
        score = rng.normal(size=rows) + (truth - 0.5) * self.gap
        score = np.round(score) if self.ties else score
        labels = (score > self.cut * self.gap / 2).astype(np.intp)
        said = expit(self.gap * score + logit(self.share))
        return Predictions.build(truth, {name: labels}, scores={name: said}, classes=[0, 1])

    def values(self, rng: np.random.Generator, rows: int, name: str = "m", place: int = 0) -> Predictions:
        """Values that one system predicts, with an error of variance 3."""
        heavy = np.isfinite(self.tails) and not (self.unlike and place % 2)
        errors = rng.standard_t(self.tails, rows) if heavy else np.sqrt(3) * rng.normal(size=rows)
        truth = 5 * rng.normal(size=rows)
        errors = np.round(errors) if self.ties else errors
        return Predictions.build(truth, {name: truth - errors}, task="regression")


def true_value(world: World, name: str) -> float:
    """Value of a measure in a very large sample; that of heavy tails exactly, since samples of any size miss some."""
    return _value_of_all(replace(world, n=0, name="", unequal=False, unlike=False), name)


@cache
def _value_of_all(world: World, name: str) -> float:
    found = measure(name)
    if not world.numeric:
        return ModelScores(world.classes(np.random.default_rng(1), LARGE), "m", found).value
    if np.isfinite(world.tails):
        return {"rmse": float(np.sqrt(3)), "mae": float(2 * np.sqrt(3) / np.pi)}[name]
    return ModelScores(world.values(np.random.default_rng(1), LARGE), "m", found).value


def worlds() -> tuple[World, ...]:
    """All worlds, in the order in which they are simulated."""
    return tuple(one for n in ROWS for one in (*value_worlds(n), *class_worlds(n)))


def class_worlds(n: int) -> tuple[World, ...]:
    """Worlds of classes."""
    return (
        World("balanced", n),
        World("5 % positive", n, share=0.05, cut=1),
        World("1 % positive", n, share=0.01, cut=1),
        World("separable", n, gap=6.0),
        World("ties", n, ties=True),
        World("unequal sizes", n, unequal=True),
    )


def value_worlds(n: int) -> tuple[World, ...]:
    """Worlds of values."""
    return (
        World("normal", n, numeric=True),
        World("heavy tails", n, numeric=True, tails=3),
        World("ties of values", n, numeric=True, ties=True),
        World("unequal sizes of values", n, numeric=True, unequal=True),
        World("unlike tails", n, numeric=True, tails=3, unlike=True),
    )
