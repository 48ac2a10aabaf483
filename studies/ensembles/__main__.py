"""Coverage of the out-of-bag interval, beside the interval that bootstraps the losses of the rows only.

Run with ``python -m studies.ensembles WORLD SIMULATIONS`` for each world (about two minutes for 1,000); it goes on where it
was stopped. Without arguments it prints and writes the page from the figures that are kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.timing import table
from foldwise.ensembles import BaggedClassifier, ForestClassifier, ForestRegressor
from studies.ensembles.pattern import read_kept, section
from studies.publication import publish

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.ensembles import OutOfBag

KEPT = Path(__file__).with_name("out_of_bag")
NEW, DRAWS, CHUNK = 2000, 400, 25
NAMES = ("true", "error", "ours", "width", "naive", "naive_width")
WORLDS = {
    "linear": ("two classes, linear in 3 of 10 columns", 100, lambda seed: ForestClassifier(50, random_state=seed)),
    "easy": ("two classes, 13 % error", 100, lambda seed: ForestClassifier(50, random_state=seed)),
    "nothing": ("two classes, nothing to learn", 100, lambda seed: ForestClassifier(50, random_state=seed)),
    "three": ("three classes, 8 columns", 100, lambda seed: ForestClassifier(50, random_state=seed)),
    "three-many": ("three classes, 8 columns", 100, lambda seed: ForestClassifier(200, random_state=seed)),
    "small": ("two classes, linear in 3 of 10 columns", 40, lambda seed: ForestClassifier(50, random_state=seed)),
    "large": ("two classes, linear in 3 of 10 columns", 300, lambda seed: ForestClassifier(50, random_state=seed)),
    "many": ("two classes, linear in 3 of 10 columns", 50, lambda seed: ForestClassifier(200, random_state=seed)),
    "values": ("Friedman's first function", 100, lambda seed: ForestRegressor(50, random_state=seed)),
    "bagging": (
        "two classes, linear in 3 of 10 columns",
        60,
        lambda seed: BaggedClassifier(n_estimators=30, random_state=seed),
    ),
}
"""What is drawn, how many rows, and the ensemble."""


def draw(world: str, n: int, rng: np.random.Generator) -> tuple[Floats, Array]:
    """Rows of a world."""
    if world == "values":
        X = rng.random((n, 10))
        signal = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
        return X, signal + rng.normal(size=n)
    if world.startswith("three"):
        y = rng.integers(0, 3, n)
        X = rng.normal(size=(n, 8))
        X[:, 0] += y
        X[:, 1] += y == 1
        return X, y
    if world == "nothing":
        return rng.normal(size=(n, 10)), rng.integers(0, 2, n)
    if world == "easy":
        X = rng.normal(size=(n, 5))
        return X, (X[:, 0] + 0.5 * X[:, 1] + 0.3 * rng.normal(size=n) > 0).astype(int)
    X = rng.normal(size=(n, 10))
    return X, (0.6 * X[:, :3].sum(axis=1) + rng.normal(size=n) > 0).astype(int)


def bootstrapped(found: OutOfBag, rng: np.random.Generator) -> tuple[float, float]:
    """Percentiles of the mean of losses that are drawn again."""
    losses = found.losses[np.isfinite(found.losses)]
    means = losses[rng.integers(0, losses.size, (DRAWS, losses.size))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def simulate(world: str, seed: int) -> list[float]:
    """True and out-of-bag error of one fitted ensemble, and of both intervals whether it is inside, and the width."""
    _, n, make = WORLDS[world]
    rng = np.random.default_rng([15, seed])
    X, y = draw(world, n, rng)
    new, truth = draw(world, NEW, rng)
    model = make(seed).fit(X, y)
    said = model.predict(new)
    true = float(np.mean((said - truth) ** 2 if world == "values" else said != truth))
    found = model.out_of_bag_
    (low, high), (left, right) = found.interval(), bootstrapped(found, rng)
    return [true, found.error, float(low <= true <= high), high - low, float(left <= true <= right), right - left]


def add(kept: dict[str, dict[str, float]], world: str, simulations: int) -> None:
    """Go on to so many simulations, and keep the means now and then."""
    one = kept.setdefault(world, dict.fromkeys(("simulations", *NAMES), 0.0))
    while one["simulations"] < simulations:
        done = int(one["simulations"])
        part = range(done, min(done + CHUNK, simulations))
        means = np.mean([simulate(world, seed) for seed in part], axis=0)
        for name, mean in zip(NAMES, means, strict=True):
            one[name] = float((one[name] * done + mean * len(part)) / part.stop)
        one["simulations"] = part.stop
        (KEPT / f"{world}.json").write_text(json.dumps(one, indent=1) + "\n", encoding="utf-8")


def page(kept: dict[str, dict[str, float]]) -> str:
    """The table, with Monte-Carlo errors."""
    lines = []
    for world, (what, n, make) in WORLDS.items():
        if world in kept:
            one = kept[world]
            members = f"{type(make(0)).__name__}, {make(0).n_estimators}"
            shares = [share(one[name], one["simulations"]) for name in ("ours", "naive")]
            wider = f"{one['width'] / one['naive_width']:.2f}"
            figures = [f"{one['true']:.3g}", f"{one['error'] - one['true']:+.3g}", *shares, wider]
            lines.append([what, str(n), members, f"{one['simulations']:.0f}", *figures])
    heads = ["rows", "n", "ensemble", "simulations", "error", "bias", "interval", "losses bootstrapped", "width ratio"]
    return table(heads, lines)


def share(value: float, simulations: float) -> str:
    """A share with its Monte-Carlo error."""
    return f"{value:.3f} ± {np.sqrt(value * (1 - value) / simulations):.3f}"


TEXT = """\
How often a 95 % interval made from out-of-bag predictions contains the error that the fitted ensemble has on {new:,} new rows:
that of `out_of_bag_.interval()`, and the percentiles of the mean of the losses of the rows, drawn again {draws} times. *Error* is the
mean true error, *bias* that of the out-of-bag error, which is the error of an ensemble of about a third of the members; the
lower end of the interval allows for it.

"""
AFTER = """

Losses of different rows are dependent, since each row is in the samples of members that predict the others, so an interval that takes
them for independent covers too seldom. The one of `foldwise.ensembles` adds the effect of each row through the members. That effect is
estimated from the members, with noise that is subtracted on average; with fewer members than rows little is left of it, and it is drawn
towards a variance 1.4 times that of independent losses. The 1.4 was read off 250 other draws of each of the four worlds of 100 rows
with classes, under forests of 100 trees; the lines of values, bagging and other numbers of rows had no part in it. Written by `python -m studies.ensembles`.
"""


def main() -> None:
    """Simulate a world, or write the page."""
    KEPT.mkdir(exist_ok=True)
    kept = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in KEPT.glob("*.json")}
    if len(sys.argv) > 1:
        add(kept, sys.argv[1], int(sys.argv[2]))
    print(page(kept))
    simulated = f"## Out-of-bag intervals\n\n{TEXT.format(new=NEW, draws=DRAWS)}{page(kept)}{AFTER.rstrip()}"
    pattern = read_kept()
    publish("ensembles", "Ensembles", simulated + (section(pattern) if pattern else ""))


if __name__ == "__main__":
    main()
