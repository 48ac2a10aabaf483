"""A table of predictions that contradicts itself is refused."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.plans import HeldOut, PairsOut, RowLists, to_saved
from foldwise.predictions import Part
from foldwise.predictions.integrity import check_predictions, check_saved_resamples
from tests.worlds import bootstrap_of, memoriser, partition, predictions_of

LISTS = RowLists((np.arange(5),), (np.arange(5, 10),), 10, plan="holdout(1/2)")
NESTED = replace(LISTS, inner=(partition(n=5, k=2),))


def test_tables_of_every_kind_pass():
    for resamples in (LISTS, partition(n=10, k=2), bootstrap_of(10, 3)):
        check_predictions(predictions_of(np.arange(10) % 2, np.arange(10) % 2, resamples))
    check_predictions(memoriser(n=20, draws=5))


def test_predictions_may_be_in_any_order_within_a_resample():
    table = predictions_of(np.arange(10) % 2, np.arange(10) % 2, LISTS)
    turned = table.outputs["m"].where(slice(None, None, -1))
    check_predictions(replace(table, outputs={"m": turned}))


def test_training_rows_are_held_against_the_resamples():
    table = memoriser(n=20, draws=5)
    answers = table.outputs["m"]
    wrong = np.where(answers.part == Part.TRAIN, answers.row[::-1], answers.row)
    with pytest.raises(InputError, match="about other train rows than those of resample 0"):
        check_predictions(replace(table, outputs={"m": replace(answers, row=wrong)}))


def test_a_model_of_all_rows_needs_a_model_of_resamples():
    table = memoriser(n=20, draws=5)
    with pytest.raises(InputError, match="'other' was fitted to all rows and to no resample"):
        check_predictions(replace(table, apparent={"other": table.apparent["m"]}))


@pytest.mark.parametrize(
    "resamples", [LISTS, NESTED, partition(n=10, k=2), bootstrap_of(10, 3), PairsOut(np.arange(6)[None] % 3, 3)]
)
def test_saved_resamples_pass(resamples):
    check_saved_resamples(to_saved(resamples))


@pytest.mark.parametrize(
    ("resamples", "changes", "message"),
    [
        (LISTS, {"train_sizes": np.array([4])}, "train sets do not add up to their rows"),
        (LISTS, {"test_sizes": np.array([2, 3])}, "1 training sets and 2 test sets"),
        (LISTS, {"test": np.array([5, 6, 7, 8, 10])}, "a test row is 10"),
        (LISTS, {"repeat": np.array([7])}, "a repeat is 7"),
        (LISTS, {"tags": np.array(["a", "b"])}, "1 resamples and 2 tags"),
        (LISTS, {"size": np.array(-1)}, "'size' of the resamples is not a whole number"),
        (LISTS, {"inner.3.class": np.array("Partition")}, "some training sets have resamples of their own"),
        (NESTED, {"inner.0.k": np.array(0)}, "'k' of the resamples"),
        (partition(n=10, k=2), {"inner.0.class": np.array("Partition")}, "resamples within resamples"),
        (partition(n=10, k=2), {"plan": np.array(3)}, "'plan' of the resamples is not one text"),
        (partition(n=10, k=2), {"parts": np.zeros((0, 3))}, r"the part numbers have the shape \(0, 3\)"),
        (bootstrap_of(10, 3), {"matrix": np.full((3, 10), -1)}, "a training count is not a number from 0"),
        (bootstrap_of(10, 3), {"matrix": np.full((3, 10), np.nan)}, "a training count is not a number from 0"),
        (bootstrap_of(10, 3), {"matrix": np.full((1, 2000), 10**6)}, "a training set has more than"),
        (bootstrap_of(10, 3), {"test_all": np.array(7)}, "'test_all' of the resamples"),
        (HeldOut(np.array([[0, 1]]), 3), {"test": np.array([[1, 1]])}, "name a row twice"),
        (PairsOut(np.arange(20_000)[None], 20_000), {}, "resamples are more than can be"),
    ],
)
def test_arrays_that_are_no_resamples_are_refused(resamples, changes, message):
    with pytest.raises(InputError, match=message):
        check_saved_resamples(to_saved(resamples) | changes)
