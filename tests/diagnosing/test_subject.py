import numpy as np
import pytest

from foldwise.diagnosing import FitCount
from tests.diagnosing.subjects import classes, subject, values


def test_the_runs_are_made_once():
    one = subject("gaussian-nb", *classes())
    assert one.held_out is one.held_out
    assert one.bootstrapped.resamples.count == 20


def test_errors_are_those_of_the_predictions():
    one = subject("linear", *values())
    outputs = one.held_out.of("linear")
    by_hand = np.mean((outputs.output - one.dataset.truth[outputs.row]) ** 2)
    assert one.error == pytest.approx(by_hand)
    assert one.training_error < one.error < one.baseline_error


def test_the_design_is_what_the_last_step_sees():
    X, y = values()
    assert np.allclose(subject("linear", X, y).design.std(axis=0), 1) or subject("linear", X, y).design.shape == X.shape


def test_probabilities_of_several_repeats_are_averaged():
    one = subject("gaussian-nb", *classes(60), plan="kfold(5, repeats=2)")
    rows, mean = one.probabilities
    first = one.first_probabilities[1]
    assert rows.tolist() == list(range(60))
    assert mean.shape == first.shape == (60, 2)
    assert not np.allclose(mean, first)


def test_fits_of_several_runs_are_counted_together():
    heard = []
    count = FitCount(lambda done, total, model: heard.append((done, total, model)), 8)
    count.take(3, 5, "a")
    count.close(5)
    count.take(2, 3, "b")
    assert heard == [(3, 8, "a"), (7, 8, "b")]
