"""Losses that grow with how far a prediction lies from the others."""

import numpy as np
import pytest

from foldwise.measures import far_loss_ratio


def test_a_model_that_goes_wrong_at_the_far_end_of_a_skewed_column_is_told():
    told = []
    for seed in range(50):
        rng = np.random.default_rng(seed)
        skewed = np.exp(rng.normal(size=300))
        told.append(far_loss_ratio((rng.normal(size=300) + 0.3 * skewed) ** 2, skewed) > 1.75)
    assert np.mean(told) > 0.9


@pytest.mark.parametrize("column", [np.random.Generator.normal, np.random.Generator.uniform])
def test_losses_beside_ordinary_predictions_are_not_looked_at(column):
    rng = np.random.default_rng(0)
    away = column(rng, size=300)
    assert far_loss_ratio((rng.normal(size=300) + away) ** 2, away) == 1.0


def test_it_has_no_unit_and_needs_some_loss():
    rng = np.random.default_rng(1)
    skewed = np.exp(rng.normal(size=300))
    losses = skewed * rng.normal(size=300) ** 2
    assert far_loss_ratio(1e6 * losses, 7 - 1e-3 * skewed) == pytest.approx(far_loss_ratio(losses, skewed))
    assert far_loss_ratio(np.zeros(300), skewed) == 1.0
    assert far_loss_ratio(losses[:0], skewed[:0]) == 1.0
