"""How often `compare` calls models different that are equal, agree on most rows, or have few rows of a class.

Run with ``python -m studies.agreeing --minutes 10``; again to continue; ``--minutes 0`` to write the page only.
"""

from __future__ import annotations

import json
import time
import warnings
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from benchmarks.timing import table
from foldwise.errors import FoldwiseError
from studies.publication import publish
from studies.validity.duels import LEVEL, agreeing, ask

if TYPE_CHECKING:
    from studies.validity.duels import Duel

STORE = Path(__file__).parents[2] / ".foldwise" / "agreeing.json"
CLASSES = ("error", "balanced-error", "f1", "mcc", "auc", "brier", "log-loss")
VALUES = ("rmse", "mae")
ABOUT = """How often `compare` with its default plan and test calls two models different at 5 %, although they are equal: one learner
sees the columns that tell the classes apart, or the value, and a column of its own that tells nothing; the other model is the
same learner with another such column. By symmetry they are equal under every measure, and they say the same of most rows. In
`half-agree` two columns of each model's own tell as much as the two that both see.
`rare-10` are models of five columns of their own, with 10 % positives. Percentages with their Monte-Carlo error; `**` where more than 7 % by two errors.
{simulations} datasets and more each; those on which a measure has no test are left out.
"""


def simulate(duel: Duel, simulations: int) -> dict[str, list[float]]:
    """Tests made and rejected for each measure."""
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    measures = VALUES if duel.values else CLASSES
    for number in range(simulations):
        try:
            records = ask(duel, duel.draw(number), number, measures)
        except FoldwiseError:
            continue
        for one in records:
            made = np.isfinite(one["p_value"])
            counts[one["measure"]][0] += made
            counts[one["measure"]][1] += made and one["p_value"] <= LEVEL
    return dict(counts)


def shown(made: float, rejected: float) -> str:
    """A rate with its error."""
    if made < 100:
        return "-"
    rate, smoothed = rejected / made, (rejected + 1) / (made + 2)
    error = np.sqrt(smoothed * (1 - smoothed) / made)
    return f"{100 * rate:.1f} ± {100 * error:.1f}" + (" **" if rate - 2 * error > 0.07 else "")


def lines(kept: dict[str, dict[str, list[float]]], *, values: bool) -> list[list[str]]:
    """One line per learner and number of rows."""
    names = VALUES if values else CLASSES
    return [
        [duel.world, duel.model, str(duel.n), *(shown(*kept[duel.key].get(name, [0.0, 0.0])) for name in names)]
        for duel in agreeing()
        if duel.values == values and duel.key in kept
    ]


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option("--simulations", type=int, default=300, show_default=True, help="Datasets of each kind.")
def main(*, minutes: float, simulations: int) -> None:
    """Simulate until the time is spent or every kind has its datasets, then write the page."""
    warnings.simplefilter("ignore")
    kept = json.loads(STORE.read_text()) if STORE.exists() else {}
    deadline = time.monotonic() + 60 * minutes
    STORE.parent.mkdir(parents=True, exist_ok=True)
    for duel in agreeing():
        if duel.key not in kept and time.monotonic() < deadline:
            kept[duel.key] = simulate(duel, simulations)
            STORE.write_text(json.dumps(kept))
            print(duel.key, {name: shown(*one) for name, one in kept[duel.key].items()}, flush=True)
    heads = ("world", "learner", "rows")
    text = "\n\n".join(
        [
            ABOUT.format(simulations=simulations).strip(),
            table((*heads, *CLASSES), lines(kept, values=False)),
            table((*heads, *VALUES), lines(kept, values=True)),
            "Made by `python -m studies.agreeing`; again to continue, `--minutes 0` to write the page only.",
        ]
    )
    publish("agreeing", "Equal models that agree on most rows", text)


if __name__ == "__main__":
    main()
