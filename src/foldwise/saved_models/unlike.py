"""In what new rows are unlike those a model was trained on: values outside, levels never seen, missing values, a shift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import NumericContent, TextContent, is_sparse
from foldwise.phrases import count_of
from foldwise.saved_models.column_profile import contents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Mask
    from foldwise.data import Content, Table
    from foldwise.saved_models.column_profile import ColumnProfile

__all__ = ["Unlike", "find_unlike", "most_unlike"]

ALPHA = 0.01
"""Family-wise level at which a column is said to be distributed otherwise."""
LEAST_DISTANCE = 0.1
"""Largest difference of two distribution functions that is not worth a word, whatever its p-value."""
RANGE_TOLERANCE = 1e-6
"""By how much a value, relative to the ends, may lie outside them: it may have been written with fewer digits."""
ERRORS = 3.0
"""Standard errors above what is expected of rows like the training rows, from which on unlike rows are many."""
FEWEST_ROWS = 20
"""Rows below which a shift is not tested."""
NAMES_SHOWN = 4


@final
@dataclass(frozen=True, eq=False)
class Unlike:
    """What is unlike the training rows in one column.

    Parameters
    ----------
    column
        Its name.
    what
        ``outside``, ``new level``, ``missing`` or ``shifted``.
    rows
        Which rows (n,); all of them where the column as a whole is shifted.
    text
        One sentence.
    """

    column: str
    what: str
    rows: Mask
    text: str


def find_unlike(table: Table, profiles: Sequence[ColumnProfile]) -> tuple[Unlike, ...]:
    """Hold every column against its profile; columns that are distributed otherwise are found with Holm's correction.

    Examples
    --------
    >>> from foldwise.saved_models import profile_columns
    >>> train = np.linspace(0, 1, 50)[:, None]
    >>> [one.text for one in find_unlike(np.array([[0.5], [7.0]]), profile_columns(train))]
    ["1 of 2 rows has x0 outside the training rows' 0 to 1 (up to 7)"]
    """
    if is_sparse(table):
        return ()
    columns = list(zip(contents(table), profiles, strict=True))
    found = [one for (_, content), profile in columns for one in _single(content, profile)]
    return (*found, *_shifted([(content, profile) for (_, content), profile in columns]))


def _single(content: Content, profile: ColumnProfile) -> Iterator[Unlike]:
    if isinstance(content, NumericContent):
        yield from _outside(content, profile)
        missing = np.isnan(content.values)
    elif isinstance(content, TextContent):
        yield from _new_levels(content, profile)
        missing = content.codes < 0
    else:
        missing = np.isnat(content.values)
    if missing.any() and not profile.missing:
        text = f"{_share(missing)} no {profile.name}, which no training row lacks"
        yield Unlike(profile.name, "missing", missing, text)


def _outside(content: NumericContent, profile: ColumnProfile) -> Iterator[Unlike]:
    if not profile.quantiles:
        return
    low, high = profile.quantiles[0], profile.quantiles[-1]
    rounding = RANGE_TOLERANCE * max(abs(low), abs(high))
    outside = (content.values < low - rounding) | (content.values > high + rounding)
    if outside.any():
        values = content.values[outside]
        below, above = bool((values < low).any()), bool((values > high).any())
        ends = [f"down to {values.min():.6g}"] * below + [f"up to {values.max():.6g}"] * above
        span = f"{low:.6g} to {high:.6g} ({', '.join(ends)})"
        yield Unlike(
            profile.name, "outside", outside, f"{_share(outside)} {profile.name} outside the training rows' {span}"
        )


def _new_levels(content: TextContent, profile: ColumnProfile) -> Iterator[Unlike]:
    if not profile.levels:
        return
    seen = {level for level, _ in profile.levels}
    new = np.array([name not in seen for name in content.names] + [False])
    rows = new[content.codes]
    if rows.any():
        names = [f"'{content.names[code]}'" for code in np.unique(content.codes[rows])]
        sentence = ", ".join(names[:NAMES_SHOWN]) + (
            f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
        )
        text = f"{_share(rows)} a {profile.name} that no training row has: {sentence}"
        yield Unlike(profile.name, "new level", rows, text)


def _share(rows: Mask) -> str:
    count = int(rows.sum())
    return f"{count:,} of {count_of(rows.size, 'row')} {'has' if count == 1 else 'have'}"


def most_unlike(profiles: Sequence[ColumnProfile], rows: int) -> float:
    """Share of unlike rows that is not surprising of rows from the distribution of the training rows.

    A new value lies outside n others with probability 2/(n + 1), and given these the share outside has a beta distribution;
    a level that was not seen has the probability of those seen once (Good and Turing).

    Examples
    --------
    >>> from foldwise.saved_models import profile_columns
    >>> train = np.random.default_rng(0).normal(size=(100, 5))
    >>> round(most_unlike(profile_columns(train), 500), 2)
    0.21
    """
    expected, variance = 0.0, 0.0
    for profile in profiles:
        n = max(profile.known, 1)
        if profile.quantiles:
            expected += 2 / (n + 1)
            variance += 2 * (n - 1) / ((n + 1) ** 2 * (n + 2))
        elif profile.levels:
            once = sum(count == 1 for _, count in profile.levels)
            expected, variance = expected + once / n, variance + (once + 1) / n**2
    expected = min(expected, 1.0)
    return expected + ERRORS * float(np.sqrt(variance + expected * (1 - expected) / max(rows, 1)))


def _shifted(columns: Sequence[tuple[Content, ColumnProfile]]) -> Iterator[Unlike]:
    """Columns whose distribution differs, smallest p-value first."""
    tested = [(one, *_distance(content, one)) for content, one in columns if _testable(content, one)]
    tested.sort(key=lambda test: test[2])
    for rank, (profile, distance, p_value) in enumerate(tested):
        if p_value > ALPHA / (len(tested) - rank):
            return
        if distance >= LEAST_DISTANCE:
            n = next(_size(content) for content, one in columns if one is profile)
            text = f"{profile.name} is distributed otherwise than in the training rows (distance {distance:.2f} of 1)"
            yield Unlike(profile.name, "shifted", np.ones(n, dtype=np.bool_), text)


def _size(content: Content) -> int:
    return content.codes.size if isinstance(content, TextContent) else content.values.size


def _testable(content: Content, profile: ColumnProfile) -> bool:
    known = _size(content) - content.missing
    described = profile.quantiles if isinstance(content, NumericContent) else profile.levels
    return min(known, profile.known) >= FEWEST_ROWS and bool(described)


def _distance(content: Content, profile: ColumnProfile) -> tuple[float, float]:
    """Kolmogorov-Smirnov distance, or total variation of levels, and the p-value of the hypothesis of no shift."""
    if isinstance(content, NumericContent):
        return _kolmogorov_smirnov(content, profile)
    return _chi_square(content, profile) if isinstance(content, TextContent) else (0.0, 1.0)


def _kolmogorov_smirnov(content: NumericContent, profile: ColumnProfile) -> tuple[float, float]:
    """Two-sample test; what the quantiles leave open of the training distribution is given to the hypothesis."""
    from scipy.stats import distributions

    grid = np.asarray(profile.quantiles)
    known = np.sort(content.known)
    shares = np.linspace(0, 1, grid.size)
    # Of the training rows at least the share j/100 is at or below the j-th quantile, and at most that share below it.
    first, last = np.searchsorted(grid, grid, side="left"), np.searchsorted(grid, grid, side="right") - 1
    at_or_below = np.searchsorted(known, grid, side="right") / known.size
    below = np.searchsorted(known, grid, side="left") / known.size
    distance = max(0.0, float((shares[last] - at_or_below).max()), float((below - shares[first]).max()))
    effective = known.size * profile.known / (known.size + profile.known)
    return distance, float(distributions.kstwobign.sf(np.sqrt(effective) * distance))


def _chi_square(content: TextContent, profile: ColumnProfile) -> tuple[float, float]:
    from scipy.stats import chi2_contingency

    trained = dict(profile.levels)
    counted = dict(
        zip(content.names, np.bincount(content.codes[content.codes >= 0], minlength=content.levels), strict=True)
    )
    names = [name for name in {*trained, *counted} if trained.get(name, 0) + counted.get(name, 0)]
    table = np.array([[trained.get(name, 0) for name in names], [counted.get(name, 0) for name in names]], dtype=float)
    shares = table / table.sum(axis=1, keepdims=True)
    if len(names) < 2:
        return 0.0, 1.0
    return float(np.abs(shares[0] - shares[1]).sum() / 2), float(chi2_contingency(table, correction=False).pvalue)
