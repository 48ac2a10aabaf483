"""The replace-one interval against cross-validations that are really run again."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.intervals.methods.replace_one import replacement_effects
from foldwise.measures import ModelScores, measure
from tests.worlds import values

ROWS = values(n=24, p=1, seed=2)
RESULT = foldwise.assess("baseline", ROWS, plan="replace-one(3, repeats=2)", measures="mse")
ONE = ModelScores(RESULT.predictions, "baseline", measure("mse"))


def by_running_again():
    """Mean predictor: μ̂ of the half and of the half with each row replaced, fold by fold."""
    y, resamples = ROWS.target, RESULT.predictions.resamples
    tags = [tag.split() for tag in resamples.tags]
    swap = {int(tag[1]): int(tag[2]) for tag in tags if tag[0] == "swap"}
    changes = {row: [] for row in swap}
    for repeat in range(2):
        halves = [r for r in range(resamples.count) if tags[r][0] == "half" and resamples.repeat[r] == repeat]
        parts = [np.array([row for row in resamples.test_rows(r) if row in swap]) for r in halves]

        def error(parts):
            everything = np.concatenate(parts)
            losses = [(y[part] - y[np.setdiff1d(everything, part)].mean()) ** 2 for part in parts]
            return np.concatenate(losses).mean()

        for row, other in swap.items():
            replaced = [np.where(part == row, other, part) for part in parts]
            changes[row].append(error(parts) - error(replaced))
    return np.array([np.mean(changes[row]) for row in sorted(changes)])


def test_the_effects_are_those_of_running_again():
    assert replacement_effects(ONE) == pytest.approx(by_running_again())


def test_the_interval_is_the_efron_stein_value():
    """S² = (n/4) Σ (μ̂ - μ̂ᵢ)², error S/√n."""
    n, effects = 24, by_running_again()
    half = stats.norm.ppf(0.975) * np.sqrt(n / 4 * (effects**2).sum() / n)
    interval = RESULT.finding("baseline", "mse").interval
    assert interval.method == "replace-one"
    assert (interval.low, interval.high) == pytest.approx((max(0, ONE.value - half), ONE.value + half))


def test_a_ratio_is_refused():
    with pytest.raises(ValidityError, match="means of one loss per row, and r2 is not one"):
        make_interval(ModelScores(RESULT.predictions, "baseline", measure("r2")), "replace-one")
