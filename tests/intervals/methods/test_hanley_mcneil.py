"""Hanley and McNeil's interval."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import hanley_mcneil_error, make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def test_the_example_of_the_paper():
    """Area .893 of 51 abnormal and 58 normal images: standard error .032."""
    assert hanley_mcneil_error(0.893, 51, 58) == pytest.approx(0.032, abs=6e-4)


def test_by_name():
    truth = np.repeat([0, 1], 30)
    score = np.concatenate([np.linspace(0, 0.7, 30), np.linspace(0.3, 1, 30)])
    scored = ModelScores(
        predictions_of(truth, truth, fixed(60), scores=np.stack([1 - score, score], axis=1)), "m", measure("auc")
    )
    by_name, delong = make_interval(scored, "hanley-mcneil"), make_interval(scored, "delong")
    assert by_name.low == pytest.approx(delong.low, abs=0.02)


def test_it_is_for_two_classes_of_plain_rows():
    truth = np.tile([0, 1, 2], 10)
    scores = np.eye(3)[truth]
    three = ModelScores(predictions_of(truth, truth, fixed(30), n_classes=3, scores=scores), "m", measure("auc"))
    with pytest.raises(ValidityError, match="valid for two classes, and there are 3"):
        make_interval(three, "hanley-mcneil")
    two = predictions_of(truth % 2, truth % 2, fixed(30), scores=np.full((30, 2), 0.5), weights=np.ones(30))
    with pytest.raises(ValidityError, match="counts rows, and these are weighted"):
        make_interval(ModelScores(two, "m", measure("auc")), "hanley-mcneil")
