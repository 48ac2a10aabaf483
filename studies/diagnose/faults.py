"""Random rows with one fault each, and random rows without any, as `diagnose` looks at them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.advice import Case, look_at
from foldwise.data import as_dataset
from foldwise.diagnosing import Subject, check_loss, parts_called
from foldwise.diagnosing.request import read_beside
from foldwise.engine import Settings
from foldwise.measures import measure
from foldwise.models import as_models, only_model
from foldwise.plans import as_plan
from foldwise.predictions import Predictions
from studies.checks.worlds import SOUND, autoregressive, chosen, copied, grouped, nearly_copied, numbered, with_copy

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

__all__ = ["FAULTS", "Rows", "codes_of", "sound"]

Rng = np.random.Generator


@final
@dataclass(frozen=True)
class Rows:
    """Rows of one case, and what else is asked about them."""

    X: Any
    y: Any
    plan: str = "kfold(10)"
    new_rows: Any = None
    candidates: Any = None
    known: dict[str, Any] = field(default_factory=dict)


def codes_of(rows: Rows, rng: Rng) -> set[str]:
    """Codes of all checks that speak where a quick model is diagnosed."""
    dataset = as_dataset(rows.X, rows.y, **rows.known)
    models = ("gaussian-nb", "lda", "tree", "knn") if dataset.is_classification else ("linear", "ridge", "tree", "knn")
    name, model = only_model(as_models(str(rng.choice(models)), dataset), "diagnose")
    subject = Subject(
        dataset,
        name,
        model,
        check_loss(None, dataset),
        as_plan(rows.plan),
        Settings(progress=None, jobs=1, seed=int(rng.integers(1000))),
        new_rows=read_beside(rows.new_rows, dataset),
    )
    (part,) = parts_called("checks")
    found = {one.code for one in part.find(subject, {})["checks"]}
    if rows.candidates is not None:
        case = Case("diagnose", candidates=rows.candidates, measures=(measure("error"),))
        found |= {one.code for one in look_at(case)}
    return found


AS_IT_IS = {"FW204": ("5 % positive",), "FW205": ("t with 3 degrees of freedom, values",), "FW208": ("ten classes",)}
"""Kinds of rows of which a check is true."""


def sound(rng: Rng, code: str = "") -> Rows:
    """Rows of a random kind of which a check is not true; new rows and candidates with which nothing is wrong either."""
    if code == "FW207":
        return Rows(*plain(rng, numeric=bool(rng.random() < 0.5), gap=float(rng.uniform(2, 6))))
    if code == "FW206" and rng.random() < 0.5:
        return Rows(*plain(rng, gap=float(rng.uniform(0.5, 12)), rows=(500, 1500)))
    name = str(rng.choice([one for one in SOUND if one not in AS_IT_IS.get(code, ())]))
    n = int(rng.integers(150, 600))
    X, y = SOUND[name](2 * n, rng)
    order = np.sort(rng.permutation(2 * n)[:n])
    rest = np.setdiff1d(np.arange(2 * n), order)
    y = np.asarray(y)
    counts = np.bincount(y[order]) if y.dtype.kind in "iu" else np.full(2, n)
    if counts.min() < 12 or (code == "FW204" and counts.max() >= 0.8 * counts.sum()):
        return sound(rng, code)
    return Rows(X[order], y[order], new_rows=X[rest], candidates=candidates(rng, curse=False))


def plain(
    rng: Rng, *, numeric: bool = False, gap: float = 1.5, rows: tuple[int, int] = (150, 600)
) -> tuple[Array, Array]:
    """Normal columns of some number, with a target that depends on the first two."""
    n, p = int(rng.integers(*rows)), int(rng.integers(4, 12))
    X = rng.normal(size=(n, p)) * rng.uniform(0.5, 20, p) + rng.uniform(-50, 50, p)
    z = (X - X.mean(axis=0)) / X.std(axis=0)
    if numeric:
        return X, z[:, 0] - z[:, 1] + rng.normal(size=n)
    return X, (gap * (z[:, 0] + z[:, 1]) + rng.logistic(size=n) > 0).astype(int)


def of_world(world: Callable[[int, Rng], tuple[Array, Array]]) -> Callable[[Rng], Rows]:
    """Rows of a world of the study of checks."""
    return lambda rng: Rows(*world(int(rng.integers(200, 600)), rng))


def either(rng: Rng) -> tuple[Array, Array]:
    """Classes or values."""
    return plain(rng, numeric=bool(rng.random() < 0.5))


def scaled(rng: Rng) -> Rows:
    """Columns that were standardised, scaled to their range, rotated or imputed with all rows in view."""
    X, y = either(rng)
    way = int(rng.integers(4))
    if way == 0:
        return Rows((X - X.mean(axis=0)) / X.std(axis=0), y)
    if way == 1:
        return Rows((X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0)), y)
    if way == 2:
        centred = X - X.mean(axis=0)
        return Rows(centred @ np.linalg.svd(centred, full_matrices=False)[2].T, y)
    gone = rng.random(len(X)) < 0.1
    X[gone, 2] = X[~gone, 2].mean()
    return Rows(X, y)


def encoded(rng: Rng) -> Rows:
    """A category that was encoded by the mean of the target."""
    X, y = either(rng)
    town = rng.integers(0, int(rng.integers(5, 40)), len(X))
    means = np.bincount(town, weights=y) / np.maximum(np.bincount(town), 1)
    return Rows(np.column_stack([X, means[town]]), y)


def shifted(rng: Rng) -> Rows:
    """New rows of another town: a part of the columns is moved or stretched."""
    X, y = either(rng)
    half = len(X) // 2
    new, spread = X[half:].copy(), X.std(axis=0)
    for place in rng.permutation(X.shape[1])[: int(rng.integers(1, 4))]:
        new[:, place] += spread[place] * rng.uniform(0.8, 2.0) * rng.choice([-1, 1])
    return Rows(X[:half], y[:half], new_rows=new)


def flipped(rng: Rng) -> Rows:
    """A part of the labels is wrong, 8 to 20 %, of 500 to 1,500 rows: few rows cannot tell."""
    X, y = plain(rng, gap=float(rng.uniform(4, 12)), rows=(500, 1500))
    wrong = rng.random(len(y)) < rng.uniform(0.08, 0.2)
    return Rows(X, np.where(wrong, 1 - y, y))


def unrelated(rng: Rng) -> Rows:
    """A target that has nothing to do with the columns."""
    X, y = either(rng)
    return Rows(X, rng.permutation(y))


def rare_in_parts(rng: Rng) -> Rows:
    """A class with fewer rows than the plan has parts."""
    X, y = plain(rng)
    y = np.where(np.arange(len(y)) < int(rng.integers(3, 9)), 2, y)
    return Rows(X, y)


def dominated(rng: Rng) -> Rows:
    """One value that was typed with a zero too many."""
    X, y = plain(rng, numeric=True)
    y[int(rng.integers(len(y)))] += rng.choice([-1, 1]) * rng.uniform(25, 100)
    return Rows(X, y)


def lopsided(rng: Rng) -> Rows:
    """One class has 82 to 95 % of the rows, and the error is the only measure."""
    X, _ = plain(rng)
    z = X[:, 0] + rng.normal(size=len(X)) * X[:, 0].std()
    return Rows(X, (z > np.quantile(z, rng.uniform(0.82, 0.93))).astype(int))


def with_constant(rng: Rng) -> Rows:
    """A column that never changes."""
    X, y = either(rng)
    return Rows(np.insert(X, int(rng.integers(X.shape[1])), rng.normal(), axis=1), y)


def with_id(rng: Rng) -> Rows:
    """A text that is another one in every row."""
    import pandas as pd

    X, y = either(rng)
    frame = pd.DataFrame(X, columns=[f"x{at}" for at in range(X.shape[1])])
    return Rows(frame.assign(customer=rng.permutation(2 * len(X))[: len(X)] + 500), y)


def in_time(rng: Rng) -> Rows:
    """Noise that goes on from row to row, in values or in classes."""
    X, y = plain(rng, numeric=True)
    noise = 1.5 * autoregressive(len(X), 1, rng)[:, 0]
    return Rows(X, y + noise if rng.random() < 0.5 else (y + noise > 0).astype(int))


def in_groups(rng: Rng) -> Rows:
    """Groups of 5 to 15 consecutive rows that share features and target, or noise."""
    world = grouped(int(rng.integers(5, 16)), numeric=bool(rng.random() < 0.5))
    return Rows(*world(int(rng.integers(300, 800)), rng))


def candidates(rng: Rng, *, curse: bool) -> Predictions:
    """Predictions of eight candidates: all equally good and of errors of their own, or one of them clearly the best."""
    n, count = int(rng.integers(100, 500)), int(rng.integers(6, 15))
    y = rng.integers(0, 2, n)
    rates = np.full(count, rng.uniform(0.1, 0.3))
    if not curse:
        rates[0] /= 3
    wrong = rng.random((n, count)) < rates
    return Predictions.build(y, {f"c{at}": np.where(wrong[:, at], 1 - y, y) for at in range(count)})


def cursed(rng: Rng) -> Rows:
    """Rows of no interest, and candidates of which the best was lucky."""
    return Rows(*plain(rng), candidates=candidates(rng, curse=True))


FAULTS: dict[str, tuple[tuple[str, ...], Callable[[Rng], Rows]]] = {
    "a tenth to half of the rows are copies": (("FW101",), lambda rng: of_world(copied(rng.uniform(0.1, 0.5)))(rng)),
    "every row twice, moved a little": (("FW102",), of_world(nearly_copied(0.01))),
    "a column names the target": (("FW103",), of_world(with_copy)),
    "a row number orders the target": (("FW104",), of_world(numbered)),
    "time not declared": (("FW105", "FW209"), in_time),
    "groups not declared": (("FW105", "FW209"), in_groups),
    "the best of many useless columns": (("FW106",), lambda rng: of_world(chosen(12, 500))(rng)),
    "a constant column": (("FW107",), with_constant),
    "a column of identifiers": (("FW108",), with_id),
    "a class with few rows": (("FW109",), rare_in_parts),
    "preprocessing fitted on all rows": (("FW110",), scaled),
    "a column encoded by the target": (("FW111",), encoded),
    "new rows of another town": (("FW112",), shifted),
    "accuracy alone, of lopsided classes": (("FW204",), lopsided),
    "one row dominates": (("FW205",), dominated),
    "wrong labels, 8 to 20 %": (("FW206",), flipped),
    "nothing to learn": (("FW207",), unrelated),
    "a class missing from test sets": (("FW208",), rare_in_parts),
    "the best of equal candidates": (("FW304",), cursed),
}
"""Faults, the checks that should speak, and rows that have them."""
