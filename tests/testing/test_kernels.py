"""The checks of kernels find answers that are not those of the generic path."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from foldwise.engine import Settings, run
from foldwise.plans import KFold, draw
from foldwise.testing.kernels import Tolerance, check_kernel, check_labels, check_scores, check_values
from tests.worlds import classes, values

DATA = classes(30, k=2, spread=0.5)
RESAMPLES = draw(KFold(3), DATA, seed=0)


def answers(dataset=DATA, model=None):
    resamples = draw(KFold(3), dataset, seed=0)
    return run(dataset, {"m": model or GaussianNB()}, resamples, Settings(engine="generic")).outputs["m"]


def test_a_sound_kernel_passes_and_its_predictions_come_back():
    found = check_kernel(GaussianNB(), DATA, RESAMPLES)
    assert found.engine == "gaussian-nb"
    assert found.size == 30 * 3  # every fit about test and training rows


def test_a_model_without_a_kernel_is_told_why():
    with pytest.raises(AssertionError, match="goes the generic way"):
        check_kernel(SVC(), DATA, RESAMPLES)


def test_scores_beyond_the_tolerance_are_found():
    theirs = answers()
    off = theirs.scores.copy()
    off[4] += 1e-6
    mine = replace(theirs, scores=off)
    check_scores(mine, theirs, Tolerance(absolute=1e-5))
    with pytest.raises(AssertionError, match=r"2 of 60 differ, the worst at \(4, "):
        check_scores(mine, theirs, Tolerance())
    with pytest.raises(AssertionError, match="one of the two has no scores"):
        check_scores(replace(theirs, scores=None), theirs, Tolerance())


def test_values_beyond_the_tolerance_are_found():
    from sklearn.linear_model import Ridge

    theirs = answers(values(30), Ridge())
    off = theirs.output.copy()
    off[7] *= 1 + 1e-6
    with pytest.raises(AssertionError, match="1 of 30 differ"):
        check_values(replace(theirs, output=off), theirs, Tolerance())


def test_a_label_may_differ_only_where_the_scores_are_equal():
    theirs = answers()
    certain = int(np.argmax(np.abs(theirs.scores[:, 0] - theirs.scores[:, 1])))
    other = theirs.output.copy()
    other[certain] = 1 - other[certain]
    mine = replace(theirs, output=other)
    with pytest.raises(AssertionError, match=f"1 labels differ, the first at prediction {certain}"):
        check_labels(mine, theirs, Tolerance())
    tied = theirs.scores.copy()
    tied[certain] = 0.5
    check_labels(mine, replace(theirs, scores=tied), Tolerance())
