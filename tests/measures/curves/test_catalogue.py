"""Finding curves by name, and refusing what cannot be drawn."""

import numpy as np
import pytest

from foldwise.errors import MeasureError, UnknownNameError, ValidityError
from foldwise.measures.curves import CURVES, Curve, make_curve
from foldwise.plans import Partition
from foldwise.predictions import Predictions
from tests.worlds import fixed, partition, predictions_of

RNG = np.random.default_rng(0)
TRUTH = RNG.permutation(np.arange(60) % 3)
TABLE = RNG.dirichlet(np.ones(3), 60) + np.eye(3)[TRUTH] / 2
TABLE /= TABLE.sum(axis=1, keepdims=True)
THREE = predictions_of(TRUTH, TABLE.argmax(axis=1), partition(n=60, k=4), n_classes=3, scores=TABLE)
TWO = predictions_of(
    (TRUTH > 0).astype(int),
    (TABLE[:, 0] < 0.5).astype(int),
    partition(n=60, k=4),
    scores=np.stack([TABLE[:, 0], 1 - TABLE[:, 0]], axis=1),
)


@pytest.mark.parametrize("kind", [kind for kind in CURVES if kind.task == "classification"], ids=lambda kind: kind.name)
def test_every_curve_of_classes_can_be_drawn(kind):
    curve = make_curve(TWO, kind.name)
    assert isinstance(curve, Curve)
    assert len(curve.to_frame()) > 1
    assert curve.name == kind.name


def test_one_of_several_classes_is_held_against_the_rest():
    roc = make_curve(THREE, "roc[c1]")
    direct = [np.mean(TABLE[TRUTH == 1, 1][:, None] > TABLE[TRUTH != 1, 1][None, :])]
    assert roc.area == pytest.approx(direct[0], abs=0.1)
    assert roc.positives == np.sum(TRUTH == 1)


@pytest.mark.parametrize(
    ("predictions", "name", "error", "message"),
    [
        (THREE, "roc", MeasureError, r"roc is about two classes, and there are 3; try 'roc\[c2\]' for one of them"),
        (THREE, "roc[c9]", UnknownNameError, r"no class called 'c9'; try one of c0, c1, c2"),
        (THREE, "rock", UnknownNameError, r"no curve called 'rock'; try 'roc'"),
        (TWO, "residuals", MeasureError, r"residuals is a regression measure, but 'm' predicts classes"),
        (
            predictions_of([0, 1], [0, 1], fixed(2)),
            "roc",
            MeasureError,
            r"roc needs scores, but 'm' gives labels only, from which it cannot be computed",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(predictions, name, error, message):
    with pytest.raises(error, match=message):
        make_curve(predictions, name)


def test_leave_one_out_has_no_curve_because_scores_are_not_pooled():
    loo = Partition(np.arange(60)[None, :], 60, plan="loo")
    predictions = predictions_of(TWO.truth, TWO.truth, loo, scores=np.stack([TABLE[:, 0], 1 - TABLE[:, 0]], axis=1))
    with pytest.raises(
        ValidityError, match=r"no resample of loo holds rows of both classes, .* try plan='kfold\(10\)'"
    ):
        make_curve(predictions, "roc")


def test_a_resample_of_one_class_is_left_out_and_told():
    parts = np.array([[0, 0, 0, 1, 1, 1]])
    truth = np.array([0, 0, 1, 1, 1, 1])
    p = np.array([0.1, 0.2, 0.9, 0.8, 0.7, 0.6])
    predictions = predictions_of(
        truth, truth, Partition(parts, 2, plan="kfold(2)"), scores=np.stack([1 - p, p], axis=1)
    )
    curve = make_curve(predictions, "roc")
    assert (curve.area, curve.note) == (1, "1 of 2 resamples holds one class only and is left out")


def test_of_several_models_one_must_be_named():
    two = Predictions.build([0, 1], {"a": [0, 1], "b": [1, 0]}, scores={"a": [0.1, 0.8], "b": [0.3, 0.2]})
    with pytest.raises(MeasureError, match="there are 2 models, and a curve is of one; try model='a'"):
        make_curve(two, "roc")
    assert make_curve(two, "roc", "b").area == 0
