"""Rows with which nothing is wrong, and rows with which something is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array

Rows = tuple["Array", "Array"]
World = Callable[[int, np.random.Generator], Rows]


def classes(X: Array, rng: np.random.Generator) -> Array:
    """Two classes that depend on the first column; never one alone."""
    y = (X[:, 0] + rng.normal(size=len(X)) > 0).astype(int)
    y[:6] = np.arange(6) % 2
    return y


def values(X: Array, rng: np.random.Generator) -> Array:
    """A numeric target that depends on two columns."""
    return X[:, 0] + X[:, 1] ** 2 + rng.normal(size=len(X))


def of_columns(draw: Callable[[int, np.random.Generator], Array], *, numeric: bool = False) -> World:
    """Rows of some columns with a target that depends on them."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        X = draw(n, rng)
        return X, (values if numeric else classes)(X, rng)

    return world


def arranged(world: World, key: Callable[[Rows], Array]) -> World:
    """The rows of a world, sorted."""

    def sorted_world(n: int, rng: np.random.Generator) -> Rows:
        X, y = world(n, rng)
        order = np.argsort(key((X, y)), kind="stable")
        return X[order], y[order]

    return sorted_world


def normal(p: int) -> Callable[[int, np.random.Generator], Array]:
    """Independent normal columns."""
    return lambda n, rng: rng.normal(size=(n, p))


