"""What the bootstrap estimates are made of, counted by hand on four rows."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.estimates import bootstrap
from foldwise.estimates.bootstrap import (
    drawn_scores,
    finish,
    left_out,
    overlap_refusal,
    raw_apparent,
    row_means,
    whole_scores,
)
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix
from foldwise.predictions import Outputs, Part, ScoreKind
from tests.worlds import memoriser, predictions_of

# Row 0 is out of bag three times, row 1 once, row 2 never, row 3 twice.
COUNTS = np.array([[0, 2, 1, 1], [0, 1, 1, 2], [0, 0, 4, 0], [1, 1, 2, 0]])
RESAMPLES = CountMatrix(COUNTS, plan="bootstrap(4)")
TRUTH = np.zeros(4)
ABSOLUTE = np.array([1.0, 2.0, 4.0, 8.0])


def scored(name="mae", *, train=False):
    """A model whose absolute error is that of the row, and ten times that in bag where training rows are asked for."""
    rows = np.tile(np.arange(4), 4)
    number, seen = np.repeat(np.arange(4), 4), COUNTS.ravel() > 0
    part = np.where(seen, Part.TRAIN, Part.TEST).astype(np.uint8)
    output = np.where(seen, 10, 1) * ABSOLUTE[rows]
    answers = Outputs(number, rows, output, None, ScoreKind.NONE, part)
    own = Outputs(0 * rows[:4], rows[:4], ABSOLUTE / 2, None, ScoreKind.NONE, np.zeros(4, dtype=np.uint8))
    table = predictions_of(TRUTH, TRUTH, RESAMPLES, n_classes=0)
    kept = answers if train else answers.where(part == Part.TEST)
    return ModelScores(replace(table, outputs={"m": kept}, apparent={"m": own}), "m", measure(name))


def test_rows_that_were_left_out_and_their_mean_losses():
    rows, means = row_means(scored())
    assert rows.tolist() == [0, 1, 3]
    assert means.tolist() == [1, 2, 8]
    assert left_out(scored()) == pytest.approx(11 / 3)


def test_a_measure_without_losses_is_its_value_out_of_bag():
    one = ModelScores(memoriser(60, 40), "m", measure("f1"))
    assert left_out(one) == one.value


def test_the_apparent_error_is_not_transformed_and_the_root_comes_last():
    assert raw_apparent(scored("rmse")) == pytest.approx(np.mean((ABSOLUTE / 2) ** 2))
    assert finish(scored("rmse"), 9.0) == 3.0
    assert finish(scored("rmse"), -1.0) == 0.0
    assert finish(scored("mae"), -1.0) == -1.0


def test_each_fit_on_all_rows():
    """Fit 2 saw row 2 alone: 1, 2, 40 and 8."""
    assert whole_scores(scored(train=True))[2] == pytest.approx(51 / 4)


def test_each_fit_on_the_rows_it_drew_as_often_as_it_drew_them():
    """Fit 0 drew rows 1, 1, 2 and 3."""
    assert drawn_scores(scored(train=True))[0] == pytest.approx(10 * (2 + 2 + 4 + 8) / 4)


def test_counts_are_looked_up_in_blocks(monkeypatch):
    whole = drawn_scores(scored(train=True))
    monkeypatch.setattr(bootstrap, "COUNTS_AT_ONCE", 4)  # one fit at a time
    assert drawn_scores(scored(train=True)).tolist() == whole.tolist()


def test_rows_that_were_trained_on_are_refused():
    everything = CountMatrix(COUNTS, plan="bootstrap(4, test=all)", test_all=True)
    one = ModelScores(predictions_of(TRUTH, TRUTH, everything, n_classes=0), "m", measure("mae"))
    assert overlap_refusal(scored()) is None
    assert "tests rows that were trained on" in overlap_refusal(one)
