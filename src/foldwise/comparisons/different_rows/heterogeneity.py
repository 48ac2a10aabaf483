"""Whether several systems, or segments, on different rows differ at all."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import floored
from foldwise.comparisons.different_rows.delong import area_error_and_df
from foldwise.comparisons.different_rows.welch_t import mean_spread
from foldwise.errors import InputError, ValidityError
from foldwise.intervals import area_refusal, groups_refusal, prediction_groups, share_refusal, standard_error, trials
from foldwise.measures import AREA_MULTIPLES, base_name, measure_influence, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.measures import ModelScores

__all__ = ["Heterogeneity", "homogeneity_test", "several_proportions", "welch_anova"]


@final
@dataclass(frozen=True)
class Heterogeneity:
    """A test of whether k values on different rows are the same.

    Parameters
    ----------
    statistic
        χ² of proportions, or F of other measures; it has no sign.
    p_value
        How often equal values would give at least as much.
    df
        Degrees of freedom: one number for χ², two for F.
    method
        Name of the test.
    """

    statistic: float
    p_value: float
    df: float | tuple[float, float]
    method: str


def homogeneity_test(scored: Sequence[ModelScores]) -> Heterogeneity:
    """Test whether a measure is the same for several systems, or segments, on different rows.

    χ² of the counts for shares of independent rows, Welch's analysis of variance from the standard error and degrees of
    freedom of each for all other measures that have one; of areas on the scale of log-odds.

    References
    ----------
    campbell2007; welch1951.

    Raises
    ------
    ValidityError
        The measure has no standard error, or a value rests on too little.
    """
    if len(scored) < 2:
        message = f"two values or more are compared, and there is {len(scored)}"
        raise InputError(message)
    counted = [trials(one) for one in scored]
    if all(share_refusal(one) is None for one in scored):
        return several_proportions([(one.successes, one.size) for one in counted if one is not None])
    spreads = [_spread(one) for one in scored]
    if base_name(scored[0].measure) in AREA_MULTIPLES:
        return _of_areas(scored, spreads)
    return welch_anova([one.value for one in scored], spreads)


def _of_areas(scored: Sequence[ModelScores], spreads: Sequence[tuple[float, float]]) -> Heterogeneity:
    """Welch's F of areas on the scale of log-odds, half a row from either end: near 1 the errors of small samples are too small."""
    scale = AREA_MULTIPLES[base_name(scored[0].measure)]
    rows = [one.outcomes.size for one in scored]
    areas = np.array([1 + (one.value - 1) / scale for one in scored])
    inner = (areas * rows + 0.5) / (np.array(rows) + 1)
    slopes = 1 / (scale * inner * (1 - inner))
    return welch_anova(
        np.log(inner / (1 - inner)).tolist(),
        [(error * float(slope), df) for (error, df), slope in zip(spreads, slopes, strict=True)],
    )


def _spread(scored: ModelScores) -> tuple[float, float]:
    """Standard error and degrees of freedom of one value; refused where it has none."""
    few = groups_refusal(scored)
    if base_name(scored.measure) in AREA_MULTIPLES:
        few = few or area_refusal(scored)
        found = area_error_and_df(scored) if few is None else (0.0, 1.0)
    elif scored.has_losses:
        found = mean_spread(scored)
    elif measure_influence(scored.measure, scored.outcomes) is None:
        few, found = f"{scored.measure.name} has no standard error", (0.0, 1.0)
    else:
        groups = prediction_groups(scored)
        units = scored.outcomes.size if groups is None else np.unique(groups).size
        found = (standard_error(scored.measure, scored.outcomes, groups), max(1.0, units - 1.0))
    if few is None and not found[0] > ROUNDING_TOLERANCE * unit_of(scored.measure, scored.value):
        few = (
            f"no row moves {scored.measure.name} of {scored.outcomes.size:,} rows, which leaves no spread to judge from"
        )
    if few is not None:
        message = f"no test of whether {scored.measure.name} is the same everywhere: {few}"
        raise ValidityError(message, hint="more rows in each")
    return found


def several_proportions(counts: Sequence[tuple[float, float]]) -> Heterogeneity:
    """Pearson's χ² of k proportions, times (N - 1)/N; of two it is the square of `two_proportions`.

    References
    ----------
    campbell2007.

    Examples
    --------
    >>> found = several_proportions([(25, 100), (40, 100), (30, 100)])
    >>> round(found.statistic, 4), found.df, round(found.p_value, 4)
    (5.3736, 2, 0.0681)
    """
    from scipy.special import chdtrc

    k, n = (np.array(one, dtype=np.float64) for one in zip(*counts, strict=True))
    pooled, df = k.sum() / n.sum(), len(counts) - 1
    spread = pooled * (1 - pooled)
    if spread == 0:
        return Heterogeneity(0.0, 1.0, df, "chi2")
    statistic = float(np.sum(n * (k / n - pooled) ** 2) / spread * (n.sum() - 1) / n.sum())
    return Heterogeneity(statistic, floored(chdtrc(df, statistic)), df, "chi2")


def welch_anova(values: Sequence[float], spreads: Sequence[tuple[float, float]]) -> Heterogeneity:
    """Welch's F for k independent values, each with its standard error and degrees of freedom; of two it is Welch's t².

    References
    ----------
    welch1951.

    Examples
    --------
    >>> found = welch_anova([1.0, 2.0, 4.0], [(0.5, 9.0), (0.5, 9.0), (1.0, 9.0)])
    >>> round(found.statistic, 3), [round(one, 2) for one in found.df], round(found.p_value, 4)
    (3.636, [2.0, 17.05], 0.0484)
    """
    from scipy.special import chdtrc, fdtrc

    theta = np.asarray(values, dtype=np.float64)
    error, df = (np.array(one, dtype=np.float64) for one in zip(*spreads, strict=True))
    k, weight = theta.size, 1 / error**2
    centre = float(weight @ theta) / float(weight.sum())
    doubt = float(np.sum((1 - weight / weight.sum()) ** 2 / df))
    between = float(weight @ (theta - centre) ** 2) / (k - 1)
    statistic = between / (1 + 2 * (k - 2) / (k**2 - 1) * doubt)
    second = (k**2 - 1) / (3 * doubt) if doubt > 0 else inf
    p = chdtrc(k - 1, statistic * (k - 1)) if isinf(second) else fdtrc(k - 1, second, statistic)
    return Heterogeneity(statistic, floored(p), (float(k - 1), second), "welch-f")
