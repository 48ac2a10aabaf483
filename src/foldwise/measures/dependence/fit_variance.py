"""How much a measure varies between the fits of one dataset, beyond what their test rows explain."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.measures.contributions.row_means import FitSpread
from foldwise.measures.tallies.areas import sums_between

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.contributions.row_means import PredictionLayout, RowTests
    from foldwise.measures.model_scores import ModelScores, Sheet
    from foldwise.predictions import Outputs

__all__ = [
    "FEWEST_FITS",
    "between_fits",
    "gives_one_class",
    "hints_at_fits",
    "is_rule",
    "variance_between_fits",
]

FEWEST_FITS = 5
"""Fits whose spread is looked at."""
NOISE_ERRORS_OF_ONE_REPEAT = 2.0
"""Standard errors of its noise that are taken off where each row was tested once: rows that differ are part of the noise."""


def between_fits(
    contribution: Floats, layout: PredictionLayout, *, jump: float = 0.0, errors: float | None = None
) -> float:
    """Estimate σ²_F from one contribution per prediction (N,), ordered by resample; 0 where one has no value.

    Examples
    --------
    >>> from foldwise.measures.contributions.row_means import PredictionLayout, RowTests
    >>> row, edges = np.tile(np.arange(40), 3), np.arange(0, 121, 10)
    >>> good_and_bad = np.repeat([0, 1, 0, 1] + [1, 0, 1, 0] + [0, 1, 0, 1], 10) / 1
    >>> layout = PredictionLayout(row, edges, RowTests.of(np.full(40, 3)))
    >>> round(between_fits(good_and_bad, layout), 2)
    0.44
    """
    if np.isnan(contribution).any():
        return 0.0
    by_row = np.asarray(np.bincount(layout.row, weights=contribution), dtype=np.float64)
    squares = float(contribution @ contribution)
    sums = sums_between(contribution, layout.edges), by_row, squares
    return variance_between_fits(*sums, layout, jump=jump, errors=errors)


def hints_at_fits(losses: Floats, layout: PredictionLayout) -> bool:
    """Whether the parts of one repeat differ by more than a standard error of their noise, so that repeats should tell.

    Examples
    --------
    >>> from foldwise.measures.contributions.row_means import PredictionLayout, RowTests
    >>> once = PredictionLayout(np.arange(60), np.arange(0, 61, 10), RowTests.of(np.ones(60, dtype=int)))
    >>> hints_at_fits(np.tile([0.0, 1.0], 30), once), hints_at_fits(np.repeat([0.0, 1.0], 30), once)
    (False, True)
    """
    return not layout.tested.again and between_fits(losses, layout, errors=1.0) > 0


def variance_between_fits(
    by_resample: Floats,
    by_row: Floats,
    squares: float,
    layout: PredictionLayout,
    *,
    jump: float = 0.0,
    errors: float | None = None,
    spread: FitSpread | None = None,
) -> float:
    """Variance σ²_F of the value of a measure between fits to nearly the same rows, less one standard error of its noise.

    A prediction contributes ψ = pᵢ + F_f + ε with pᵢ of its row and F_f of its fit. With the mean of each row taken off, the
    mean over the m rows of a test set keeps F_f and ε/m: what it varies by more than the rows within test sets explain is
    the fits'. Where rows are tested once, pᵢ is part of ε, and two standard errors are taken off; rows in groups or in
    time then show nothing. A fit to all rows is one more such fit, so that σ²_F is added to the variance of the estimate of
    its risk; stable models have none, and trees that find an interaction in some samples and not in others have much
    (decision 0029).

    Parameters
    ----------
    by_resample, by_row
        Sums of ψ over the predictions of each resample (R,), and of each row (n,).
    squares
        Sum of ψ² over all predictions.
    jump
        By how much ψ of a row changes where it does, such as 1 for mistakes: rare jumps make noise that is far from normal.
    errors
        Standard errors that are taken off instead.
    spread
        By how much fits differ from the means of their rows, where that is known.
    """
    tested, size = layout.tested, float(layout.row.size)
    if not size or layout.edges.size <= FEWEST_FITS or not (tested.again or layout.alone):
        return 0.0
    whole, usual = tested.rows.size == by_row.size, 1.0
    if not tested.again:
        centre, usual = float(by_row.sum()) / size, NOISE_ERRORS_OF_ONE_REPEAT
        spread = _spread(by_resample, by_row, np.full(by_row.size, centre), layout)
        jump = float(np.abs((by_row if whole else by_row[tested.rows]) - centre).max())
    elif spread is None:
        means = by_row / tested.times if whole else _scattered(by_row, tested)
        spread = _spread(by_resample, by_row, means, layout)
    fits, apart, weighed, inverse, explained = spread
    if size <= fits or fits < FEWEST_FITS:
        return 0.0
    within = max(0.0, squares - explained - weighed) / (size - fits)
    noise = within * (inverse / fits)
    if apart / fits <= noise:
        return 0.0  # before anything is taken off
    times, share = size / tested.rows.size, size / fits / tested.rows.size
    kept, freedom = 1 - 1 / fits, fits - 1
    if tested.again:
        kept, freedom = (1 - 1 / times) ** 2 + (times - 1) / times**2 * share, fits * (1 - 1 / times) * (1 - share)
    # The variance of a variance, with the fourth moment that jumps have.
    rare = jump**2 / (within * size) if within > 0 else 0.0
    least = noise * (1 + (usual if errors is None else errors) * sqrt(2 / max(1.0, freedom) + rare))
    found = (apart / fits - least) / kept
    return found if found > ROUNDING_TOLERANCE * squares / size else 0.0


def gives_one_class(scores: ModelScores) -> bool:
    """Whether a model is a rule without features, as the majority rule is: every fit gives all its test rows one class and one score.

    Where classes are nearly of one size, the majority turns in some bootstrap samples. Which class the rule gives once it is fitted to
    all rows is known, and so are its errors but for the rows.

    Test sets of one row, or of rows of one class, do not tell a rule from a model: five fits at least were tested on rows of
    several classes, on those of the plan or of the bootstrap samples beside it, and none of either contradicts.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris")).predictions
    >>> [gives_one_class(ModelScores(table, name, measure("error"))) for name in table.models]
    [False, True]
    """
    return scores.sheet.is_rule


def is_rule(sheet: Sheet) -> bool:
    """The same of the predictions of a model, whatever the measure."""
    table, model = sheet.predictions, sheet.model
    if not table.is_classification:
        return False
    telling = _fits_of_a_rule(table.truth, sheet.outputs, sheet.tested.edges)
    if telling is not None and table.sampled is not None and model in table.sampled.outputs:
        beside = table.sampled.of(model)
        edges = np.searchsorted(beside.resample, np.arange(table.sampled.resamples.count + 1))
        more = _fits_of_a_rule(table.truth, beside, edges)
        telling = None if more is None else telling + more
    return telling is not None and telling >= FEWEST_FITS


def _fits_of_a_rule(truth: Array, outputs: Outputs, edges: Codes) -> int | None:
    """Number of fits that were tested on rows of several classes; None where a fit gives its rows different classes or scores."""
    first = outputs.output[: edges[:2][-1]]
    if first.size and (first != first[0]).any():  # mostly the first fit tells already
        return None
    filled = edges[:-1][np.diff(edges) > 0]
    if not filled.size:
        return 0
    given = [outputs.output]
    if outputs.shares is None and outputs.scores is not None:  # shares are those of all rows of a fit
        given += outputs.scores.T
    for one in given:
        if not np.array_equal(np.maximum.reduceat(one, filled), np.minimum.reduceat(one, filled)):
            return None
    true = truth[outputs.row]
    return int(np.count_nonzero(np.maximum.reduceat(true, filled) > np.minimum.reduceat(true, filled)))


def _scattered(by_row: Floats, tested: RowTests) -> Floats:
    """Mean of each row over its tests, 0 without one (n,)."""
    means = np.zeros(by_row.size)
    means[tested.rows] = by_row[tested.rows] / tested.times
    return means


def _spread(by_resample: Floats, by_row: Floats, centres: Floats, layout: PredictionLayout) -> FitSpread:
    """By how much the means of resamples differ from those of the centres of their rows (n,)."""
    row, edges, explained = layout.row, layout.edges, float(by_row @ centres)
    if native.COMPILED and layout.has_plain_rows:
        apart = native._native.fit_spread(
            by_resample=np.ascontiguousarray(by_resample),
            centres=centres,
            row=row,
            edges=np.ascontiguousarray(edges, np.int64),
            threads=layout.threads,
        )
        return FitSpread(*apart, explained)
    sizes = np.diff(edges)
    used = sizes > 0
    sizes = sizes[used]
    squares = np.square((by_resample - sums_between(centres[row], edges))[used] / sizes)
    sums = float(squares.sum()), float(sizes @ squares), float(np.sum(1 / sizes))
    return FitSpread(float(sizes.size), *sums, explained)
