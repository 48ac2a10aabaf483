"""The conservative z test, worked by hand."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.plans import PairedHalves, draw
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import classes, values

RESAMPLES = draw(PairedHalves(3, splits=2), values(n=40), seed=1)
# Differences of the whole: .2 and .4; of the halves: pairs (.3, .5), (.4, .4), (.1, .2).
MEANS = {
    "full": (0.2, 0.4),
    "half 1a": (0.2, 0.4),
    "half 1b": (0.5, 0.5),
    "half 2a": (0.4, 0.4),
    "half 2b": (0.3, 0.5),
    "half 3a": (0.1, 0.1),
    "half 3b": (0.2, 0.2),
}
GAPS = np.array([MEANS[tag][r - RESAMPLES.tags.index(tag)] for r, tag in enumerate(RESAMPLES.tags)])


def test_worked_by_hand():
    """σ² = ((.3-.5)² + 0 + (.1-.2)²)/6 = .05/6."""
    pair = Pair.of(of_losses(RESAMPLES, 1 + GAPS[:, None], 1.0), "a", "b", measure("mae"))
    found = compare_pair(pair)
    assert found.method == "conservative-z"
    assert found.difference == pytest.approx(0.3)
    half = stats.norm.ppf(0.975) * np.sqrt(0.05 / 6)
    assert (found.low, found.high) == pytest.approx((0.3 - half, 0.3 + half))
    assert found.p_value == pytest.approx(2 * stats.norm.sf(0.3 / np.sqrt(0.05 / 6)))
    assert "there are 3 pairs of halves: " in found.note


def halves_of_errors(a, b, pairs=10):
    resamples = draw(PairedHalves(pairs, splits=5), classes(n=len(a), k=2), seed=0)
    return of_errors(a, b, resamples)


@pytest.mark.parametrize("name", ["error", "f1", "balanced-error", "mcc"])
def test_any_measure_will_do(name):
    rng = np.random.default_rng(3)
    pair = error_pair(halves_of_errors(rng.random(80) < 0.4, rng.random(80) < 0.1), name)
    found = compare_pair(pair, "conservative-z")
    assert found.low < found.difference < found.high
    assert found.note == ""


def test_halves_that_agree_are_no_certainty():
    """Both models err on the same rows: what one discordant row on either side would give is the least."""
    wrong = np.arange(60) % 5 == 0
    found = compare_pair(error_pair(halves_of_errors(wrong, wrong)), "conservative-z")
    assert found.p_value == 1
    assert (found.high - found.low) / 2 == pytest.approx(stats.norm.ppf(0.975) * np.sqrt(2) / 62)
    ratio = compare_pair(error_pair(halves_of_errors(wrong, wrong), "f1"), "conservative-z")
    assert ratio.high > 0 > ratio.low


def test_what_stratified_halves_hide_is_put_back():
    """Rules that are wrong on one class only: halves of equal composition show no spread."""
    truth = np.arange(60) % 2  # as in `of_errors`
    found = compare_pair(error_pair(halves_of_errors(truth == 0, truth == 1)), "conservative-z")
    assert (found.high - found.low) / 2 > stats.norm.ppf(0.975) * np.sqrt(1 / 60)


def test_other_plans_and_a_single_pair_are_refused():
    wrong = np.arange(60) % 5 == 0
    with pytest.raises(ValidityError, match=r"not valid for the plan kfold\(10\); try plan='paired-halves"):
        compare_pair(error_pair(of_errors(wrong, ~wrong)), "conservative-z")
    with pytest.raises(ValidityError, match="fewer than two pairs of halves"):
        compare_pair(error_pair(halves_of_errors(wrong, ~wrong, pairs=1)), "conservative-z")
