"""One compiled pass over the rows of a call, which tells the checks that have nothing to say: most of them, mostly."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import fdtrc, fdtri, ndtr

from foldwise import native
from foldwise.advice import (
    alike_neighbours,
    case,
    chosen_columns,
    copied_rows,
    group_names,
    hidden_groups,
    near_copies,
    row_numbers,
)
from foldwise.advice.likeness import LEAST_CLOSER, LEAST_DEVIATE
from foldwise.advice.numbers import is_plain_frame
from foldwise.advice.tight_rows import COLUMNS, NEIGHBOURS, STAGES, looks_at_all
from foldwise.data import is_frame

if TYPE_CHECKING:
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes
    from foldwise.data import Dataset, Table

__all__ = ["silent_rules"]

TYPES = frozenset(map(np.dtype, ("float64", "float32", "int64", "int32")))
"""Types of tables that the pass takes as they are."""
MOST_CELLS = 2_000_000
"""A frame of more cells is not made an array of."""
FEWEST_ROWS = 8
"""Of fewer rows there is nothing to save."""
NEAR_BOUND = 1e-6
"""Deviates this close to a bound are computed again by the rule."""
UNRELATED, STRONGLY = (
    2.0 * ndtr(-(chosen_columns.LEAST_DEVIATE - NEAR_BOUND)),
    2.0 * ndtr(-(chosen_columns.MOST_DEVIATE + NEAR_BOUND)),
)
"""p-values above which a column is not related enough to have been chosen, and below which it is too strongly."""
CODES = ("FW101", "FW102", "FW103", "FW104", "FW105", "FW113", "FW115", "FW106")
"""Rules that the pass knows of, in the order in which it tells of them."""
BUILT = hasattr(native._native, "first_look")
"""Whether the kernels have the pass: those of a checkout may be older than its sources."""
TIGHT = np.array([NEIGHBOURS, COLUMNS, *(x for rows, *least in STAGES for x in (rows, *np.array(least) - NEAR_BOUND))])
"""What the screen for tight groups asks of the rows, less what another order of adding may change."""
NO_VALUES, NO_CODES = np.zeros(0), np.zeros(0, dtype=np.int64)


def silent_rules(given: Case) -> frozenset[str]:
    """Codes of rules that would find nothing in these rows, whatever the resamples; none where the rows cannot be passed over.

    Every rule looks for itself, in numpy. The pass computes a part of what it would: enough to see that it will say nothing,
    and with room for another order of adding. A rule that may speak is asked.

    Examples
    --------
    >>> silent_rules(case.Case("score"))
    frozenset()
    """
    dataset = given.dataset
    X = _plain_table(dataset.X) if BUILT and native.COMPILED and dataset is not None else None
    if dataset is None or X is None or len(X) < FEWEST_ROWS or (dataset.nominal.size and dataset.nominal.any()):
        return frozenset()
    levels = dataset.levels if dataset.levels.size else given.levels
    return _look(X, levels, dataset, given) if levels.size == X.shape[1] > 0 else frozenset()


def _plain_table(table: Table) -> Array | None:
    """The rows as an array of a type that the pass takes; None where that cannot be had, or costs too much."""
    X: Any = table
    if not isinstance(X, np.ndarray):
        if not is_frame(X) or X.shape[0] * X.shape[1] > MOST_CELLS or not is_plain_frame(X):
            return None
        X = X.to_numpy()
    return X if X.dtype in TYPES else None


def _look(X: Array, levels: Codes, dataset: Dataset, given: Case) -> frozenset[str]:
    n, p = X.shape
    classes, truth = dataset.is_classification, dataset.truth
    count = len(dataset.labels) if classes else 0
    codes, values = (truth, NO_VALUES) if classes else (NO_CODES, truth)
    tight = NO_VALUES if dataset.groups is not None or dataset.order is not None or n <= NEIGHBOURS else TIGHT
    settings = _settings(n, p, count)
    copied, near, told, numbered, alike, grouped, named, smallest, largest, df = native._native.first_look(
        table=X, levels=levels, codes=codes, values=values, tight=tight, classes=count, **settings
    )
    alike = alike or (not classes and alike_neighbours.is_target_alike(given.stretch_truth))
    grouped = grouped or given.verb in hidden_groups.UNSCREENED
    # A column that tells nothing of the target, or very much, was not chosen, and its probability need not be known.
    decided = settings["first"] == 0 or smallest < 1 or largest > settings["strongest"]
    chosen = not decided and _may_be_chosen(smallest, largest, df, n - 1 - df)
    return _silent(copied, near, told, numbered, alike, grouped, named, chosen)


@cache
def _settings(n: int, p: int, classes: int) -> dict[str, Any]:
    """What the pass asks of so many rows, columns and classes (0 of values)."""
    stretches, stretch, gap = case.stretches_of(n)
    apart = case.apart_of(n)
    return {
        "stretches": stretches,
        "stretch": stretch,
        "gap": gap,
        "strong": LEAST_CLOSER,
        "sure": LEAST_DEVIATE,
        "spaced": min(case.SPACED_ROWS, 1 + (n - 1) // apart),
        "apart": apart,
        "differ": row_numbers.ALL_DIFFER * min(n, 100),
        "span": row_numbers.MOST_SPAN,
        "many": copied_rows.MANY_LEVELS,
        "few": copied_rows.fewest(n),
        "few_hidden": copied_rows.fewest(n, hidden=True),
        "every": case.every_of(p),
        "rich": min(near_copies.MANY_LEVELS, n / 2),
        "columns": near_copies.FEWEST_COLUMNS,
        "window": near_copies.WINDOW,
        "neighbours": near_copies.NEIGHBOURS,
        "jump": near_copies.SQUARED_JUMP,
        "least": near_copies.LEAST_SHARE,
        "first": chosen_columns.FIRST_COLUMNS if chosen_columns.in_scope(n, p) else 0,
        "strongest": _strongest(max(1, classes - 1), n),
        "all_rows": looks_at_all(n),
        "groups": group_names.FEWEST_GROUPS,
        "agreed": group_names.LEAST_AGREED,
        "repeated": group_names.LEAST_REPEATED,
    }


def _strongest(df: int, rows: int) -> float:
    """F statistic above which a column is too strongly related to the target to have been chosen."""
    rest = rows - 1 - df
    return float(fdtri(df, rest, 1 - STRONGLY)) * (1 + NEAR_BOUND) if rest > 0 else np.inf


@cache
def _silent(*speaking: bool) -> frozenset[str]:
    """Codes of the rules that do not speak."""
    return frozenset(code for code, speaks in zip(CODES, speaking, strict=True) if not speaks)


def _may_be_chosen(smallest: float, largest: float, df: int, rest: int) -> bool:
    """Whether F statistics from the smallest to the largest may be those of chosen columns; true where one is not a number."""
    return not (fdtrc(df, rest, smallest) > UNRELATED or fdtrc(df, rest, largest) < STRONGLY)
