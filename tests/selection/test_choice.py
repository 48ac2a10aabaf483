"""Which candidate is chosen, and whether anything sets it apart."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.estimates import Corrected
from foldwise.measures import measure
from foldwise.predictions import Predictions
from foldwise.selection.choice import choose_candidate, note_on_luck

TRUTH = np.tile([0, 1], 50)


def answers(wrong):
    """Labels of which the first so many are wrong."""
    return np.where(np.arange(100) < wrong, 1 - TRUTH, TRUTH)


def corrected(share):
    """A correction of which so large a share of the draws chose the winner."""
    chosen = (np.arange(100) >= 100 * share).astype(int)
    return Corrected(np.linspace(0, 1, 100), chosen, "bbc", 0.5, np.linspace(0, 1, 100))


def test_the_best_is_chosen_and_the_first_of_equals():
    table = Predictions.build(TRUTH, {"a": answers(20), "b": answers(10), "c": answers(10)})
    assert choose_candidate(table, measure("error"), "best") == "b"
    assert choose_candidate(table, measure("accuracy"), "best") == "b"


def test_rows_of_one_test_set_are_no_validation_rows():
    assert not Predictions.build(TRUTH, {"a": answers(20)}).resamples.keeps_validation


def test_a_winner_that_stands_out_needs_no_word():
    assert note_on_luck(corrected(0.95)) == ""
    assert note_on_luck(corrected(0.2)) == (
        "20 % of the draws choose the same: where no candidate is truly better, the corrected figure is optimistic by up to "
        "three quarters of its standard error"
    )


def test_a_measure_without_a_value_chooses_nothing():
    X = np.random.default_rng(0).normal(size=(60, 2))
    with pytest.raises(InputError, match="precision has no value for any of the 2 candidates on these rows"):
        foldwise.select({"a": "baseline", "b": "baseline"}, None, X, np.arange(60) % 2, measure="precision")