def rare(n: int, rng: np.random.Generator) -> Rows:
    """Every twentieth row is positive."""
    X = rng.normal(size=(n, 6))
    score = X[:, 0] + rng.normal(size=n)
    return X, (score > np.sort(score)[-max(3, n // 20)]).astype(int)


def ten_classes(n: int, rng: np.random.Generator) -> Rows:
    """Ten classes, shifted against each other."""
    y = rng.permutation(np.arange(n) % 10)
    return rng.normal(size=(n, 5)) + 0.5 * y[:, None], y


def autoregressive(n: int, p: int, rng: np.random.Generator) -> Array:
    """Columns with a correlation of .9 between consecutive rows."""
    rows = rng.normal(size=(n, p))
    for t in range(1, n):
        rows[t] = 0.9 * rows[t - 1] + np.sqrt(1 - 0.81) * rows[t]
    return rows


def copied(share: float) -> World:
    """A share of the rows are copies of others, in random order."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        X = rng.normal(size=(n, 5))
        y = classes(X, rng)
        new = int(share * n)
        rows = rng.integers(0, n - new, new)
        X[n - new :], y[n - new :] = X[rows], y[rows]
        order = rng.permutation(n)
        return X[order], y[order]

    return world


def nearly_copied(jitter: float) -> World:
    """Every row twice, the numbers moved a little, in random order."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        half = rng.normal(size=(n // 2, 5))
        order = rng.permutation(2 * (n // 2))
        moved = np.tile(half, (2, 1)) + jitter * rng.normal(size=(order.size, 5))
        return moved[order], np.tile(classes(half, rng), 2)[order]

    return world


def grouped(size: int, *, numeric: bool) -> World:
    """Groups of consecutive rows that share half of their variance and their class, or half of the noise."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        groups = -(-n // size)
        X = (np.repeat(rng.normal(size=(groups, 4)), size, axis=0) + rng.normal(size=(groups * size, 4)))[:n]
        if numeric:
            return X, X[:, 0] + np.repeat(rng.normal(size=groups), size)[:n] + rng.normal(size=n)
        return X, np.repeat(rng.permutation(np.arange(groups) % 2), size)[:n]

    return world


def tight_groups(size: int, within: float) -> World:
    """Groups of rows in random order that are of one class; `within` is the share of the variance that they do not have in common."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        group = rng.permutation(np.repeat(np.arange(n // size), size))
        y = rng.permutation(np.arange(n // size) % 2)[group]
        common = rng.normal(size=(n // size, 4))[group]
        X = np.sqrt(1 - within) * common + np.sqrt(within) * rng.normal(size=(group.size, 4))
        return X + 0.4 * y[:, None], y

    return world


def beside_id(world: World) -> World:
    """The rows of a world with a column of numbers that differ."""

    def identified(n: int, rng: np.random.Generator) -> Rows:
        X, y = world(n, rng)
        return np.column_stack([X, rng.permutation(3 * len(X))[: len(X)]]), y

    return identified


def named_groups(n: int, rng: np.random.Generator) -> Rows:
    """Ten rows of each person in random order, of one class, a tenth of the variance within, and the number of the person."""
    group = rng.permutation(np.arange(n // 10 * 10) // 10)
    common = rng.normal(size=(n // 10, 4))
    X = np.sqrt(0.9) * common[group] + np.sqrt(0.1) * rng.normal(size=(group.size, 4))
    y = rng.permutation(np.arange(n // 10) % 2)
    return np.column_stack([X, group]), y[group]


def with_copy(n: int, rng: np.random.Generator) -> Rows:
    """A column that names the class."""
    X = rng.normal(size=(n, 5))
    y = classes(X, rng)
    return np.column_stack([X, 3 - y]), y


def numbered(n: int, rng: np.random.Generator) -> Rows:
    """Rows sorted by class, with a row number among the columns."""
    X, y = arranged(of_columns(normal(5)), lambda rows: rows[1])(n, rng)
    return np.column_stack([X, 500 + np.arange(n)]), y


def chosen(kept: int, among: int) -> World:
    """The columns most related to the target, of many that have nothing to do with it."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        y = rng.permutation(np.arange(n) % 2)
        X = rng.normal(size=(n, among))
        strength = np.abs((y - y.mean()) @ X) / X.std(axis=0)
        return X[:, np.argsort(-strength)[:kept]], y

    return world


def equal_effects(shift: float) -> World:
    """Twelve columns in each of which the classes differ by the same number of standard errors."""

    def world(n: int, rng: np.random.Generator) -> Rows:
        y = rng.permutation(np.arange(n) % 2)
        return rng.normal(size=(n, 12)) + 2 * shift / np.sqrt(n) * y[:, None], y

    return world


SOUND: dict[str, World] = {
    "normal, classes": of_columns(normal(6)),
    "normal, values": of_columns(normal(6), numeric=True),
    "5 % positive": rare,
    "ten classes": ten_classes,
    "100 columns": of_columns(normal(100)),
    "t with 3 degrees of freedom, values": of_columns(lambda n, rng: rng.standard_t(3, (n, 4)), numeric=True),
    "lognormal": of_columns(lambda n, rng: np.exp(rng.normal(size=(n, 5)))),
    "12 columns, 3 standard errors each": equal_effects(3.0),
    "rounded to .1": of_columns(lambda n, rng: np.round(rng.normal(size=(n, 4)), 1)),
    "binary columns": of_columns(lambda n, rng: rng.integers(0, 2, (n, 8)).astype(float)),
    "counts": of_columns(lambda n, rng: rng.poisson(30, (n, 4)).astype(float)),
    "correlated .9": of_columns(lambda n, rng: rng.normal(size=(n, 1)) + 0.33 * rng.normal(size=(n, 6))),
    "eight clusters": of_columns(
        lambda n, rng: 3 * rng.normal(size=(8, 5))[rng.integers(0, 8, n)] + 0.3 * rng.normal(size=(n, 5))
    ),
    "uniform": of_columns(lambda n, rng: rng.random((n, 3))),
    "scales that differ": of_columns(lambda n, rng: rng.normal(size=(n, 3)) * np.exp(rng.normal(size=(n, 1)))),
    "sorted by class": arranged(of_columns(normal(5)), lambda rows: rows[1]),
    "sorted by a feature, classes": arranged(of_columns(normal(5)), lambda rows: rows[0][:, 2]),
    "sorted by a feature, values": arranged(of_columns(normal(5), numeric=True), lambda rows: rows[0][:, 2]),
    "sorted by the target, values": arranged(of_columns(normal(5), numeric=True), lambda rows: rows[1]),
}

WRONG: dict[str, tuple[str, World]] = {
    "a tenth of the rows are copies": ("FW101", copied(0.1)),
    "half of the rows are copies": ("FW101", copied(0.5)),
    "half of the rows are copies, beside an id": ("FW101", beside_id(copied(0.5))),
    "every row twice, moved by .01": ("FW102", nearly_copied(0.01)),
    "every row twice, moved by .05": ("FW102", nearly_copied(0.05)),
    "every row twice, moved by .2": ("FW113", nearly_copied(0.2)),
    "groups of 5 in random order, .05 of the variance within": ("FW113", tight_groups(5, 0.05)),
    "groups of 10 in random order, .05 of the variance within": ("FW113", tight_groups(10, 0.05)),
    "groups of 10 in random order, .1 of the variance within": ("FW113", tight_groups(10, 0.1)),
    "groups of 10 in random order, .5 of the variance within": ("FW113", tight_groups(10, 0.5)),
    "groups of 10 in random order, .1 within, and their number": ("FW115", named_groups),
    "a copy of the target": ("FW103", with_copy),
    "a total of two features": (
        "FW114",
        lambda n, rng: (X := rng.integers(0, 300, (n, 6)).astype(float), X[:, 1] + X[:, 4]),
    ),
    "a row number, sorted by class": ("FW104", numbered),
    "AR(.9) features, classes": ("FW105", of_columns(lambda n, rng: autoregressive(n, 4, rng))),
    "AR(.9) noise, values": (
        "FW105",
        lambda n, rng: (X := rng.normal(size=(n, 4)), X[:, 0] + 2 * autoregressive(n, 1, rng)[:, 0]),
    ),
    "groups of 10, classes": ("FW105", grouped(10, numeric=False)),
    "groups of 10, values": ("FW105", grouped(10, numeric=True)),
    "the best 10 of 200 useless columns": ("FW106", chosen(10, 200)),
    "the best 20 of 1,000 useless columns": ("FW106", chosen(20, 1000)),
}
