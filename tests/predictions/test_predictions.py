"""The table between the halves."""

import numpy as np
import pytest

from foldwise.errors import InputError, UnknownNameError
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Part, Predictions
from foldwise.predictions.predictions import take_test_rows
from tests.worlds import fixed, memoriser, partition, predictions_of


def test_the_long_table_has_one_row_per_prediction():
    frame = predictions_of([0, 1, 1, 0], [0, 1, 0, 0], partition(n=4, k=2)).to_frame()
    assert list(frame.columns) == ["model", "resample", "repeat", "row", "part", "truth", "predicted"]
    assert len(frame) == 4
    assert frame.set_index("row").loc[2, ["truth", "predicted"]].tolist() == ["c1", "c0"]


def test_unclassified_records_have_no_label():
    assert predictions_of([0, 1], [0, -1], fixed(2)).to_frame()["predicted"].isna().tolist() == [False, True]


def test_tables_on_the_same_resamples_merge():
    a, b = (Predictions.build([0, 1, 1], {name: [0, 1, 0]}) for name in "ab")
    assert a.merge(b).models == ("a", "b")
    assert a.merge(b).only("b").models == ("b",)


def test_tables_on_different_rows_do_not_merge():
    a, b = Predictions.build([0, 1, 1], {"a": [0, 1, 0]}), Predictions.build([0, 1, 0], {"b": [0, 1, 0]})
    with pytest.raises(InputError, match="made on different data or resamples"):
        a.merge(b)


def test_a_model_cannot_be_there_twice():
    a = Predictions.build([0, 1, 1], {"a": [0, 1, 0]})
    with pytest.raises(InputError, match="both tables hold a model called a; try renaming"):
        a.merge(a)


def test_an_unknown_model_is_named():
    with pytest.raises(UnknownNameError, match="no model in these predictions called 'b'"):
        Predictions.build([0, 1], {"a": [0, 1]}).of("b")


def test_no_training_rows_means_no_training_predictions():
    assert predictions_of([0, 1], [0, 1], fixed(2)).of("m", Part.TRAIN).size == 0


def test_the_training_mean_is_that_of_the_other_parts():
    y = np.array([1.0, 2, 3, 10])
    predictions = predictions_of(y, y, partition(n=4, k=2), n_classes=0)
    resamples = predictions.resamples
    expected = [y[resamples.train_rows(r)].mean() for r in range(2)]
    assert predictions.training_mean == pytest.approx(expected)


def test_the_models_of_all_rows_are_a_table_of_their_own():
    predictions = memoriser(n=20, draws=5)
    own = predictions.resubstituted
    assert (own.resamples.kind, own.resamples.count, own.of("m").size) == ("resubstitution", 1, 20)
    assert predictions.only("m").apparent.keys() == {"m"}


def test_models_of_all_rows_that_nobody_fitted_are_asked_for():
    with pytest.raises(InputError, match="lack those of the models fitted to all rows"):
        _ = Predictions.build([0, 1], {"a": [0, 1]}).resubstituted


def test_everything_that_belongs_to_a_row_goes_with_it():
    whole = Predictions.build(
        ["x", "y", "x", "y"],
        {"a": ["x", "x", "y", "y"]},
        scores={"a": [0.1, 0.4, 0.6, 0.9]},
        weights=[1, 2, 3, 4],
        groups=list("uuvv"),
    )
    some = take_test_rows(whole, np.array([1, 3]))
    assert some.truth.tolist() == [1, 1]
    assert (some.weights.tolist(), some.groups.tolist()) == ([2, 4], [0, 1])
    assert some.of("a").scores[:, 1].tolist() == [0.4, 0.9]
    assert some.resamples.plan == whole.resamples.plan
    assert ModelScores(some, "a", measure("error")).value == 2 / 6
