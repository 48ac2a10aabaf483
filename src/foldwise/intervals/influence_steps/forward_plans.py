"""Plans forward in time: the fewest times, the bias of early fits to few rows, and the factor φ for growing training sets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.influence_steps.variance_in_time import variance_in_time
from foldwise.measures import (
    AREAS_OF_PAIRS,
    ASSOCIATIONS,
    CountMeasure,
    Direction,
    LossMeasure,
    Needs,
    RankMeasure,
    SumMeasure,
    base_name,
    count_slopes,
    sum_gradient,
)
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures import ModelScores, RowMeans

__all__ = [
    "FEW_INDEPENDENT_ROWS",
    "FEW_INDEPENDENT_ROWS_NOTE",
    "FEW_TIMES",
    "FEW_TIMES_NOTE",
    "common_shift",
    "early_fit_bias",
    "few_times",
    "forward_factor",
    "forward_test_factor",
    "label_share",
    "times_of",
    "without_learning_curve",
]

FEWEST_BLOCKS = 3
"""Blocks of time from which on a learning curve is fitted to their values."""
FEWEST_TIMES, FEW_TIMES = 5, 10
FEW_TIMES_NOTE = f"tested rows of fewer than {FEW_TIMES} times: a rough guide where rows of one time are alike"
"""Where rows of a time have something in common, times are few groups: from 5 of them on 91 to 95 % were covered."""
FEW_INDEPENDENT_ROWS = 10
"""Independent rows below which an interval is a rough guide (METHODS N.22)."""
FEW_INDEPENDENT_ROWS_NOTE = (
    f"neighbouring rows are so alike that all of them are worth fewer than {FEW_INDEPENDENT_ROWS} independent ones: a rough guide (columns "
    "with an autocorrelation of .97: 58 to 98 % of such intervals contained the truth)"
)
"""With an autocorrelation of .9, which few rows do not tell from one of .97, it is 96 to 100 %."""
LEAST_FACTOR, MOST_FACTOR = 1.4, 2.0
FACTOR_OF_SHIFT, FACTOR_OF_UNSTEADY = 0.6, 0.6
FACTOR_OF_ALIKE, FACTOR_OF_RUNS = 0.8, 1.5
SHARE_OF_ROWS, SHARE_OF_LABELS = 0.9, 0.85
"""φ in time (`forward_factor`): its range, the terms added to the least value, and the shares of independent rows and labels below which they are."""
TEST_FACTOR, TEST_FACTOR_OF_SHIFT = 1.5, 0.5
"""φ of a test of two models in time (`forward_test_factor`), whose differences have the variance of both."""
SHIFT_OF_RANKS = {**dict.fromkeys(AREAS_OF_PAIRS, 0.3), "average-precision": 0.5, **dict.fromkeys(ASSOCIATIONS, 0.3)}
"""Areas do not change when all scores shift equally, but fits to few rows rank the rows differently."""
NO_MOVE = 1e-9
"""Changes below this share of the largest contribution are rounding."""
SMALL_SHIFT = 0.01
"""Step, in standard deviations of the errors, by which predictions are shifted to see how a measure changes."""


def few_times(scored: ModelScores) -> str:
    """Say that the tested rows have too few different times to know how much times differ; empty where there are enough, or no times.

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from foldwise.measures import ModelScores
    >>> days = np.arange(150) % 3
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), order=days, plan="forward(2)", measures="error")
    >>> few_times(ModelScores(found.predictions, "lda", found.measures[0]))
    'not assessable: tested rows are of 2 times, and 5 are the least'
    """
    if scored.predictions.time is None or (found := times_of(scored)) >= FEWEST_TIMES:
        return ""
    return f"not assessable: tested rows are of {count_of(found, 'time')}, and {FEWEST_TIMES} are the least"


def times_of(scored: ModelScores) -> int:
    """Number of different times of the tested rows; the number of rows where they have none."""
    time = scored.predictions.time
    return int(np.unique(scored.row if time is None else time[scored.row]).size)


def early_fit_bias(scored: ModelScores) -> float:
    """Bias of the mean over blocks of time against a fit to all rows, by the learning curve of the blocks; 0 where early blocks are no worse.

    The first blocks are predicted by fits to few rows. The line a + b/n₁ is fitted to the values of the blocks by their n₁ training rows.
    """
    sizes, values = scored.resamples.train_sizes, scored.scores
    known = np.isfinite(values) & (sizes > 0)
    if np.count_nonzero(known) < FEWEST_BLOCKS:
        return 0.0
    inverse = 1 / sizes[known]
    slope = _slope(inverse - inverse.mean(), values[known], float(inverse @ inverse))
    bias = slope * (float(inverse.mean()) - 1 / scored.resamples.n)
    if scored.measure.direction is Direction.NONE:  # neither side is worse
        return bias
    return max(0.0, bias) if scored.measure.direction is Direction.LOWER else min(0.0, bias)


def without_learning_curve(scored: ModelScores, found: RowMeans) -> RowMeans:
    """Contributions of rows less their learning curve, a + b/n₁ of the n₁ training rows behind them, where early fits did worse.

    The curve is the same in every sample, and the interval is extended by its bias (`early_fit_bias`). Left in the contributions it would
    look like autocorrelation and be counted twice.

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from foldwise.measures import ModelScores
    >>> x = np.random.default_rng(0).normal(size=(60, 8))
    >>> made = foldwise.assess("linear", x, x.sum(axis=1) + np.sin(np.arange(60)), order=np.arange(60), measures="mse")
    >>> scored = ModelScores(made.predictions, "linear", made.measures[0])
    >>> rows = scored.influence.rows
    >>> bool(without_learning_curve(scored, rows).means.std() < rows.means.std())
    True
    """
    resamples = scored.resamples
    if resamples.kind != "forward" or resamples.count < FEWEST_BLOCKS or scored.measure.direction is Direction.NONE:
        return found
    sizes = np.zeros(scored.predictions.n)
    sizes[scored.row] = resamples.train_sizes[scored.resample]
    inverse = 1 / np.maximum(sizes[found.rows], 1)
    centred = inverse - inverse.mean()
    slope = _slope(centred, found.means, float(inverse @ inverse))
    worse = slope > 0 if scored.measure.direction is Direction.LOWER else slope < 0
    return found._replace(means=found.means - slope * centred, spread=None) if worse else found


def _slope(centred: Floats, values: Floats, scale: float) -> float:
    """Least squares slope of values on a centred variable; 0 where that varies by rounding only."""
    spread = float(centred @ centred)
    return float(centred @ values) / spread if spread > ROUNDING_TOLERANCE * scale else 0.0


def forward_factor(scored: ModelScores, share: float, *, discrete: bool) -> float:
    """φ = 1.4 + .8 (.9 - share)⁺ + 1.5 (.85 - labels)⁺ + .6 shift, at most 2: the factor on the variance of an estimate in time.

    `share` and `labels` are the effective numbers of contributions and of labels over their number, `shift` is `common_shift`. Where labels come in runs,
    class shares are those of few independent rows, and models follow them. Models that are not known to change gradually have .6 more. Where training rows
    lie on both sides of the test rows (`purged`), what they have in common makes the estimate too good, and φ is 2.

    Parameters
    ----------
    scored
        The model under the measure.
    share
        Effective number of independent contributions over the number of tested rows: a variance that rests on few of them is too small.
    discrete
        Whether contributions jump (`Linearised.discrete`).

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("breast-cancer"), order=np.arange(699)).predictions
    >>> for name in ("error", "recall"):
    ...     print(round(forward_factor(ModelScores(table, "lda", measure(name)), 0.9, discrete=True), 2))
    2.0
    2.0
    """
    if scored.resamples.kind != "forward":
        return MOST_FACTOR
    steady = scored.predictions.sampled is None or scored.model not in scored.predictions.sampled.outputs
    labels = label_share(scored) if scored.predictions.is_classification else 1.0
    alike = FACTOR_OF_ALIKE * max(0.0, SHARE_OF_ROWS - share) + FACTOR_OF_RUNS * max(0.0, SHARE_OF_LABELS - labels)
    shift = FACTOR_OF_SHIFT * common_shift(scored, discrete=discrete)
    return min(MOST_FACTOR, LEAST_FACTOR + alike + shift + (0.0 if steady else FACTOR_OF_UNSTEADY))


def label_share(scored: ModelScores) -> float:
    """Effective number of independent labels in time over their number, from the indicator of the most frequent class.

    Examples
    --------
    >>> from foldwise.measures import ModelScores, measure
    >>> from foldwise.predictions import Predictions
    >>> runs = np.arange(120) // 20 % 2
    >>> table = Predictions.build(runs, {"m": runs})
    >>> round(label_share(ModelScores(table, "m", measure("error"))), 2)
    0.04
    """
    predictions = scored.predictions
    codes, time = predictions.truth, predictions.time
    most = (codes == np.bincount(codes).argmax()).astype(np.float64)
    variance = variance_in_time(most, np.arange(codes.size) if time is None else time)[0]
    return min(1.0, float(most.var()) / most.size / variance) if variance > 0 else 1.0


def forward_test_factor(kind: str, shift: float) -> float:
    """φ = 1.5 + shift/2 of a test of two models forward in time, else 2; `shift` is the larger one of `common_shift` of both.

    Examples
    --------
    >>> forward_test_factor("forward", 0.0), forward_test_factor("forward", 1.0), forward_test_factor("purged", 0.0)
    (1.5, 2.0, 2.0)
    """
    return TEST_FACTOR + TEST_FACTOR_OF_SHIFT * shift if kind == "forward" else MOST_FACTOR


def common_shift(scored: ModelScores, *, discrete: bool) -> float:
    """How strongly a measure responds to an equal shift of all predictions, between 0 and 1; 1 where that is not known.

    At the best threshold the error is stationary, since as many rows become right as wrong: differences between fits hardly matter, and nearly all
    variance is that of the test rows. Recall changes with every row that crosses the threshold, so that differences of threshold between fits
    add to its variance; so does the mean signed error with the level of the predictions.

    For counts it is |Σ| / Σ|·| over the changes by rows of either class that cross the threshold, for errors of values the same over the changes by rows
    when predictions shift by a hundredth of the standard deviation of their errors.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("breast-cancer"), measures="error").predictions
    >>> for name in ("error", "recall", "mcc"):
    ...     print(round(common_shift(ModelScores(table, "lda", measure(name)), discrete=True), 2))
    0.0
    1.0
    0.0
    """
    measure = scored.measure
    if isinstance(measure, CountMeasure):
        return _common_shift_of_counts(count_slopes(scored, measure, scored.outcomes.confusion()[0])[0])
    name = base_name(measure)
    if isinstance(measure, RankMeasure) or name in ASSOCIATIONS:
        return SHIFT_OF_RANKS.get(name, 1.0)
    if measure.needs is Needs.VALUE:
        return _common_shift_of_values(scored)
    loss = measure.loss if isinstance(measure, SumMeasure) else measure
    if not isinstance(loss, LossMeasure) or loss.needs is Needs.COSTS:
        return 1.0
    return float(discrete and not loss.zero_one)  # a class that was ruled out makes a loss jump


def _common_shift_of_counts(slopes: Array) -> float:
    """`common_shift` of counts, from the contribution of a row of each cell of the confusion matrix (C, C + 1), over all pairs of classes.

    Examples
    --------
    >>> (
    ...     _common_shift_of_counts(np.array([[0.0, 1, 0], [1, 0, 0]])),
    ...     _common_shift_of_counts(np.array([[0.0, 0, 0], [-1, 1, 0]])),
    ... )
    (0.0, 1.0)
    """
    classes = len(slopes)
    own, other = np.diagonal(slopes)[:, None], slopes[:, :classes]
    lost = other - own  # change by a row of the class of a line that is predicted as the class of a column
    net, all_of_them = np.abs(lost - lost.T).sum(), (np.abs(lost) + np.abs(lost.T)).sum()
    # Measures that no label changes, such as the prevalence, leave only rounding.
    return float(net / all_of_them) if all_of_them > NO_MOVE * np.abs(slopes).max() else 0.0


def _common_shift_of_values(scored: ModelScores) -> float:
    """`common_shift` of errors of values, from the losses of rows when their predictions are shifted up and down."""
    measure, seen = scored.measure, scored.outcomes
    if not isinstance(measure, LossMeasure | SumMeasure):
        return 1.0
    errors = seen.truth - seen.output.astype(np.float64)
    output, step = (
        seen.output + errors.mean(),
        SMALL_SHIFT * float(errors.std()),
    )  # the mean of few alike errors is chance
    with np.errstate(all="ignore"):
        up, down = (
            measure.loss(moved)
            if isinstance(measure, LossMeasure)
            else measure.rows(moved) @ sum_gradient(measure, measure.rows(seen), seen)
            for moved in (replace(seen, output=output + step), replace(seen, output=output - step))
        )
        moves = up - down
        total = float(np.abs(moves).sum())
    if not np.isfinite(total):
        return 1.0
    return abs(float(moves.sum())) / total if total > 0 else 0.0
