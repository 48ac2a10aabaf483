"""Rows on one scale are pooled within a repeat."""

import numpy as np
import pytest

from foldwise.measures import ModelScores, measure
from tests.worlds import partition, predictions_of

RNG = np.random.default_rng(0)
Y, F = RNG.normal(size=60), RNG.normal(size=60)


def test_the_median_is_taken_over_all_rows_not_averaged_over_parts():
    scored = ModelScores(predictions_of(Y, F, partition(n=60, k=6), n_classes=0), "m", measure("median-absolute-error"))
    assert scored.value == pytest.approx(np.median(np.abs(Y - F)))
    assert np.mean(scored.scores) != pytest.approx(scored.value, abs=1e-3)


def test_each_part_has_its_own_value():
    predictions = predictions_of(Y, F, partition(n=60, k=6), n_classes=0)
    scored = ModelScores(predictions, "m", measure("max-error"))
    rows = predictions.resamples.test_rows(2)
    assert scored.scores[2] == np.abs(Y - F)[rows].max()


def test_repeats_are_averaged():
    once, thrice = (
        ModelScores(predictions_of(Y, F, partition(n=60, k=6, repeats=r), n_classes=0), "m", measure("max-error")).value
        for r in (1, 3)
    )
    assert once == thrice


def test_an_empty_part_has_no_value():
    values = measure("max-error").values(
        ModelScores(predictions_of(Y, F, partition(n=60, k=6), n_classes=0), "m", measure("mae")).outcomes,
        np.zeros(60, dtype=int),
        2,
    )
    assert np.isnan(values[1])
