"""Rows in time order."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats
from scipy.fft import dct

from foldwise.comparisons import Pair, compare_pair
from foldwise.comparisons.methods.diebold_mariano import cosine_error
from foldwise.errors import ValidityError
from foldwise.intervals import hac_t
from foldwise.measures import measure
from foldwise.plans import RowLists
from tests.comparisons.pairs import of_losses

rng = np.random.default_rng(0)
D = rng.normal(0.3, 1, 120)


def purged():
    """Blocks of equal size, each tested after training on all other rows."""
    test = np.split(np.arange(120), 5)
    train = [np.setdiff1d(np.arange(120), part) for part in test]
    predictions = of_losses(
        RowLists(tuple(train), tuple(test), 120, plan="purged(5)"), 10 + D, 10.0, time=np.arange(120)
    )
    return Pair.of(predictions, "a", "b", measure("mae"))


def forward(blocks=5, n=120, first=20, *, twice=False):
    """Blocks of equal size, each tested after training on all rows before it."""
    edges = np.linspace(first, n, blocks + 1).astype(int)
    test = [np.arange(a, b) for a, b in pairwise(edges)]
    if twice:
        test[0] = test[1]
    resamples = RowLists(tuple(np.arange(part[0]) for part in test), tuple(test), n, plan=f"forward({blocks})")
    predictions = of_losses(resamples, 10 + D[:n], 10.0, time=np.arange(n))
    return Pair.of(predictions, "a", "b", measure("mae"))


@pytest.mark.parametrize("pair", [forward(), forward(2), purged()], ids=lambda pair: pair.resamples.plan)
def test_the_default_counts_the_rows_that_so_many_times_are_worth(pair):
    assert compare_pair(pair).method == "influence"


def test_the_test_over_times_that_holds_in_short_series_serves_few_blocks():
    result = compare_pair(forward(2), "diebold-mariano-cosine")
    assert result.method == "diebold-mariano-cosine"
    waves = dct(D[20:], norm="ortho")[1:9]
    error = np.sqrt((waves**2).mean() / 100)
    half = stats.t.ppf(0.975, 8) * error
    assert (result.low, result.high) == pytest.approx((D[20:].mean() - half, D[20:].mean() + half))


def test_the_classical_form_says_that_it_is_liberal():
    result = compare_pair(forward(2), "diebold-mariano")
    assert (result.low, result.high) == pytest.approx(hac_t(D[20:], 4, 0.95))
    assert result.note.startswith("liberal")


def test_too_few_times_are_refused():
    with pytest.raises(ValidityError, match="it needs 20 times that were tested, and there are 15"):
        compare_pair(forward(3, n=35), "diebold-mariano")


def test_training_on_both_sides_widens_the_error():
    waves = compare_pair(purged(), "diebold-mariano-cosine")
    assert waves.posterior.scale == pytest.approx(cosine_error(D)[0] * np.sqrt(1 + 5 / 4))
