"""How often the default intervals of calibration measures contain the truth, on one test set.

Worlds in which intercept and slope of the logit are known. Run with ``python -m studies.calibration [simulations]``.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.timing import table
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from studies.publication import publish

BINNED = ("ece", "mce", "classwise-ece", "debiased-calibration-error", "brier-reliability")
BENT = ("calibration-slope", "calibration-intercept", "calibration-in-the-large")
WORLDS = {"calibrated": (0.0, 1.0), "too sure": (0.4, 0.6), "too timid": (-0.3, 1.5)}
"""Intercept a and slope b of logit P(y) = a + b · logit p."""
SIZES, LARGE, LEVEL = (50, 100, 300, 1000), 1_000_000, 0.95
MEAN, SPREAD = -0.5, 1.2
"""Of the true logits."""


def draw(n: int, world: str, rng: np.random.Generator) -> Predictions:
    """Rows of a world."""
    a, b = WORLDS[world]
    logit = rng.normal(MEAN, SPREAD, n)
    truth = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(int)
    said = 1 / (1 + np.exp(-(logit - a) / b))
    return Predictions.build(truth, {"m": (said > 0.5).astype(int)}, scores={"m": said}, classes=[0, 1])


def true_values(world: str) -> dict[str, float]:
    """Values in the whole population: known, or of a million rows."""
    whole = draw(LARGE, world, np.random.default_rng(99))
    found = {name: ModelScores(whole, "m", measure(name)).value for name in (*BINNED, BENT[2])}
    a, b = WORLDS[world]
    known = {"calibration-slope": b, "calibration-intercept": a}
    # What chance puts into the errors of a calibrated model, even in a million rows, is not theirs.
    return {**found, **(dict.fromkeys(BINNED, 0.0) if world == "calibrated" else {}), **known}


def simulate(n: int, world: str, simulations: int) -> list[list[str]]:
    """Share of the intervals that contain the truth, and their mean width."""
    truth, rng = true_values(world), np.random.default_rng(n)
    inside: dict[str, list[bool]] = {name: [] for name in (*BINNED, *BENT)}
    widths: dict[str, list[float]] = {name: [] for name in inside}
    methods = {}
    for _ in range(simulations):
        rows = draw(n, world, rng)
        for name in inside:
            found = make_interval(ModelScores(rows, "m", measure(name)), level=LEVEL)
            if found is not None:
                inside[name].append(found.low <= truth[name] <= found.high)
                widths[name].append(found.width)
                methods[name] = found.method
    lines = []
    for name, hits in inside.items():
        share = float(np.mean(hits))
        error = np.sqrt(max(share * (1 - share), 1 / simulations) / simulations)
        shown = f"{100 * share:.1f} % ± {100 * error:.1f}"
        lines.append([name, methods[name], world, f"{n:,}", shown, f"{np.mean(widths[name]):.3f}"])
    return lines


def main() -> None:
    """Simulate and publish."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rows = [line for world in WORLDS for n in SIZES for line in simulate(n, world, simulations)]
    rows.sort(key=lambda line: (*BINNED, *BENT).index(line[0]))
    text = (
        f"Share of {simulations} simulations in which the default interval at 95 % on one test set contains the true value, "
        "with its Monte-Carlo error, and the mean width. Mean calibration errors cover more than their level: chance makes "
        "them larger than they are, and the interval allows for all of it; the largest one (MCE) covers about its level, and "
        "less where a bin has three rows. Slope and intercept cover what they say, or a point less.\n\n"
        + table(["measure", "method", "model", "rows", "contains the truth", "width"], rows)
    )
    print(text)
    publish("calibration", "Intervals of calibration measures", text)


if __name__ == "__main__":
    main()
