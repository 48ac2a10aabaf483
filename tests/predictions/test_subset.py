"""Some rows of a test set."""

import numpy as np

from foldwise.measures import Scored, measure
from foldwise.predictions import Predictions
from foldwise.predictions.subset import take_test_rows


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
    assert Scored(some, "a", measure("error")).value == 2 / 6
