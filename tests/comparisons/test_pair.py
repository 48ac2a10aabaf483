"""Two models on identical resamples."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.comparisons import Pair
from foldwise.errors import InputError
from foldwise.measures import ModelScores, measure
from tests.comparisons.pairs import error_pair, fold_differences, of_errors, of_losses
from tests.worlds import partition


def test_the_difference_is_that_of_the_values():
    pair = error_pair(of_errors([1, 1, 0, 0] * 10, [1, 0, 0, 0] * 10))
    assert pair.difference == pytest.approx(0.25)
    assert pair.scores.mean() == pytest.approx(0.25)
    assert pair.losses.mean() == pytest.approx(0.25)
    assert pair.turned().difference == pytest.approx(-0.25)


def test_row_losses_average_the_repeats():
    resamples = partition(n=20, k=5, repeats=2)
    predictions = of_losses(resamples, 1.0 + (np.arange(10) < 5)[:, None], 1.0)
    assert Pair.of(predictions, "a", "b", measure("mae")).row_losses == pytest.approx(np.full(20, 0.5))


def test_losses_of_a_root_are_in_the_units_of_the_root():
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(2, 200))
    predictions = of_losses(partition(n=200, k=10), 2 + noise[0], 1.5 + noise[1])
    pair = Pair.of(predictions, "a", "b", measure("rmse"))
    by_hand = noise_losses(pair)
    assert pair.losses == pytest.approx(by_hand)
    # The derivative is exact for small differences only: here the models differ by a third.
    assert pair.losses.mean() == pytest.approx((pair.a.value - pair.b.value) / 2)


def noise_losses(pair):
    return pair.a.losses / (2 * pair.a.value) - pair.b.losses / (2 * pair.b.value)


def test_models_without_a_loss_have_no_difference():
    predictions = of_losses(partition(n=20, k=5), 0.0, 0.0)
    assert Pair.of(predictions, "a", "b", measure("rmse")).losses.tolist() == [0] * 20


def test_only_resamples_that_both_predicted_count():
    predictions = of_errors([1, 0] * 20, [0, 0] * 20)
    answers = predictions.outputs["a"]
    half = replace(predictions, outputs={**predictions.outputs, "a": answers.where(answers.resample < 6)})
    pair = error_pair(half)
    assert pair.scores.size == 6
    assert pair.losses.size == pair.row.size == pair.resample.size == 24


def test_stratified_parts_hide_variance_of_the_difference():
    """One model is always wrong on one class only, so parts of equal composition all show the same difference."""
    truth = np.arange(100) % 2
    order = np.argsort(truth, kind="stable")
    even = np.empty(100, dtype=int)
    even[order] = np.arange(100) % 10
    stratified = replace(partition(n=100, k=10), parts=even[None, :])
    pair = error_pair(of_errors(truth, np.zeros(100), stratified))
    assert pair.hidden_variance == pytest.approx(0.25 / 10)
    assert error_pair(of_errors(truth, truth, stratified)).hidden_variance == 0


def test_a_measure_without_losses_hides_nothing_that_is_known():
    assert error_pair(of_errors([1, 0] * 20, [0, 0] * 20), "balanced-error").hidden_variance == 0


def test_different_resamples_are_refused():
    first = of_errors([1, 0] * 20, [0, 0] * 20)
    second = of_errors([1, 0] * 20, [0, 0] * 20, partition(n=40, k=10, seed=1))
    with pytest.raises(
        InputError, match=r"'a' and 'b' were tested on different data or resamples .* cannot be compared"
    ):
        Pair(ModelScores(first, "a", measure("error")), ModelScores(second, "b", measure("error")))


def test_different_measures_are_refused():
    predictions = of_errors([1, 0] * 20, [0, 0] * 20)
    with pytest.raises(InputError, match="under one measure, not error and accuracy"):
        Pair(ModelScores(predictions, "a", measure("error")), ModelScores(predictions, "b", measure("accuracy")))


def test_the_helper_makes_the_differences_it_promises():
    assert fold_differences([0.1, -0.2, 0.3]).scores == pytest.approx([0.1, -0.2, 0.3])
