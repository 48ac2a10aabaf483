"""FW206: labels that may be wrong."""

import numpy as np
import pytest

from foldwise.advice import DoubtfulLabels
from tests.diagnosing.checked import checked

rng = np.random.default_rng(0)
X = rng.normal(size=(600, 4))
CLEAN = (6 * X[:, 0] + rng.logistic(size=600) > 0).astype(int)


def case(y, model="lda", table=X):
    return checked(model, table, y)


@pytest.mark.parametrize("model", ["lda", "gaussian-nb", "tree"])
def test_flipped_labels_are_found(model):
    wrong = np.random.default_rng(1).random(600) < 0.15
    found = DoubtfulLabels().look(case(np.where(wrong, 1 - CLEAN, CLEAN), model))
    assert "surest predictions contradict the label" in found.found


@pytest.mark.parametrize("gap", [1.0, 2.0, 6.0])
def test_classes_that_merely_overlap_are_no_finding(gap):
    y = (gap * X[:, 0] + np.random.default_rng(2).logistic(size=600) > 0).astype(int)
    assert DoubtfulLabels().look(case(y)) is None


def test_values_and_few_rows_are_no_finding():
    assert DoubtfulLabels().look(checked("linear", X, X[:, 0] + 0.1 * X[:, 1])) is None
    assert DoubtfulLabels().look(case(CLEAN[:60], table=X[:60])) is None
