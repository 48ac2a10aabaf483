"""Contributions of rows by leaving them out, and what they are for: rows far out."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.measures import left_out_psi, left_out_rows, measure, measure_influence
from foldwise.measures.contributions.left_out import left_out_influence
from foldwise.measures.model_scores import ModelScores
from foldwise.measures.outcomes import Outcomes
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(4)
Y = np.exp(rng.normal(size=60))
ROWS = Outcomes(truth=Y, output=Y * np.exp(0.3 * rng.normal(size=60)), reference=np.full(60, Y.mean()))


@pytest.mark.parametrize("name", ["r2", "rse", "explained-variance", "wape", "correlation", "ccc"])
def test_it_is_the_difference_that_a_row_makes(name):
    asked = measure(name)
    without = [ROWS.where(np.delete(np.arange(60), at)) for at in range(60)]
    expected = [59 * (asked.value(ROWS) - asked.value(one)) for one in without]
    assert left_out_psi(asked, ROWS) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("name", ["r2", "ccc", "correlation"])
def test_weights_count_as_those_of_a_sample(name):
    asked, weights = measure(name), rng.gamma(2, size=60)
    whole = replace(ROWS, weights=weights)
    expected = (
        (weights.sum() - weights[7])
        / weights[7]
        * (asked.value(whole) - asked.value(whole.where(np.delete(np.arange(60), 7))))
    )
    assert left_out_psi(asked, whole)[7] == pytest.approx(expected, rel=1e-6)


def test_a_row_far_out_is_not_made_little_of():
    truth = np.append(rng.normal(size=39), 20.0)
    rows = Outcomes(truth=truth, output=truth + rng.normal(size=40), reference=np.full(40, truth.mean()))
    slopes, left = measure_influence(measure("r2"), rows), left_out_psi(measure("r2"), rows)
    assert np.argmax(np.abs(left)) == 39
    assert left[39] > 2 * slopes[39] > 0


def test_labels_and_losses_keep_their_slopes():
    assert left_out_psi(measure("mae"), ROWS) == pytest.approx(measure_influence(measure("mae"), ROWS))
    scored = ModelScores(predictions_of(Y, Y, fixed(60), n_classes=0), "m", measure("mae"))
    assert left_out_rows(scored) is None


def test_where_a_row_leaves_no_value_its_slope_is_taken():
    rows, slopes = np.array([[0.0, 1.0], [2.0, 0.0]]), np.array([5.0, 6.0])
    found = left_out_influence(lambda sums: sums[..., 0] / sums[..., 1], rows, slopes)
    assert found[0] == 5.0
    assert np.isfinite(found).all()


def test_repeats_are_rows_that_are_left_out_once():
    found = foldwise.assess(
        {"m": "linear"}, rng.normal(size=(40, 2)), Y[:40], plan="kfold(4, repeats=5)", measures="r2", baseline=False
    )
    scored = ModelScores(found.predictions, "m", found.measures[0])
    rows, seen = left_out_rows(scored), scored.outcomes
    assert rows.means.size == 40
    # Every row was tested five times, and each prediction is left out of the 40 rows of one repeat, not of all 200.
    summed = scored.measure.rows(seen)
    sums = summed.sum(axis=0) / 5
    psi = 39 * (scored.measure.of_sums(sums[None])[0] - scored.measure.of_sums(sums - summed))
    expected = np.bincount(scored.row, weights=psi - psi.mean()) / 5
    assert rows.means == pytest.approx(expected, abs=1e-9)
