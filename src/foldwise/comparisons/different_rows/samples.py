"""Several samples of rows under one measure: all pairs, adjusted together, and whether there is any difference at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.different_rows.catalogue import choose_unpaired, unpaired_method
from foldwise.comparisons.different_rows.heterogeneity import homogeneity_test
from foldwise.comparisons.different_rows.unpaired import UnpairedPair
from foldwise.comparisons.verdicts.verdict import judge
from foldwise.errors import InputError, ValidityError
from foldwise.measures import ModelScores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Codes
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.heterogeneity import Heterogeneity
    from foldwise.comparisons.different_rows.unpaired import UnpairedMethod
    from foldwise.comparisons.verdicts.verdict import Judgement
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions

__all__ = ["SampleComparison", "check_groups_apart", "compare_samples"]


@final
@dataclass(frozen=True)
class SampleComparison:
    """Judgements of all pairs, the test of any difference at all or None, and why pairs were left out; empty if none was."""

    judgements: tuple[Judgement, ...]
    overall: Heterogeneity | None
    reason: str


def compare_samples(
    tables: Mapping[str, Predictions],
    measure: Measure,
    *,
    rope: float,
    test: str | UnpairedMethod = "auto",
    level: float = 0.95,
    how: str = "holm",
    seed: int = 0,
    strict: bool = False,
) -> SampleComparison:
    """Compare all pairs of samples, each a table of one system on rows of its own.

    Parameters
    ----------
    tables
        Predictions of each sample, by name.
    measure
        What is compared.
    rope
        The difference that does not matter.
    test
        Test for different rows, or ``auto``.
    level, how, seed
        Level of intervals, adjustment of p-values, seed of draws.
    strict
        Whether a test asked for by name raises where it is not valid; otherwise the pair is left out.
    """
    compared: list[tuple[UnpairedPair, Comparison]] = []
    reason = ""
    for a, b in combinations(tables.values(), 2):
        pair = UnpairedPair.of(a, b, measure)
        method, why = _method(pair, test, strict=strict)
        if method is None:
            reason = reason or why
            continue
        chosen = replace(method, seed=seed) if hasattr(method, "seed") else method  # type: ignore[type-var]
        compared.append((pair, chosen.compare(pair, level)))
    judgements = judge(compared, {measure.name: rope}, how=how, level=level)
    return SampleComparison(judgements, _overall(tables, measure), reason)


def _method(pair: UnpairedPair, test: str | UnpairedMethod, *, strict: bool) -> tuple[UnpairedMethod | None, str]:
    if test == "auto":
        choice = choose_unpaired(pair)
        return choice.method, choice.reason
    asked = unpaired_method(test)
    if strict:
        asked.check(pair)
    why = asked.refusal(pair)
    return (asked, "") if why is None else (None, why)


def _overall(tables: Mapping[str, Predictions], measure: Measure) -> Heterogeneity | None:
    """Whether there is any difference between samples that have a value; None where the measure has no such test."""
    scored = [ModelScores(table, table.models[0], measure) for table in tables.values()]
    known = [one for one in scored if not np.isnan(one.value)]
    try:
        return homogeneity_test(known) if len(known) > 1 else None
    except (ValidityError, ArithmeticError):
        return None


def check_groups_apart(groups: Codes | None, samples: Sequence[Codes]) -> None:
    """Refuse samples of rows that share a group: then what one says is also said by the other.

    Examples
    --------
    >>> check_groups_apart(np.array([0, 0, 1, 1]), [np.array([0, 1]), np.array([2, 3])])
    """
    if groups is None:
        return
    owners = np.concatenate([np.unique(groups[rows]) for rows in samples])
    shared = int((np.bincount(owners) > 1).sum())
    if shared:
        message = f"{shared:,} of {np.unique(groups).size:,} groups have rows in several segments, so the segments are not independent"
        raise InputError(message, hint="segments that keep groups whole")
